"""Quoting: the sentences that answer, letter for letter, or nothing."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.answerable import Doubt
from knowledge.embedding import embedded
from knowledge.passage import Passage
from knowledge.quoting import BUDGET, Evidence, Quoted, quote
from knowledge.text import units
from knowledge.trimming import SENTENCES, WHOLE

POLICY = (
    "A first purchase can be returned within **30 days** for a full refund. No reason is needed. The window opens "
    "on the day of the first charge.\n\n| Case | Refund |\n| --- | --- |\n| Renewal | none |\n| Seats | none |"
)
STEPS = "To restart:\n\n1. Open Servers.\n2. Press Restart.\n3. Wait until it says Running.\n"
MAIL = "Support answers from nine to five. Write to help@larkspur.example."


def evidence(n: int, text: str, score: float, title: str = "") -> Evidence:
    """A slot with the real vectors of its units."""
    found = units(text)
    vectors = embedded().encode([unit.text for unit in found]) if found else np.zeros((0, 384), dtype=np.float32)
    return Evidence(n, Passage(f"p{n}", "b", text, "b/x.md", title=title, score=score), found, vectors)


def asked(question: str, *slots: Evidence, everyday: float = 0.0) -> list[Quoted]:
    """What is quoted for a question."""
    return quote(question, embedded().query(question), slots, Doubt(everyday))


REFUND = "Can I get a refund for my first purchase?"


def test_the_sentence_that_answers_is_quoted() -> None:
    """The answer holds the best sentence, readable and letter for letter, with its slot."""
    first = asked(REFUND, evidence(1, MAIL, 0.2), evidence(4, POLICY, 0.8))[0]
    assert first == Quoted(
        4,
        "A first purchase can be returned within 30 days for a full refund.",
        "A first purchase can be returned within **30 days** for a full refund.",
    )


@pytest.mark.parametrize("question", [REFUND, "How do I restart?", "When does support answer?", "What about seats?"])
def test_every_quote_stands_in_its_passage(question: str) -> None:
    """Whatever is chosen, each quote is a substring of the passage of its slot, and no slot is left and come
    back to.
    """
    slots = [evidence(1, POLICY, 0.8), evidence(2, STEPS, 0.8), evidence(3, MAIL, 0.8)]
    texts = {slot.n: slot.passage.text for slot in slots}
    chosen = asked(question, *slots)
    assert chosen
    assert all(one.quote in texts[one.n] for one in chosen)
    places = [one.n for one in chosen]
    assert places == sorted(places, key=places.index)


def test_weak_evidence_is_not_quoted() -> None:
    """A near miss is no answer: below the bar, or farther than what people ask elsewhere, nothing is quoted."""
    slots = [evidence(1, POLICY, 0.25), evidence(2, MAIL, 0.15)]
    question = "What is the weather in Paris?"
    assert asked(question, slots[1]) == []
    assert asked(question, *slots, everyday=0.6) == []
    assert asked(question, *slots, everyday=0.2) != []


def test_no_evidence_quotes_nothing() -> None:
    """Neither no slot, nor a passage without quotable text, gives a quote."""
    assert asked(REFUND) == []
    assert asked(REFUND, evidence(1, "```\nrefund = 30\n```", 0.9)) == []


def test_a_far_weaker_passage_is_left_out() -> None:
    """Only passages nearly as strong as the best are quoted beside it."""
    assert {one.n for one in asked(REFUND, evidence(1, POLICY, 0.8), evidence(2, MAIL, 0.2))} == {1}


def test_what_search_ranks_highest_is_shown_first() -> None:
    """One sentence that fits by chance moves no passage ahead of what the whole ranking prefers."""
    chance = evidence(2, "Can I get a refund for my first purchase? Ask the bank.", 0.62)
    assert asked(REFUND, chance, evidence(5, POLICY, 0.66))[0].n == 5


def test_a_step_brings_its_list() -> None:
    """One step of a numbered list says little: the steps come together, in order."""
    chosen = asked("How do I restart, do I press something?", evidence(1, STEPS, 0.8))
    assert [one.quote for one in chosen][-3:] == ["Open Servers.", "Press Restart.", "Wait until it says Running."]


@pytest.mark.parametrize("place", [0, 7, 15, 29])
def test_the_best_row_of_a_long_table_is_quoted(place: int) -> None:
    """Wherever the row that answers stands, and however alike its neighbours are, it is among the quotes."""
    rows = [f"| LK-{4000 + n} | fault number {n} |" for n in range(30)]
    rows[place] = f"| LK-{4000 + place} | The session has expired |"
    table = "\n".join(["| Code | Meaning |", "| --- | --- |", *rows])
    chosen = asked("Which code means that the session has expired?", evidence(1, table, 0.8))
    assert rows[place] in [one.quote for one in chosen]


@pytest.mark.parametrize("place", [0, 3, 8, 11])
def test_the_best_step_of_a_long_list_is_quoted(place: int) -> None:
    """Where a list has more steps than are quoted, the one that answers is among them."""
    steps = [f"{n + 1}. Do thing number {n}." for n in range(12)]
    steps[place] = f"{place + 1}. Press the red button to reset the printer."
    chosen = asked("Which button resets the printer?", evidence(1, "\n".join(steps), 0.8))
    assert "Press the red button to reset the printer." in [one.quote for one in chosen]


def test_no_more_is_quoted_than_a_reader_wants() -> None:
    """A long passage gives its share of sentences, and all passages together no more than the budget."""
    text = " ".join(f"The refund rule number {n} is about refunds of purchases." for n in range(30))
    assert len(asked(REFUND, evidence(1, text, 0.8))) <= SENTENCES
    short = "A refund of a first purchase is made within days. " * (WHOLE // 60)
    many = asked(REFUND, *(evidence(n, f"{short} Rule {n}.", 0.8) for n in range(1, 9)))
    assert WHOLE < sum(len(one.text) for one in many) <= BUDGET


def test_a_section_is_quoted_whole() -> None:
    """A short passage is read from its start to its end, the best ranked passage first."""
    bank = "A refund takes 5 days to arrive. The bank may take longer."
    chosen = asked(REFUND, evidence(1, bank, 0.7), evidence(2, POLICY, 0.8))
    assert [one.quote for one in chosen] == [unit.quote for text in (POLICY, bank) for unit in units(text)]


def test_a_passage_that_says_every_word_is_no_everyday_matter() -> None:
    """A question whose every word stands in the passage is answered, however ordinary it sounds."""
    tower = evidence(1, "The tower is ninety metres high.", 0.5)
    assert [one.quote for one in asked("How high is the tower?", tower, everyday=0.9)] == [tower.passage.text]
    assert asked("How high is the bridge?", tower, everyday=0.9) == []


def test_a_table_is_as_long_as_it_is_written() -> None:
    """Rows that are made readable repeat their columns' names, and yet a short table is quoted whole."""
    rows = [f"| {n} to {n + 1} hours | {n}0% |" for n in range(9)]
    table = "\n".join(["| Length of one outage in full hours | Credit, a share of the fee |", "| --- | --- |", *rows])
    quoted = asked("What credit is there for an outage?", evidence(1, table, 0.9))
    assert sum(len(one.text) for one in quoted) > WHOLE > len(table)
    assert [one.quote for one in quoted] == rows
