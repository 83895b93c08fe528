"""Reading the conversation: the user's message, what was asked before, and a transcript that fits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from nodes.conversation import MAX_CHARACTERS, earlier_questions, said_before, transcript, user_message
from routing.conversation import History

TALK = [HumanMessage("What does Pro cost?"), AIMessage("$14 [1]"), HumanMessage("and\x00 Team?"), AIMessage("$22")]


def test_the_users_message_is_cleaned_and_otherwise_untouched() -> None:
    """Control characters go; blanks and line ends stay byte for byte."""
    assert user_message([*TALK, HumanMessage("  and\x00 yearly?\n ")]) == "  and yearly?\n "
    assert len(user_message([HumanMessage("x" * MAX_CHARACTERS)])) == MAX_CHARACTERS


def test_earlier_questions_are_the_users_only() -> None:
    """What the assistant said is not what the user asked."""
    assert earlier_questions([*TALK, HumanMessage("now")]) == ["What does Pro cost?", "and Team?"]
    assert earlier_questions([HumanMessage("now")]) == []


def test_an_answer_of_this_run_leaves_its_question_unsaid() -> None:
    """Routed again after an answer, the question itself is not among what was said before it, nor is the answer."""
    asked = [*TALK, HumanMessage("now"), AIMessage("not found")]
    assert earlier_questions(asked) == ["What does Pro cost?", "and Team?"]
    assert said_before(asked) == said_before(asked[:-1])
    assert said_before(asked).answers == ("$14 [1]", "$22")
    assert said_before(asked[-2:]) == History((), ())


def test_the_transcript_leaves_out_the_last_message() -> None:
    """It is the conversation before the question, line by line, without system messages."""
    said = transcript([SystemMessage("secret"), *TALK[:2], HumanMessage("now")], 1_000)
    assert said == "User: What does Pro cost?\nAssistant: $14 [1]"
    assert transcript([HumanMessage("now")], 1_000) == "(none)"


def test_a_long_transcript_loses_its_oldest_part() -> None:
    """Past the window the oldest turns go, and what is left begins with the user."""
    talk = [one for n in range(200) for one in (HumanMessage(f"question {n}"), AIMessage(f"answer {n}"))]
    said = transcript([*talk, HumanMessage("now")], 100)
    assert said.endswith("User: question 199\nAssistant: answer 199")
    assert said.startswith("User: ")
    assert 3 < len(said.splitlines()) < 40


def test_a_single_message_larger_than_the_window_is_left_out() -> None:
    """Where not even the last turn fits, there is no transcript rather than half a sentence."""
    assert transcript([HumanMessage("word " * 5_000), AIMessage("ok"), HumanMessage("now")], 100) == "(none)"


def test_a_conversation_that_grows_keeps_its_beginning() -> None:
    """The oldest part is cut by a quarter of the window at a time, so that a prompt cache knows most beginnings."""
    spoken: list[Any] = []
    told = []
    for number in range(60):
        spoken.append(HumanMessage(f"What does the Pro plan cost in case {number}, and in which currency is it paid?"))
        told.append(transcript(spoken, 1000))
        spoken.append(AIMessage("The Pro plan costs $21 per seat and month, in any currency."))
    moved = [later for earlier, later in pairwise(told) if not later.startswith(earlier.removesuffix("(none)"))]
    assert 2 <= len(moved) <= 12
    assert all(len(one) < 4 * 1000 for one in told)
    assert told[-1].endswith("Assistant: The Pro plan costs $21 per seat and month, in any currency.")
