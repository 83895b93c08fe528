"""The guard: what an assistant says back of a request stands where the user goes on without a word against it."""

from __future__ import annotations

from datetime import datetime

import pytest

from tools.guard.agreeing import agrees
from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import ArgumentVerdict, Reason, Span, Verdict
from tools.schema import Parameter, Tool

NOW = datetime(2025, 3, 13, 9, 0)  # noqa: DTZ001 - a Thursday, without a zone
TOOL = Tool("book", parameters=(Parameter("date"), Parameter("strength", "number"), Parameter("hotel")))
LOCKER = "a locker tomorrow and the one after that"
SHOWN = "March 14 and 15. What size?"


def judged(name: str, value: object, *texts: str) -> ArgumentVerdict:
    """The verdict on one value after these turns, the user's first."""
    turns = [Turn("user" if place % 2 == 0 else "assistant", text) for place, text in enumerate(texts)]
    (verdict,) = check(TOOL, Call({name: value}), Conversation(turns, reference=NOW)).arguments
    return verdict


def test_what_was_said_back_is_affirmed_and_named_again() -> None:
    """It is no word of the user's, so it is derived: with its place, and what would satisfy it."""
    verdict = judged("date", "2025-03-15", LOCKER, SHOWN, "a big one")
    spans = (Span(1, 8, 15, " and 15"),)
    assert verdict == ArgumentVerdict("date", "2025-03-15", Verdict.DERIVED, Reason.AFFIRMED, spans, "date")


@pytest.mark.parametrize(
    ("asked", "turn", "reply"),
    [
        ("the doctor doubled it", "Then 20 mg. 30 or 90 tablets?", "Ninety please"),
        ("the doctor doubled it", "So 20 mg, noted. Do you want a leaflet?", "no thanks"),
    ],
)
def test_an_answer_to_what_comes_next_lets_it_stand(asked: str, turn: str, reply: str) -> None:
    """A "no" may answer the question alone."""
    assert judged("strength", 20, asked, turn, reply).verdict is Verdict.DERIVED


@pytest.mark.parametrize(
    ("asked", "turn", "reply"),
    [
        ("the doctor changed it", "Then 20 mg. 30 or 90 tablets?", "no, not that much"),
        ("the doctor changed it", "Then 20 mg. 30 or 90 tablets?", "Ninety, but that's the wrong strength"),
        ("the doctor changed it", "Then 20 mg. 30 or 90 tablets?", "what do they cost?"),
        ("how strong are they?", "Mostly 20 mg. 30 or 90 tablets?", "Ninety please"),
        ("the doctor changed it", "I suggest 20 mg. 30 or 90 tablets?", "Ninety please"),
        ("the doctor changed it", "We have 20 mg. 30 or 90 tablets?", "Ninety please"),
        ("the doctor changed it", "Is 20 mg right? And 30 or 90 tablets?", "Ninety please"),
        ("the doctor changed it", "Then 20 mg.", "I'd like ninety"),
        ("the doctor changed it", "? Then 20 mg.", "I'd like ninety"),
    ],
)
def test_an_objection_an_offer_or_an_answer_stands_for_nothing(asked: str, turn: str, reply: str) -> None:
    """What the assistant proposes, or answers, is not said back; and a user who asks has let nothing pass."""
    verdict = judged("strength", 20, asked, turn, reply)
    assert (verdict.verdict, verdict.reason) == (Verdict.ABSENT, Reason.ONLY_ASSISTANT)


def test_an_agreement_takes_up_the_option_that_was_asked_about() -> None:
    """Who asks about the second and then takes it has not taken the first."""
    talk = ("any hotel?", "Loden Arms has 4 stars, Burrard Palace 5.", "does the second have a gym?", "Yes.", "sold!")
    assert judged("hotel", "Burrard Palace", *talk).verdict is Verdict.GIVEN
    assert judged("hotel", "Loden Arms", *talk).verdict is Verdict.ABSENT


def test_a_yes_to_one_or_the_other_takes_up_neither() -> None:
    """Which of the two is meant was not said; with the next reply it is."""
    talk = ["any hotel?", "Would you like Loden Arms or Burrard Palace?", "yes please"]
    assert judged("hotel", "Loden Arms", *talk).reason is Reason.ONLY_ASSISTANT
    assert judged("hotel", "Loden Arms", *talk, "Which?", "the first").verdict is Verdict.GIVEN


@pytest.mark.parametrize(
    "reply",
    "fab. half an hour's enough|sold!|you bet|go on then|I'm in|Fair enough|why not|if you would"
    "|I'd appreciate that|see you then|16 20 suits"
    "|please, and breakfast too|Great. What's the address? Book it|We'll have that".split("|"),
)
def test_an_offer_is_taken_up_in_passing(reply: str) -> None:
    """Everyday words of agreement."""
    assert agrees(reply)


@pytest.mark.parametrize(
    "reply",
    "better not|I'd rather not|why not earlier?|is it a deal breaker?|nothing suits|Okay, how much is it?"
    "|ok, but is there a later one?|great, let me ask my boss first|yes, I have to ask my wife".split("|"),
)
def test_a_reply_that_asks_or_hesitates_takes_up_nothing(reply: str) -> None:
    """Words of agreement inside it do not make it one."""
    assert not agrees(reply)
