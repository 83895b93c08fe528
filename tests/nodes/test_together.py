"""Parts of a message: which are asked by themselves, and which with the part that they are about."""

from __future__ import annotations

import pytest

from nodes.rewrite import together


@pytest.mark.parametrize(
    ("message", "parts", "expected"),
    [
        (
            "Where do I turn on nightly copies of my machine and what do they add to the price?",
            ["Where do I turn on nightly copies of my machine", "what do they add to the price?"],
            ["Where do I turn on nightly copies of my machine and what do they add to the price?"],
        ),
        (
            "I was billed 79 for my washer. How do I get it back? And what is the rate limit?",
            ["I was billed 79 for my washer.", "How do I get it back?", "what is the rate limit?"],
            ["I was billed 79 for my washer. How do I get it back?", "what is the rate limit?"],
        ),
    ],
)
def test_a_part_that_refers_back_is_asked_with_the_part_before(
    message: str, parts: list[str], expected: list[str]
) -> None:
    """Letter for letter as it stands in the message, whatever stands between them."""
    assert together(message, parts) == expected


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("What is on Pro? Does it include SSO?", ["What is on Pro?", "Does it include SSO?"]),
        ("Who acted in Heat and who in Fargo?", ["Who acted in Heat", "who in Fargo?"]),
        ("Who approves refunds and how do I reach them?", ["Who approves refunds", "how do I reach them?"]),
        (
            "How can I delete a key? Where does water go after it enters a storm drain?",
            ["How can I delete a key?", "Where does water go after it enters a storm drain?"],
        ),
        ("What is an API? What is an API?", ["What is an API?", "What is an API?"]),
        ("it? it?", ["it?"]),
    ],
)
def test_other_parts_stay_questions_of_their_own(message: str, parts: list[str]) -> None:
    """One that can be completed, one that waits for an answer, and one that says what it is about."""
    assert together(message, parts) == parts
