"""A server with a slow model: many users at once do not mix, and a server that is killed in the middle of a run comes
back with every conversation that was written.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from dev_server import Server, clean, copied, running
from langgraph_sdk import get_client
from scripted_openai import ScriptedOpenAI, serve

from benchmarks.server_load import ASKS, GRAPH, NAMES, code_of, load, memory_of, script, write_lockers
from errors import StoreBusy
from graph.backup import backup, restore
from graph.settings import Settings

pytestmark = pytest.mark.server

USERS = 8


@dataclass(frozen=True)
class Slow:
    """The server, and the model behind it."""

    server: Server
    model: ScriptedOpenAI


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Slow]:
    """Lockers of eight users and a model that takes 0.3 s a call."""
    folder = tmp_path_factory.mktemp("slow")
    write_lockers(folder / "catalogs", USERS)
    with serve(script, pause_s=0.3) as model:
        places = {"SIGNALBOX_HOME": str(folder / "home"), "SIGNALBOX_CATALOGS": str(folder / "catalogs")}
        chosen = {"SIGNALBOX_CATALOG": "lockers", "SIGNALBOX_MODEL": "openai:scripted"}
        environ = clean(**places, **chosen, OPENAI_BASE_URL=model.url, OPENAI_API_KEY="sk-scripted")
        with running(copied(folder, on_disk=True), environ) as server:
            yield Slow(server, model)


def test_users_at_once(slow: Slow) -> None:
    """Nobody gets an error, another's passage or another's thread; every question costs its own calls and no more."""
    outcome = asyncio.run(load(slow.server.url, slow.model, users=USERS, memory=lambda: memory_of(slow.server)))
    assert (outcome.errors, outcome.mixed, len(outcome.seconds)) == ([], [], 2 * USERS)
    # The first turn: the answer. The second: the rewriting and the answer.
    assert outcome.calls == 3 * USERS
    assert outcome.memory_mb[0] < 1000
    assert "Blocking call" not in slow.server.log.read_text()


async def test_threads_deleted_at_once(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many threads that are deleted at the same time exactly those are gone."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with get_client(url=slow.server.url) as client:
        made = [one["thread_id"] for one in await asyncio.gather(*(client.threads.create() for _ in range(20)))]
        await asyncio.gather(*map(client.threads.delete, made[::2]))
        left = {one["thread_id"] for one in await client.threads.search(limit=100)}
    assert left & {*made} == {*made[1::2]}


async def asked(client: Any, thread: str, text: str) -> Any:
    """The final state of one run."""
    return await client.runs.wait(thread, GRAPH, input={"messages": [{"role": "user", "content": text}]})


async def titles(client: Any) -> dict[str, str]:
    """The titles of the server's threads, the youngest first."""
    return {one["thread_id"]: one["metadata"].get("title") for one in await client.threads.search(limit=100)}


async def test_a_killed_server_comes_back(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGKILL in the middle of a run, and the list of threads is gone with it: the next server lists every conversation
    that was begun, each is whole up to its last finished step and goes on, the run that was cut off leaves no half
    answer, and what was deleted stays deleted.
    """
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server, name = slow.server, NAMES[0]
    first, second = (ask.format(name=name) for ask in ASKS)
    async with get_client(url=server.url) as client:
        made = [await client.threads.create(metadata={"title": title}) for title in ("old", "cut", "gone")]
        old, cut, gone = [one["thread_id"] for one in made]
        await asked(client, gone, first)
        await client.threads.delete(gone)
        before = (await asked(client, old, first))["messages"]
        # The server's own keeping stops writing when a state is read.
        assert (await client.threads.get_state(old))["values"]["messages"] == before
        late = (await asked(client, old, second))["messages"]
        slow.model.pause_s = 30
        calls = slow.model.calls
        await client.runs.create(cut, GRAPH, input={"messages": [{"role": "user", "content": first}]})
        while slow.model.calls == calls:  # noqa: ASYNC110 - another process's progress
            await asyncio.sleep(0.05)
        server.kill()
    shutil.rmtree(server.folder / ".langgraph_api")  # as after a restore on another machine
    slow.model.pause_s = 0.05
    server.start()
    async with get_client(url=server.url) as client:
        there = await titles(client)
        assert [(one, title) for one, title in there.items() if one in {old, cut, gone}] == [(cut, "cut"), (old, "old")]
        kept = await client.threads.get_state(old)
        assert (kept["values"]["messages"], kept["next"]) == (late, [])
        after = await asked(client, old, first)
        assert [message["content"] for message in after["messages"][:5]] == [*(one["content"] for one in late), first]
        assert code_of(name) in after["answer"]
        assert code_of(name) in (await asked(client, cut, first))["answer"]
        await client.threads.delete(cut)
        assert cut not in await titles(client)


def test_a_served_home_is_not_restored(slow: Slow, tmp_path: Path) -> None:
    """A restore names the server's process and how to end it, and touches nothing."""
    home = Path(slow.server.environ["SIGNALBOX_HOME"])
    settings = Settings.from_env({}, home=home)
    backup(settings, tmp_path / "kept.zip")
    before = (home / "lockers" / "manifest.json").stat()
    with pytest.raises(StoreBusy, match=rf"the server of process {slow.server.process.pid} has it open"):
        restore(settings, tmp_path / "kept.zip", force=True)
    assert (home / "lockers" / "manifest.json").stat() == before
