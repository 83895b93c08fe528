"""Questions of one message that lean on one another: waiting for an answer, filled from it, or without their verb."""

from __future__ import annotations

import pytest

from routing.waiting import fill, waits_for, without_gap


@pytest.mark.parametrize(
    ("earlier", "question", "expected"),
    [
        ("Which plan includes single sign-on", "what does it cost per seat?", True),
        ("Who approves refunds?", "how do I reach them?", True),
        ("What server has 8 GB?", "what does it cost?", True),
        ("Which plan includes single sign-on", "what does the Pro plan cost?", False),
        ("How do I export a board?", "what does it cost?", False),
        ("Why was I charged twice?", "when do I get it back?", False),
        ("Is there a discount?", "how large is it?", False),
    ],
)
def test_a_question_waits_for_the_one_that_names_its_thing(earlier: str, question: str, expected: bool) -> None:
    """Only a pronoun that stands for what an earlier which/what/who question asks for has to wait."""
    assert waits_for(question, earlier) is expected


@pytest.mark.parametrize(
    ("earlier", "question", "answer", "expected"),
    [
        (
            "Which plan includes single sign-on?",
            "what does it cost per seat?",
            "Single sign-on is included in the Enterprise plan only. Starter and Pro don't show the page.",
            "what does the Enterprise plan cost per seat?",
        ),
        (
            "Which server size has 8 GB?",
            "what does it cost?",
            "The Medium server has 8 GB of memory. Others have less.",
            "what does the Medium server cost?",
        ),
        (
            "Which plan has audit logs?",
            "What is its limit?",
            "Audit logs come with plan Team and above.",
            "What is the Team plan limit?",
        ),
        (
            "Which plan includes single sign-on?",
            "what does it cost per seat?",
            "It is part of every subscription. There is more.",
            "what does it cost per seat? (It is part of every subscription.)",
        ),
        ("Which plan includes single sign-on?", "what does it cost?", "", "what does it cost?"),
        ("Which plan includes single sign-on?", "what does it cost?", "   ", "what does it cost?"),
    ],
)
def test_a_waiting_question_is_filled_from_the_answer(earlier: str, question: str, answer: str, expected: str) -> None:
    """The name that answers takes the pronoun's place; without a name, the first sentence stands behind."""
    assert fill(question, earlier, answer) == expected


def test_a_name_of_two_words_is_taken_whole() -> None:
    """Who questions take the first name of the answer that the question did not hold."""
    filled = fill("how do I reach them?", "Who approves refunds?", "Refunds are approved by the Support Lead on duty.")
    assert filled == "how do I reach Support Lead?"


@pytest.mark.parametrize(
    ("part", "earlier", "whole"),
    [
        ("who in Fargo?", "Who acted in Heat", "who acted in Fargo?"),
        ("who in aliens", "who played in alien", "who played in aliens"),
        ("who Vertigo?", "Who directed Titanic", "who directed Vertigo?"),
        ("what of Portugal?", "What is the capital of Spain", "what is the capital of Portugal?"),
        ("when for partners?", "When is the deadline for customers", "when is the deadline for partners?"),
        ("who is on call?", "Who directed Titanic", "who is on call?"),
        ("where in Berlin?", "Who directed Titanic", "where in Berlin?"),
        ("who vertigo?", "who directed titanic", "who vertigo?"),
        (
            "who in the team may read the boards of others?",
            "Who works in Berlin",
            "who in the team may read the boards of others?",
        ),
    ],
)
def test_a_verb_that_is_left_out_is_taken_from_the_question_before(part: str, earlier: str, whole: str) -> None:
    """Only of a question that asks alike, and only where nothing but the verb is missing."""
    assert without_gap(part, earlier) == whole
