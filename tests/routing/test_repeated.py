"""When two questions are one: wrapping may differ, and nothing that turns the question."""

from __future__ import annotations

import pytest

from knowledge.embedding import embedded
from routing.repeated import bare, find, repeats

SAME = [
    ("What does the Pro plan cost?", "what does the pro plan cost"),
    ("What does the Pro plan cost?", "Please tell me again, what does the Pro plan cost?"),
    ("What does the Pro plan cost?", "Hi! What does the Pro plan cost?"),
    ("What does the Pro plan cost?", "What is the cost of the Pro plan?"),
    ("When did the railway come to Oakmere?", "When did the railways come to Oakmere?"),
    ("Was kostet der Pro-Tarif?", "Bitte nochmal: was kostet der Pro-Tarif?"),
    ("保留多久?", "保留多久"),
    ("???", "???"),
]
OTHER = [
    ("What does the Pro plan cost?", "What does the Team plan cost?"),
    ("what does the pro plan cost", "what does the team plan cost"),
    ("How do I upgrade from Pro to Team?", "How do I upgrade from Team to Pro?"),
    ("When is the server restarted?", "How is the server restarted?"),
    ("Can I cancel after 30 days?", "Can I cancel after 14 days?"),
    ("Can I cancel after thirty days?", "Can I cancel after sixty days?"),
    ("Can I cancel before renewal?", "Can I cancel after renewal?"),
    ("Is single sign-on included in Pro?", "Is single sign-on not included in Pro?"),
    ("Why does the import work?", "Why doesn't the import work?"),
    ("What was the price of Pro?", "What is the price of Pro?"),
    ("Do you ship to Norway?", "Do you ship to Norway for free?"),
    ("how do I enable two-factor", "how do I disable two-factor"),
    ("What is the limit for API keys?", "What is the limit for API keys in Enterprise?"),
    ("May I cancel?", "Must I cancel?"),
    ("What is the status of PROJ-123?", "What is the status of PROJ-124?"),
    ("Does my contract end in May?", "Does your contract end in May?"),
    ("and for ten seats?", "and for ten seats?"),
    ("What does it cost?", "What does it cost?"),
    ("Wann ist sie gestorben?", "Wann ist sie gestorben?"),
    ("Quel est son prix ?", "Quel est son prix ?"),
    ("???", "!!!"),
    ("???", "What does the Pro plan cost?"),
    ("保留多久?", "保留什么?"),
]


def cosine(one: str, other: str) -> float:
    """That of the embedded model."""
    return float(embedded().query(one) @ embedded().query(other))


@pytest.mark.parametrize(("old", "new"), SAME)
def test_the_same_question_in_other_wrapping(old: str, new: str) -> None:
    """Case, greetings, politeness, an article or the order of a few words make no other question, either way round."""
    assert repeats(new, old, lambda: cosine(new, old))
    assert repeats(old, new, lambda: cosine(new, old))


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_what_turns_a_question_makes_it_another(old: str, new: str) -> None:
    """A number, name, negation, direction, tense or question word; and a follow-up, which hangs on what was said."""
    assert not repeats(new, old, lambda: cosine(new, old))
    assert not repeats(old, new, lambda: cosine(new, old))


def test_the_latest_is_found() -> None:
    """Of several that are the same the newest is taken, and a text of the same words needs no vector."""

    def unasked(one: str, other: str) -> float:
        raise AssertionError((one, other))

    known = ["What does Pro cost?", "Where is the invoice?", "what does pro cost"]
    assert find("What does Pro cost?", known, unasked) == 2
    assert find("What does Team cost?", known, cosine) is None
    assert find("What does Team cost?", [], unasked) is None
    assert bare("Please, what does the Pro plan cost?") == "what does pro plan cost"
