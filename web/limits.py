"""What one request, and one caller, may cost: the size and depth of a body, and requests a minute."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.types import Message, Receive

DEEPEST = 64
"""Levels of nesting in a JSON body: a run's input has some six, and parsers recurse."""
MOST_CALLERS = 10_000
"""Callers whose rate is remembered; the longest silent is forgotten first."""
# Possessive, so that no text makes it look twice; a string without an end reaches to the end.
_PARTS = re.compile(rb'"(?>[^"\\]+|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


class TooLarge(Exception):
    """The body is larger than the setting allows."""


class Left(Exception):
    """The client went away before its body was there."""


async def whole_body(receive: Receive, most: int) -> bytes:
    """The body of a request. Raises TooLarge as soon as it has more than `most` bytes, Left where the client left."""
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Left
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise TooLarge
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)


def again(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives a body which was read already, then what comes after it."""
    waiting = [body]

    async def given() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return given


def too_deep(body: bytes, deepest: int = DEEPEST) -> bool:
    """Whether brackets outside of strings nest deeper than that. Linear in the body's size, whatever stands in it."""
    depth = 0
    for found in _PARTS.finditer(body):
        first = found[0][:1]
        if first in b"[{":
            depth += 1
            if depth > deepest:
                return True
        elif first in b"]}":
            depth -= 1
    return False


@dataclass
class Rate:
    """A bucket a caller: `a_minute` requests at once, filled again evenly. 0: no limit. For one event loop."""

    a_minute: float
    clock: Callable[[], float] = time.monotonic
    _full_at: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """By caller: when its bucket will be full again."""

    def wait_s(self, caller: str) -> float:
        """0 where the request may pass, and is counted; else the seconds until the next one may."""
        if not self.a_minute:
            return 0.0
        now, each = self.clock(), 60 / self.a_minute
        full_at = max(self._full_at.get(caller, now), now) + each
        # A bucket of a minute's requests; at least one, where less than one a minute is allowed.
        over = full_at - now - max(60.0, each)
        if over > 1e-9:
            return over
        self._full_at[caller] = full_at
        self._full_at.move_to_end(caller)
        if len(self._full_at) > MOST_CALLERS:
            self._full_at.popitem(last=False)
        return 0.0
