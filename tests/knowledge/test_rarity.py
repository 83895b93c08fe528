"""Which of a question's words a passage says, the rarest first."""

from __future__ import annotations

import pytest

from knowledge.passage import Passage
from knowledge.rarity import rarity
from knowledge.text import stems

PASSAGES = [
    Passage(str(number), "b", "b/a.md", text, score=0.0)
    for number, text in enumerate(("Die Heizung im Keller", "Der Keller ist trocken", "Der Hof", "Das Dach"))
]


def test_a_rare_word_weighs_more_than_a_frequent_one() -> None:
    """Who says both says all, and a word that none says is nobody's loss."""
    told = rarity(stems("Heizung Keller Aufzug"), PASSAGES)
    assert told == pytest.approx([1.0, 0.3654, 0.0, 0.0], abs=0.0005)


def test_where_no_word_is_said_all_are_alike() -> None:
    """Nothing is divided by nothing, and no passages have no shares."""
    assert rarity(stems("Aufzug"), PASSAGES) == [0.0] * 4
    assert rarity(stems("Keller"), []) == []
