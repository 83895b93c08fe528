"""A server with a slow model: many users at once do not mix, and a server that is killed in the middle of a run comes
back with every conversation that was written.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from dev_server import Server, clean, copied, running
from langgraph_sdk import get_client
from scripted_openai import ScriptedOpenAI, serve

from benchmarks.server_load import ASKS, GRAPH, NAMES, code_of, load, memory_of, script, write_lockers

pytestmark = pytest.mark.server

USERS = 8
FLUSH_S = 90
"""The server writes its list of threads every ten seconds, when it comes to it."""


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


async def listed(server: Server, since: float) -> None:
    """Wait until the server wrote its list of threads."""
    held = server.folder / ".langgraph_api" / ".langgraph_ops.pckl"
    until = time.monotonic() + FLUSH_S
    while time.monotonic() < until:
        if held.exists() and held.stat().st_mtime > since:
            return
        await asyncio.sleep(0.2)
    pytest.fail(f"nothing was written in {FLUSH_S} s")


async def test_a_killed_server_comes_back(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGKILL in the middle of a run: the next server answers, and a conversation is whole up to its last finished step
    and goes on; the run that was cut off leaves no half answer.
    """
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server, name = slow.server, NAMES[0]
    first, second = (ask.format(name=name) for ask in ASKS)
    async with get_client(url=server.url) as client:
        old, cut = [(await client.threads.create())["thread_id"] for _ in range(2)]
        before = (await asked(client, old, first))["messages"]
        # The server's own keeping stops writing when a state is read.
        assert (await client.threads.get_state(old))["values"]["messages"] == before
        await listed(server, time.time())
        late = (await asked(client, old, second))["messages"]
        slow.model.pause_s = 30
        calls = slow.model.calls
        await client.runs.create(cut, GRAPH, input={"messages": [{"role": "user", "content": first}]})
        while slow.model.calls == calls:  # noqa: ASYNC110 - another process's progress
            await asyncio.sleep(0.05)
        server.kill()
    slow.model.pause_s = 0.05
    server.start()
    async with get_client(url=server.url) as client:
        kept = await client.threads.get_state(old)
        assert (kept["values"]["messages"], kept["next"]) == (late, [])
        after = await asked(client, old, first)
        assert [message["content"] for message in after["messages"][:5]] == [*(one["content"] for one in late), first]
        assert code_of(name) in after["answer"]
        again = (await client.threads.create(thread_id=cut, if_exists="do_nothing"))["thread_id"]
        assert code_of(name) in (await asked(client, again, first))["answer"]
