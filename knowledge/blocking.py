"""Running blocking work beside the event loop.

The loop's own thread pool is joined at exit, so one hung store would hang the whole program; these threads are
daemons, and what does not answer in time is left behind.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T], limit_s: float | None = None) -> T:
    """The result of `work`, run in a thread of its own; raises what it raises, and TimeoutError after `limit_s`."""
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

    def run() -> None:
        value, fault = None, None
        try:
            value = context.run(work)
        except BaseException as raised:  # noqa: BLE001 - whatever it is, it belongs to the one who awaits
            fault = raised
        try:
            loop.call_soon_threadsafe(report, value, fault)
        except RuntimeError:
            return  # the loop is closed: nobody waits any more

    threading.Thread(target=run, daemon=True).start()
    async with asyncio.timeout(limit_s):
        return await result
