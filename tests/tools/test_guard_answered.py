"""The guard: a yes or a no answers the question that names the option; a question asked back answers none."""

from __future__ import annotations

from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import ArgumentVerdict, Reason, Span, Verdict
from tools.schema import Parameter, Tool

EXPLICIT = Parameter("explicit", "boolean", "Include explicit lyrics")
SHARED = Parameter("shared_ride", "boolean", "Whether to share the ride")
PROTECTION = Parameter("trip_protection", "boolean", "Whether to add trip protection, for a fee")
BAGS = Parameter("bags", "integer", "Number of checked bags")
CLASS = Parameter("class", "string", enum=("value", "flexible", "business"))
LENGTH = Parameter("length", "string", "Length of the client's hair", enum=("short", "medium", "long"))
SEATS = Parameter("seats", "integer", enum=(1, 2, 3))


def judged(parameter: Parameter, value: Any, *texts: str) -> ArgumentVerdict:
    """The verdict on one value after these turns, the assistant's first."""
    turns = [Turn("user" if place % 2 else "assistant", text) for place, text in enumerate(texts)]
    tool = Tool("tool", parameters=(parameter,))
    (verdict,) = check(tool, Call({parameter.name: value}), Conversation(turns)).arguments
    return verdict


@pytest.mark.parametrize(
    ("parameter", "value", "question", "reply", "word"),
    [
        (EXPLICIT, False, "May it have explicit lyrics?", "better not, there are teenagers", "better not"),
        (PROTECTION, False, "Would you like to add trip protection?", "Oh no, thanks", "no"),
        (PROTECTION, False, "It leaves at 9. Would you like trip protection?", "not really", "not really"),
        (SHARED, True, "Do you mind sharing the ride?", "not at all", "not at all"),
    ],
)
def test_a_no_is_to_the_option_the_question_names(
    parameter: Parameter, value: bool, question: str, reply: str, word: str
) -> None:
    """The value comes from the reply, and stands where the reply says it; the other value is ruled out."""
    verdict = judged(parameter, value, question, reply)
    start = reply.lower().index(word)
    spans = (Span(1, start, start + len(word), reply[start : start + len(word)]),)
    assert verdict == ArgumentVerdict(parameter.name, value, Verdict.GIVEN, Reason.SAID, spans)
    assert judged(parameter, not value, question, reply).verdict is Verdict.ABSENT


def test_a_yes_is_to_the_option_the_question_names() -> None:
    """What is agreed to is on, and off is refused."""
    talk = ("Would you like to add trip protection?", "of course")
    assert judged(PROTECTION, True, *talk).verdict is Verdict.GIVEN
    assert judged(PROTECTION, False, *talk).reason is Reason.OTHER_SAID


@pytest.mark.parametrize("reply", ["hand luggage only", "nope", "none", "No thanks"])
def test_none_is_wanted_of_what_a_question_asks_for(reply: str) -> None:
    """A count that was asked about and declined is nought, by a step; any other count is not."""
    verdict = judged(BAGS, 0, "Any checked luggage?", reply)
    assert (verdict.verdict, verdict.reason) == (Verdict.DERIVED, Reason.COMPUTED)
    assert judged(BAGS, 1, "Any checked luggage?", reply).verdict is Verdict.ABSENT


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Any meal wishes?", "no"),
        ("How many bags?", "no idea"),
        ("Any bags or a pet?", "no"),
        ("Any bags?", "just two"),
    ],
)
def test_nothing_is_nought_by_an_answer_to_something_else(question: str, reply: str) -> None:
    """A question about another thing, about how many, about one or the other, or a number in the reply."""
    assert judged(BAGS, 0, question, reply).verdict is Verdict.ABSENT


@pytest.mark.parametrize(
    ("parameter", "value", "question", "reply"),
    [
        (PROTECTION, True, "Would you like to add trip protection for 9 dollars?", "what does that cover?"),
        (CLASS, "value", "Would you like to go in value, flexible or business class?", "Which has power sockets?"),
        (CLASS, "value", "In which class?", "I must ask my wife first"),
        (CLASS, "value", "In which class?", "whats the difference"),
        (LENGTH, "medium", "How long is your hair?", "I'll send you a photo later"),
    ],
)
def test_what_was_asked_for_and_left_open_is_not_inferred(
    parameter: Parameter, value: Any, question: str, reply: str
) -> None:
    """Who asks back or puts the answer off has chosen nothing; where nobody asked, a choice may be inferred."""
    verdict = judged(parameter, value, question, reply)
    assert (verdict.verdict, verdict.reason) == (Verdict.ABSENT, Reason.NOT_SAID)
    assert judged(parameter, value, "Where to?", reply).verdict is Verdict.DERIVED


def test_a_time_names_no_choice_of_a_number() -> None:
    """The 1 of a time says nothing of one seat, and two mates with the speaker are three."""
    assert judged(SEATS, 3, "There is a bus at 1:40 pm.", "Perfect, for me and two mates").verdict is Verdict.DERIVED
