"""Conversations in a SQLite file under home, for langgraph.json's `checkpointer`: each step is on disk when it is done.

Without it `langgraph dev` keeps them in memory and writes them every ten seconds, but only until a thread's state is
first read (langgraph-runtime-inmem 0.36 then forgets what it has to write); from then on when it ends, and `kill -9`
loses them. The list of threads stays with the server either way, and is written every ten seconds.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from graph.settings import Settings
from graph.threads import SERVED
from knowledge.blocking import in_thread


@asynccontextmanager
async def sqlite() -> AsyncIterator[AsyncSqliteSaver]:
    """The saver, until the server ends."""
    home = Settings.from_env().home
    await in_thread(lambda: home.mkdir(parents=True, exist_ok=True))
    async with AsyncSqliteSaver.from_conn_string(str(home / SERVED)) as saver:
        await saver.setup()
        yield saver
