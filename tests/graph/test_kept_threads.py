"""Threads on disk: listed, shown, deleted and expired by age, with a format that an older or newer version minds."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fakes import ScriptedResources, passage, scripted
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from streams import message, thread_of

from console.session import Session
from errors import InputError, StoreError, StoreMismatch
from graph.build import build
from graph.threads import FORMAT, Threads


@pytest.fixture
def world(tmp_path: Path) -> ScriptedResources:
    """One base that knows apples."""
    apples = passage("alpha", "Apples are red and sweet.")
    return scripted(tmp_path, {"alpha": lambda search: [apples]}, lambda text: {"alpha": 0.9})[0]


@pytest.fixture
def threads(world: ScriptedResources) -> Threads:
    """Two threads of one catalog and one of another, written by the real saver."""
    kept = Threads.under(world.settings.home)
    kept.prepare()

    async def write() -> None:
        async with AsyncSqliteSaver.from_conn_string(str(kept.file)) as saver:
            graph = build(world, saver)
            for name in ("fruit/first", "fruit/a/b", "other/first"):
                await graph.ainvoke(message("What colour are apples?"), thread_of(name))

    asyncio.run(write())
    return kept


def test_listed(threads: Threads) -> None:
    """A catalog's threads, the last written first, with the moment of their last step."""
    found = threads.listed("fruit")
    assert [(one.name, one.catalog) for one in found] == [("a/b", "fruit"), ("first", "fruit")]
    assert all(abs(datetime.now(UTC) - one.last) < timedelta(minutes=1) for one in found)
    assert [one.name for one in threads.listed("other")] == ["first"]
    assert threads.listed("fru") == []


def test_shown(threads: Threads) -> None:
    """Both sides of the conversation, as they stand in it."""
    assert threads.turns("fruit", "first") == [
        {"role": "user", "content": "What colour are apples?"},
        {"role": "assistant", "content": "Apples are red and sweet. [1]"},
    ]


def test_deleted(threads: Threads) -> None:
    """A thread that is deleted is gone, its words from the file too; its namesake in another catalog stays."""
    threads.delete("fruit", "a/b")
    assert [one.name for one in threads.listed("fruit")] == ["first"]
    threads.delete("fruit", "first")
    assert threads.turns("other", "first")
    threads.delete("other", "first")
    assert b"What colour" not in threads.file.read_bytes()
    with pytest.raises(InputError, match="'first' is no thread of 'fruit'; there: none is kept"):
        threads.delete("fruit", "first")


def test_expired(threads: Threads) -> None:
    """Only what was not written for so many days goes, and opening the file with a limit does the same."""
    assert threads.expire(1) == 0
    threads.prepare(1)
    assert len(threads.listed("fruit")) == 2
    threads.prepare(1e-9)
    assert (threads.listed("fruit"), threads.expire(1)) == ([], 0)


def test_formats(threads: Threads) -> None:
    """A file without a version is stamped and keeps its threads; a newer one is refused and left alone."""
    stamp(threads, 0)
    threads.prepare()
    assert [one.name for one in threads.listed("fruit")] == ["a/b", "first"]
    stamp(threads, FORMAT + 1)
    for use in (threads.prepare, lambda: threads.listed("fruit"), lambda: threads.expire(1)):
        with pytest.raises(StoreMismatch, match=f"format {FORMAT + 1}, this version reads {FORMAT}; update Signalbox"):
            use()


def test_no_threads(tmp_path: Path) -> None:
    """Where none was ever kept nothing is made; a file that is no database is named."""
    kept = Threads.under(tmp_path)
    assert (kept.listed("fruit"), kept.expire(1), kept.file.exists()) == ([], 0, False)
    kept.file.write_text("not a database, and long enough to be taken for one")
    with pytest.raises(StoreError, match=r"threads.sqlite: the threads cannot be used: file is not a database"):
        kept.prepare()


def stamp(threads: Threads, version: int) -> None:
    """Write a format version as another version of Signalbox would."""
    with closing(sqlite3.connect(threads.file)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")


def test_a_session_that_cannot_begin_leaves_nothing_open(world: ScriptedResources, threads: Threads) -> None:
    """Threads of a newer format are refused, and the event loop that was made for them is closed."""
    stamp(threads, FORMAT + 1)
    session = Session(world, "first")
    with pytest.raises(StoreMismatch, match="update Signalbox"), session:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        session._runner.get_loop()
