"""A run ends when its caller leaves or its time is up: nothing goes on behind it, and the thread can go on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from scripted_openai import Reply
from scripted_world import World, by_shape, routed

HANG = Reply("The Pro plan costs $21 [1].", delay_s=30)
DRIP = Reply("The Pro plan costs $21 per seat and month [1]. " * 20, pause_s=0.3)
FIRST = "What does the Pro plan cost?"
OFFER = "Is there a seat offer?"


async def until(true: Callable[[], bool], limit_s: float = 3.0) -> None:
    """Wait until a function of nothing is true."""
    end = time.monotonic() + limit_s
    while not true() and time.monotonic() < end:  # noqa: ASYNC110 - what is waited for is in another thread
        await asyncio.sleep(0.01)
    assert true()


CANCELLED: list[tuple[str, str, Any, int, list[tuple[str, str]]]] = [
    ("answer", FIRST, by_shape(HANG), 1, []),
    ("answer in mid-stream", FIRST, by_shape(DRIP), 1, []),
    ("route", OFFER, by_shape("", Routes=HANG), 1, []),
    ("critic", OFFER, by_shape("No.", Routes=routed("general"), Review=HANG), 3, [("ai", "No.")]),
]


@pytest.mark.parametrize(
    ("question", "script", "calls", "answered"), [row[1:] for row in CANCELLED], ids=[row[0] for row in CANCELLED]
)
async def test_cancel(world: World, question: str, script: Any, calls: int, answered: list[tuple[str, str]]) -> None:
    """Cancelling a run closes its model request, leaves no task behind, and the thread's next turn works."""
    world.server.use(script)
    before = asyncio.all_tasks()
    run = asyncio.create_task(world.ask(question))
    await until(lambda: world.server.calls == calls)
    await asyncio.sleep(0.4)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    await until(lambda: world.server.disconnects == 1)
    await until(lambda: asyncio.all_tasks() == before)
    await asyncio.sleep(0.2)
    assert world.server.calls == calls

    world.server.use(by_shape("Data is kept for 30 days [1]."))
    state = await world.ask("How long is data kept after a year?")
    assert state["answer"] == "Data is kept for 30 days [1]."
    assert await world.spoken() == [
        ("human", question),
        *answered,
        ("human", "How long is data kept after a year?"),
        ("ai", "Data is kept for 30 days [1]."),
    ]


async def test_cancelled_stream(world: World) -> None:
    """A client that stops reading a stream closes the model request as well."""
    world.server.use(by_shape(DRIP))
    stream = world.stream(FIRST, "custom")
    async for event in stream:
        if event["event"] == "token":
            break
    await stream.aclose()  # type: ignore[attr-defined]
    await until(lambda: world.server.disconnects == 1)


HANGING = [
    ("rewrite", "and for ten seats?", by_shape("", Rewritten=HANG)),
    ("route", OFFER, by_shape("", Routes=HANG)),
    ("answer", "What does the Pro plan cost today?", by_shape(HANG)),
    ("answer in mid-stream", "What does the Pro plan cost today?", by_shape(DRIP)),
]


@pytest.mark.parametrize(("question", "script"), [row[1:] for row in HANGING], ids=[row[0] for row in HANGING])
async def test_deadline(make_world, question: str, script: Any) -> None:
    """With a deadline of one second a model that hangs costs about that, and the answer is quoted, with a warning."""
    world = make_world(deadline=1, rewriting="always")
    world.server.use(by_shape("The Pro plan costs $21 [1]."))
    await world.ask(FIRST)
    world.server.use(script)
    began = time.monotonic()
    state = await world.ask(question)
    assert time.monotonic() - began < 2.0
    assert state["answer"].startswith("The Pro plan costs $21 per seat and month.")
    assert len(state["warnings"]) == 1
    assert "did not answer in time" in state["warnings"][0]
    assert [kind for kind, _ in await world.spoken()] == ["human", "ai", "human", "ai"]


async def test_parallel_runs(world: World) -> None:
    """Runs side by side share the client and nothing else: each gets its own answer and its own ledger."""
    world.server.pause_s = 0.3
    world.server.use(lambda request: Reply(f"Heard {request.user.split('case ')[1].split('?')[0]} [1]."))
    began = time.monotonic()
    states = await asyncio.gather(
        *(world.ask(f"What does the Pro plan cost in case {n}?", thread=f"t{n}") for n in range(8))
    )
    assert time.monotonic() - began < 2.4
    assert [state["answer"] for state in states] == [f"Heard {n} [1]." for n in range(8)]
    assert {state["ledger"]["model_calls"] for state in states} == {1}
