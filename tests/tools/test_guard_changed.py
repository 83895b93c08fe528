"""The guard: a number that was said before, changed by so much, is computed; another way or another step is not."""

from __future__ import annotations

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import ArgumentVerdict, Reason, Span, Verdict
from tools.schema import Parameter, Tool

WARM = ("Upstairs is at 64 °F. Shall I raise it?", "sure, by four degrees")
LOUNGE = ("It is 21 degrees in the lounge.", "make it two degrees warmer")
STAY = ("Three nights from May 2, noted.", "can we add one more night?")


def judged(name: str, value: float, texts: tuple[str, ...]) -> ArgumentVerdict:
    """The verdict on a number after a turn of the assistant's and one of the user's."""
    turns = [Turn("user" if place else "assistant", text) for place, text in enumerate(texts)]
    tool = Tool("set", parameters=(Parameter(name, "number"),))
    (verdict,) = check(tool, Call({name: value}), Conversation(turns)).arguments
    return verdict


@pytest.mark.parametrize(
    ("name", "value", "texts"),
    [
        ("temperature", 68, WARM),
        ("temperature", 23, LOUNGE),
        ("temperature", 19, ("It is 21 degrees in the lounge.", "bring it down by 2")),
        ("nights", 4, STAY),
        ("tickets", 3, ("You have 5 tickets.", "I need two fewer")),
    ],
)
def test_what_was_said_before_is_changed_by_so_much(name: str, value: float, texts: tuple[str, ...]) -> None:
    """Up, down, more and fewer; "by four" goes the way the assistant asked about."""
    verdict = judged(name, value, texts)
    assert (verdict.verdict, verdict.reason) == (Verdict.DERIVED, Reason.COMPUTED)


@pytest.mark.parametrize(
    ("name", "value", "texts"),
    [
        ("temperature", 60, WARM),
        ("temperature", 19, LOUNGE),
        ("temperature", 24, LOUNGE),
        ("nights", 5, STAY),
        ("tickets", 7, ("You have 5 tickets.", "I need two fewer")),
        ("tickets", 7, ("You have 5 tickets.", "two of them please")),
        ("tickets", 7, ("You have 5 tickets.", "more than two are lost")),
        ("minutes", 68, ("Upstairs is at 64 °F.", "four minutes longer")),
    ],
)
def test_another_way_or_another_measure_is_not_said(name: str, value: float, texts: tuple[str, ...]) -> None:
    """Nor does a number change where no step is asked for."""
    assert judged(name, value, texts).verdict is Verdict.ABSENT


def test_the_place_is_where_the_step_was_said() -> None:
    """A computed number points at the words that change it."""
    wanted = ArgumentVerdict(
        "temperature", 68, Verdict.DERIVED, Reason.COMPUTED, (Span(1, 9, 13, "four"),), "temperature"
    )
    assert judged("temperature", 68, WARM) == wanted
