"""Letting a base that keeps failing rest, so that not every question waits for it anew.

After some failures in a row it is not asked for a while; then one question probes it, and what comes of that decides.
(The pattern is known as a circuit breaker: M. Nygard, Release It!, 2007.)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from errors import BaseOff, BaseResting, SignalboxError, StoreError


@dataclass
class _Health:
    # Of one base. `since` numbers its rests: what began before a rest says nothing about it.
    failures: int = 0
    until: float | None = None
    probed: bool = False
    since: int = 0
    last: str = ""


@dataclass
class Rests:
    """The health of a process's bases. Threads and event loops may share it; no lock is held while a base is asked.

    `after` is how many failures in a row send a base to rest, `pause_s` how long it rests, `clock` seconds that never
    go back.
    """

    after: int = 3
    pause_s: float = 30.0
    clock: Callable[[], float] = time.monotonic
    _known: dict[str, _Health] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def check(self, base: str) -> None:
        """Raises BaseResting while a base rests; takes no probe."""
        with self._lock:
            health = self._known.get(base)
            if health is not None and health.until is not None and (health.probed or self.clock() < health.until):
                raise self._resting(base, health)

    @contextmanager
    def asking(self, base: str, *, own_limit: bool = True) -> Iterator[None]:
        """Ask a base within this block. What the block raises is counted where it is the base's own doing.

        `own_limit` tells whether a TimeoutError means the base's limit, and not merely the end of the run's time. A
        statement or an argument that is refused, and a block that is cancelled, say nothing about the base. Raises
        BaseResting while it rests.
        """
        began = self._enter(base)
        try:
            yield
        except Exception as fault:
            if own(fault, own_limit=own_limit):
                self._failed(base, began, f"{fault}" or type(fault).__name__)
            else:
                self._left(base, began)
            raise
        except BaseException:
            self._left(base, began)
            raise
        self._answered(base, began)

    def failed(self, base: str, reason: str) -> None:
        """Count a failure that was met outside of `asking`, where an answer would have proved nothing."""
        with self._lock:
            began = self._health(base).since
        self._failed(base, began, reason)

    def _enter(self, base: str) -> int:
        with self._lock:
            health = self._health(base)
            if health.until is not None:
                if health.probed or self.clock() < health.until:
                    raise self._resting(base, health)
                health.probed = True
            return health.since

    def _answered(self, base: str, began: int) -> None:
        with self._lock:
            if self._health(base).since == began:
                self._known[base] = _Health(since=began)

    def _failed(self, base: str, began: int, reason: str) -> None:
        with self._lock:
            health = self._health(base)
            if health.since != began:
                return
            health.failures += 1
            health.last = reason
            if health.probed or health.failures >= self.after:
                health.until, health.probed = self.clock() + self.pause_s, False
                health.since += 1

    def _left(self, base: str, began: int) -> None:
        with self._lock:
            health = self._health(base)
            if health.since == began:
                health.probed = False

    def _health(self, base: str) -> _Health:
        return self._known.setdefault(base, _Health())

    def _resting(self, base: str, health: _Health) -> BaseResting:
        left = max((health.until or 0.0) - self.clock(), 0.0)
        when = "is being tried again" if health.probed else f"is tried again in {max(round(left), 1)} s"
        times = "once" if health.failures == 1 else f"{health.failures} times in a row"
        return BaseResting(f"base {base!r} rests after it failed {times} ({health.last}); it {when}")


def own(fault: Exception, *, own_limit: bool = True) -> bool:
    """Whether a fault is a base's own doing: its store cannot be used, it takes too long, or something broke in it."""
    if isinstance(fault, TimeoutError):
        return own_limit
    if isinstance(fault, BaseResting | BaseOff):
        return False
    return isinstance(fault, StoreError) or not isinstance(fault, SignalboxError)
