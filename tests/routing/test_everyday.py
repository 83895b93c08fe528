"""Everyday questions: what speaks against answering, told with the words of the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knowledge.answerable import Doubt
from knowledge.store import Store
from knowledge.text import stems
from routing.everyday import Everyday

RAIN = np.array([1.0, 0.0], dtype=np.float32)
EVERYDAY = Everyday(np.array([[0.6, 0.8], [0.0, 1.0]], dtype=np.float32), (stems("rain tomorrow"), stems("won game")))


def test_a_store_tells_which_words_it_knows(tmp_path: Path) -> None:
    """The nearest question's cosine, the known words, and how many words such questions have that nobody knows."""
    store = Store(tmp_path)
    store.lexical.add([("1", "a", "Refunds for rain on the day of a game")])
    doubt = EVERYDAY.doubt("Does it rain refunds in Oslo?", RAIN, store)
    assert doubt == Doubt(everyday=np.float32(0.6).item(), known=stems("rain refund"), usual=0.5)


def test_without_a_store_nobody_can_tell(tmp_path: Path) -> None:
    """Every word counts as known."""
    doubt = EVERYDAY.doubt("Does it rain?", RAIN, Store(tmp_path))
    assert doubt == Doubt(everyday=np.float32(0.6).item(), known=stems("rain"), usual=0.0)


def test_what_both_name_is_told_apart(tmp_path: Path) -> None:
    """The nearest everyday question that does not name what the documents name, and the names themselves."""
    store = Store(tmp_path)
    store.lexical.add([("1", "a", "Slack gets our messages")])
    everyday = Everyday(EVERYDAY.vectors, EVERYDAY.said, (stems("Slack"), stems("Jira")))
    doubt = everyday.doubt("Can I send rain to Slack and Jira?", RAIN, store)
    assert (doubt.named, doubt.everyday, doubt.beside) == (stems("Slack"), np.float32(0.6).item(), 0.0)
    assert everyday.doubt("Can I send rain?", RAIN, store).named == frozenset()


GERMAN = Everyday(np.array([[0.8, 0.6]], dtype=np.float32), (stems("Regen morgen"),))
TWO_LANGUAGES = replace(EVERYDAY, abroad={"de": GERMAN})
HOUSE = "Die Regeln für den Hof und das Haus: der Hund ist bei uns nicht im Haus, und wie man mit ihm auf den Hof kann."


@pytest.mark.parametrize(
    ("text", "question", "everyday", "usual"),
    [
        (HOUSE, "Wann ist der Hund im Hof?", 0.8, 1.0),
        (HOUSE, "May the dog come in?", 0.6, 1.0),
        ("The dog stays in the yard.", "Wann ist der Hund im Hof?", 0.6, 1.0),
    ],
)
def test_documents_and_question_of_one_language_are_held_against_its_own_everyday_questions(
    tmp_path: Path, text: str, question: str, everyday: float, usual: float
) -> None:
    """Where the documents, or the question, are of another, the English ones are all there is."""
    store = Store(tmp_path)
    store.lexical.add([("1", "a", text)])
    doubt = TWO_LANGUAGES.doubt(question, RAIN, store)
    assert (doubt.everyday, doubt.usual) == (np.float32(everyday).item(), usual)
