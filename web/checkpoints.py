"""Conversations in a SQLite file under home, for langgraph.json's `checkpointer`: each step is on disk when it is done.

Without it `langgraph dev` keeps them in memory and writes them every ten seconds, but only until a thread's state is
first read (langgraph-runtime-inmem 0.36 then forgets what it has to write); from then on when it ends, and `kill -9`
loses them. The list of threads stays with the server either way, is written every ten seconds, and is made whole when
a server starts (`web.listing`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from graph.settings import Settings
from graph.threads import SERVED
from knowledge.blocking import in_thread

_opened: list[Path] = []


def opened() -> Path | None:
    """The file that this process's server keeps its conversations in; None where it keeps them otherwise."""
    return _opened[-1] if _opened else None


@asynccontextmanager
async def sqlite() -> AsyncIterator[AsyncSqliteSaver]:
    """The saver, until the server ends."""
    home = Settings.from_env().home
    await in_thread(lambda: home.mkdir(parents=True, exist_ok=True))
    async with AsyncSqliteSaver.from_conn_string(str(home / SERVED)) as saver:
        await saver.setup()
        _opened.append(home / SERVED)
        yield saver
