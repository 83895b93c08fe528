"""Whether evidence is about a question: nearness, everyday questions, and words that no document says."""

from __future__ import annotations

import pytest

from knowledge.answerable import ANSWERS, NO_DOUBT, Doubt, answerable, share_unknown
from knowledge.passage import Passage
from knowledge.text import stems

QUESTION = "What does a premium seat cost in Trello?"


def seats(score: float, text: str = "A seat costs $14.") -> Passage:
    """The nearest passage."""
    return Passage("p", "b", text, "b/x.md", title="Prices", score=score)


@pytest.mark.parametrize(
    ("doubt", "least"),
    [
        (NO_DOUBT, ANSWERS),
        (Doubt(everyday=0.36), 0.4),
        (Doubt(everyday=0.36, known=stems(QUESTION)), 0.4),
        (Doubt(everyday=0.36, known=stems("premium")), 0.5),
        (Doubt(everyday=0.36, known=frozenset()), 0.6),
        (Doubt(everyday=0.36, known=frozenset(), usual=0.5), 0.45),
        (Doubt(everyday=0.1, known=stems(QUESTION), usual=0.9), ANSWERS),
    ],
)
def test_what_the_best_passage_must_score(doubt: Doubt, least: float) -> None:
    """Words that neither it nor any document says raise it, the more so the fewer words the documents lack."""
    assert answerable(QUESTION, seats(least + 0.01), doubt)
    assert not answerable(QUESTION, seats(least - 0.01), doubt)


def test_a_passage_that_says_every_word_needs_no_more() -> None:
    """However ordinary the question sounds."""
    assert answerable("What does a seat cost?", seats(ANSWERS), Doubt(everyday=0.9, known=frozenset()))


def test_a_question_without_any_known_word_is_in_another_language() -> None:
    """Its words tell nothing then; of those of a question that is partly known the rest counts."""
    assert share_unknown(stems("Wie lange behalten Sie meine Daten?"), stems("retention period")) == 0.0
    assert share_unknown(stems("retention of Trello boards"), stems("retention period")) == pytest.approx(2 / 3)
    assert share_unknown([], stems("retention")) == 0.0
