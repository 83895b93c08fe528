"""Running blocking work beside the event loop.

The loop's own thread pool is joined at exit, so one hung store would hang the whole program; these threads are
daemons, and what does not answer in time is left behind. A thread that is done waits for the next piece of work:
starting one costs more than most of the work does, and a question has some twenty pieces.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")

MOST_IDLE = 32
"""Threads that wait for work; more than these end when they are done."""
_Work = Callable[[], Callable[[], None]]
"""Returns what tells the one who waits for it."""
_idle: deque[SimpleQueue[_Work]] = deque()
"""The doors of the threads that wait, the one that waited least at the end."""
os.register_at_fork(after_in_child=_idle.clear)  # a forked process has none of them


async def in_thread(work: Callable[[], T], limit_s: float | None = None) -> T:
    """The result of `work`, run beside the loop; raises what it raises, and TimeoutError after `limit_s`."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()
    context = contextvars.copy_context()

    def report(value: T | None, fault: BaseException | None) -> None:
        if result.done():
            return
        if fault is None:
            result.set_result(value)  # type: ignore[arg-type]
        else:
            result.set_exception(fault)

    def run() -> Callable[[], None]:
        value, fault = None, None
        try:
            value = context.run(work)
        except BaseException as raised:  # noqa: BLE001 - whatever it is, it belongs to the one who awaits
            fault = raised
        return lambda: _told(loop, report, value, fault)

    _hand(run)
    async with asyncio.timeout(limit_s):
        return await result


def _told(loop: asyncio.AbstractEventLoop, report: Callable[..., None], *outcome: object) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(report, *outcome)


def _hand(work: _Work) -> None:
    try:
        door = _idle.pop()
    except IndexError:
        door = SimpleQueue()
        threading.Thread(target=_serve, args=(door,), name="signalbox", daemon=True).start()
    door.put(work)


def _serve(door: SimpleQueue[_Work]) -> None:
    while True:
        tell = door.get()()
        staying = len(_idle) < MOST_IDLE
        if staying:
            _idle.append(door)  # before the loop is told: what it starts next finds this thread
        tell()
        if not staying:
            return
        del tell  # while it waits, a thread keeps nothing of the last piece of work alive
