"""The server's list of threads, made whole when it starts: a conversation that lies on disk and is not in the list.

`langgraph dev` keeps the list in memory and writes it every ten seconds, so `kill -9` loses the youngest threads, and a
backup does not hold it; the conversations themselves are written at each step (`web.checkpoints`), with the metadata of
their thread.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from langgraph_sdk import get_client

from errors import StoreError
from knowledge.blocking import in_thread
from web.who import LOCAL

PAGE = 1000
"""Threads the server tells at once, at most."""
_OF_A_RUN = {"run_id", "thread_id", "user_id", "created_by", "run_attempt", "source", "step", "parents"}
"""What a checkpoint's metadata say of its run; the rest is of its thread."""
_OF_THE_SERVER = "langgraph_"


async def relist(file: Path) -> int:
    """List every conversation of a file that the server running here does not list; how many they were.

    Each has its owner and its title, and the last written one is the youngest. Raises StoreError for a file that cannot
    be read.
    """
    kept = await in_thread(lambda: conversations(file))
    if not kept:
        return 0
    async with get_client(url=None, api_key=None) as client:
        known: set[str] = set()
        while page := await client.threads.search(limit=PAGE, offset=len(known), select=["thread_id"]):
            known |= {str(one["thread_id"]) for one in page}
        missing = {id_: metadata for id_, metadata in kept.items() if id_ not in known}
        for id_, metadata in missing.items():
            await client.threads.create(thread_id=id_, metadata=metadata, if_exists="do_nothing")
    return len(missing)


def conversations(file: Path) -> dict[str, dict[str, Any]]:
    """The threads of a checkpointer's SQLite file with the metadata each had, the longest silent one first.

    Raises StoreError.
    """
    if not file.exists():
        return {}
    last = "SELECT thread_id, max(checkpoint_id), metadata FROM checkpoints GROUP BY thread_id ORDER BY 2"
    try:
        with closing(sqlite3.connect(file, timeout=10)) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'").fetchone():
                return {}
            return {id_: _of_the_thread(json.loads(metadata)) for id_, _, metadata in connection.execute(last)}
    except (sqlite3.Error, ValueError) as fault:
        raise StoreError(f"{file}: the conversations cannot be listed: {fault}") from None


def _of_the_thread(metadata: dict[str, Any]) -> dict[str, Any]:
    """A thread's own metadata. Its owner is who the server let in, whatever else they say."""
    own = {
        name: value
        for name, value in metadata.items()
        if name not in _OF_A_RUN | {"owner"} and not name.startswith(_OF_THE_SERVER)
    }
    owner = metadata.get("langgraph_auth_user_id", LOCAL)
    return own if owner == LOCAL else own | {"owner": owner}
