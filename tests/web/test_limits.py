"""Limits: the depth and size of a body, and requests a minute."""

from __future__ import annotations

import time

import pytest

from web.limits import MOST_CALLERS, Rate, TooLarge, again, too_deep, whole_body

DEPTHS = [
    (b"", False),
    (b'{"a": [1, {"b": []}]}', False),
    (b"[" * 4 + b"]" * 4, False),
    (b"[" * 5 + b"]" * 5, True),
    (b"[]" * 1000, False),
    (b'["[[[[[[", "\\"[[[[[[", "\\\\"]', False),
    (b'{"a": "' + b"[" * 50, False),
    (b'"\\\\"[[[[[', True),
    (b"]]]]]]]]]][[[[", False),
]


@pytest.mark.parametrize(("body", "deep"), DEPTHS)
def test_depth_is_counted_outside_of_strings(body: bytes, deep: bool) -> None:
    """A string may hold any number of brackets, an escaped quote does not end it, and one may have no end."""
    assert too_deep(body, 4) is deep


@pytest.mark.parametrize("body", [b'"\\' * 1_000_000, b'\\"' * 1_000_000, b'"' * 2_000_001, b'"a\\'])
def test_depth_is_linear(body: bytes) -> None:
    """Two megabytes of quotes and strokes are read in a second or so."""
    began = time.process_time()
    assert too_deep(body) is False
    assert time.process_time() - began < 5


class Clock:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_a_bucket_holds_a_minute_and_fills_evenly() -> None:
    """So many at once, then one each time a share of the minute has passed; callers do not share a bucket."""
    clock = Clock()
    rate = Rate(6, clock)
    assert [rate.wait_s("a") for _ in range(7)] == [0, 0, 0, 0, 0, 0, 10]
    assert rate.wait_s("b") == 0
    clock.now += 10
    assert [rate.wait_s("a"), rate.wait_s("a")] == [0, 10]
    clock.now += 600
    assert [rate.wait_s("a") for _ in range(7)] == [0, 0, 0, 0, 0, 0, 10]


def test_no_limit_and_less_than_one_a_minute() -> None:
    """0 is no limit; half a request a minute lets one through."""
    assert {Rate(0).wait_s("a") for _ in range(100)} == {0}
    slow = Rate(0.5, Clock())
    assert [slow.wait_s("a"), slow.wait_s("a")] == [0, 120]


def test_callers_are_forgotten() -> None:
    """A stranger with many addresses does not fill the memory."""
    rate = Rate(1)
    for place in range(MOST_CALLERS + 5):
        rate.wait_s(str(place))
    assert rate.wait_s(str(MOST_CALLERS)) > 0
    assert rate.wait_s("0") == 0


async def test_a_body_is_read_to_its_limit_and_given_again() -> None:
    """What was read is given once, then what comes after it."""
    parts = [b"ab", b"", b"cd"]

    async def receive() -> dict[str, object]:
        if not parts:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    body = await whole_body(receive, 4)
    given = again(body, receive)
    assert [await given(), await given()] == [
        {"type": "http.request", "body": b"abcd", "more_body": False},
        {"type": "http.disconnect"},
    ]
    parts = [b"ab", b"cde", b"never read"]
    with pytest.raises(TooLarge):
        await whole_body(receive, 4)
    assert parts == [b"never read"]
