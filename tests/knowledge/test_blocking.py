"""Blocking work beside the event loop: results, errors and time limits come back, and nothing hangs the exit."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
import weakref

import pytest

from knowledge.blocking import in_thread


async def test_the_result_comes_back_from_another_thread() -> None:
    """Work runs in a daemon thread of its own."""
    name, daemon = await in_thread(lambda: (threading.current_thread().name, threading.current_thread().daemon))
    assert (name != threading.current_thread().name, daemon) == (True, True)


async def test_what_it_raises_is_raised() -> None:
    """An error belongs to the one who awaits."""
    with pytest.raises(KeyError, match="gone"):
        await in_thread(lambda: {}["gone"])


async def test_what_does_not_answer_in_time_is_left_behind() -> None:
    """After the limit TimeoutError is raised, though the work still runs; its late end disturbs nobody."""
    done = threading.Event()
    began = time.perf_counter()
    with pytest.raises(TimeoutError):
        await in_thread(lambda: done.wait(5), 0.05)
    assert time.perf_counter() - began < 2
    done.set()
    assert await in_thread(lambda: "next") == "next"


async def test_context_variables_travel_along() -> None:
    """A tracer's context is seen by the work."""
    seen: contextvars.ContextVar[str] = contextvars.ContextVar("seen", default="")
    seen.set("here")
    assert await in_thread(seen.get) == "here"


async def test_a_thread_that_is_done_takes_the_next_piece_of_work() -> None:
    """Pieces that follow one another share a thread; pieces at once each have their own."""
    names = {await in_thread(lambda: threading.current_thread().ident) for _ in range(5)}
    assert len(names) == 1
    barrier = threading.Barrier(3)
    assert len(await asyncio.gather(*(in_thread(lambda: barrier.wait(5)) for _ in range(3)))) == 3


async def test_a_thread_that_waits_keeps_nothing_alive() -> None:
    """What a piece of work held is free once it is done: a store that nobody has any more lets go of its files."""

    class Held:
        pass

    held = Held()
    gone = weakref.ref(held)
    await in_thread(lambda held=held: None)
    del held
    assert await in_thread(gone) is None
