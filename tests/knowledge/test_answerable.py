"""Whether evidence is about a question: nearness, everyday questions, and words that no document says."""

from __future__ import annotations

import pytest

from knowledge.answerable import (
    ANSWERS,
    CLOSE,
    FOREIGN,
    MARGIN,
    NO_DOUBT,
    STRANGE,
    UNKNOWN,
    USUAL,
    Doubt,
    answerable,
    closest,
    names,
    resembles,
    share_unknown,
    things,
)
from knowledge.passage import Passage
from knowledge.text import stems

QUESTION = "What does a premium parking seat cost?"


def seats(score: float, text: str = "A seat costs $14.", id_: str = "p") -> Passage:
    """The nearest passage."""
    return Passage(id_, "b", text, "b/x.md", title="Prices", score=score)


def held(question: str, least: float, doubt: Doubt) -> bool:
    """Whether the bar for a question stands at `least`."""
    return answerable(question, [seats(least + 0.01)], doubt) and not answerable(question, [seats(least - 0.01)], doubt)


@pytest.mark.parametrize(
    ("doubt", "least"),
    [
        (NO_DOUBT, ANSWERS),
        (Doubt(everyday=0.36), 0.4),
        (Doubt(everyday=0.36, known=stems(QUESTION)), 0.4),
        (Doubt(everyday=0.36, known=stems("premium")), 0.475),
        (Doubt(everyday=0.36, known=frozenset()), 0.55),
        (Doubt(everyday=0.36, known=frozenset(), usual=0.5), 0.4),
        (Doubt(everyday=0.1, known=stems(QUESTION), usual=0.9), ANSWERS),
    ],
)
def test_what_the_best_passage_must_score(doubt: Doubt, least: float) -> None:
    """Words that neither it nor any document says raise it, the more so the fewer words the documents lack."""
    assert held(QUESTION, least, doubt)


def test_no_evidence_answers_nothing() -> None:
    """There is nothing to quote."""
    assert not answerable(QUESTION, [], NO_DOUBT)


@pytest.mark.parametrize(("behind", "told"), [(CLOSE - 0.01, True), (CLOSE + 0.01, False), (-0.01, False)])
def test_what_comes_close_without_answering_is_told(behind: float, told: bool) -> None:
    """The best passage, where it misses the bar by little; nothing where it answers, or lies far off."""
    doubt = Doubt(everyday=0.36, known=stems(QUESTION))
    best = seats(0.4 - behind)
    assert closest(QUESTION, [seats(0.1, id_="other"), best], doubt) == (best if told else None)
    assert closest(QUESTION, [], doubt) is None


def test_a_passage_that_says_every_word_needs_no_more() -> None:
    """However ordinary the question sounds, and whichever of the passages it is."""
    further = seats(0.5, "Coffee is free.", "q")
    assert answerable("What does a seat cost?", [further, seats(ANSWERS)], Doubt(everyday=0.9, known=frozenset()))


def test_a_word_that_resembles_one_of_the_evidence_is_not_strange() -> None:
    """Stems bring English forms together; those of other languages, and compounds, are alike and no more."""
    evidence = [seats(0.36, "Die Kündigungsfrist beträgt zwölf Monate.")]
    doubt = Doubt(everyday=0.3, known=stems("lang"))
    assert answerable("Wie lang ist die Frist zum Kündigen?", evidence, doubt)
    assert not answerable("Wie lang ist die Probezeit im Schuppen?", evidence, doubt)


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("How much is a seat in Trello?", 0.34 + FOREIGN),
        ("Does the museum cost more than a seat?", 0.34),
    ],
)
def test_what_the_documents_do_not_know_raises_the_bar(question: str, known: float) -> None:
    """A name that the evidence does not say, or what is asked about and no document says."""
    assert held(question, known, Doubt(everyday=0.3, known=stems(question)))
    unknown = Doubt(everyday=0.3, known=stems(question) - stems("Trello museum"), usual=1.0)
    share = share_unknown(stems(question), unknown.known or ())
    assert held(question, 0.3 + MARGIN - USUAL + UNKNOWN * share + FOREIGN, unknown)


@pytest.mark.parametrize(
    ("question", "least"),
    [
        ("Quelle est la capitale de la France ?", STRANGE),
        ("What is the boiling point of ethanol?", STRANGE),
        ("Is anything seated?", ANSWERS),
        ("ok?", ANSWERS),
    ],
)
def test_where_no_word_is_shared_the_cosine_alone_must_be_high(question: str, least: float) -> None:
    """A word that resembles one of the evidence is enough to judge as usual, and so is a question of no words."""
    assert held(question, least, Doubt(everyday=0.1, known=frozenset(), usual=0.9))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much is a seat in Trello?", ["Trello", "seat"]),
        ("Does a premium parking seat cost more?", ["premium parking seat"]),
        ("Is the old-town museum open?", ["old-town museum"]),
        ("Are you open between Christmas and New Year on a Monday?", []),
        ("Does it need the VAT number?", []),
        ("When does the museum open?", ["museum"]),
        ("Wo finde ich einen Zahnarzt?", []),
        ("Pro or Team plan?", ["Team"]),
        ("", []),
    ],
)
def test_the_subjects_of_a_question(question: str, expected: list[str]) -> None:
    """Names by their capital, and what stands behind the verb; no times, abbreviations or German nouns."""
    told = [name for name in names(question) if not name.isupper()]
    assert [*told, *things(question)] == expected


def test_a_name_has_to_stand_in_the_evidence() -> None:
    """That some other document mentions it does not make what was found one about it."""
    question = "How much is a seat in Trello for charities?"
    known = Doubt(everyday=0.36, known=stems(question))
    assert not answerable(question, [seats(0.41, "A seat costs $14.")], known)
    assert answerable(question, [seats(0.41, "A seat in Trello costs $14.")], known)


def test_an_everyday_question_about_what_the_documents_are_about_is_no_sign() -> None:
    """Where the evidence's own document says the name that both share, the nearest of the others counts."""
    question = "How do I connect my Slack?"
    doubt = Doubt(everyday=0.9, known=stems(question), named=stems("Slack"), beside=0.3)
    found = [seats(0.4, "Choose the program to connect."), seats(0.39, "Chat: Slack.", "q")]
    assert answerable(question, found, doubt)
    assert not answerable(question, [seats(0.4, "Choose the program.")], doubt)


@pytest.mark.parametrize(
    ("word", "other", "alike"),
    [
        ("Schuhe", "hallenschuhe", True),
        ("kündigen", "gekundigt", True),
        ("dashbord", "dashboard", True),
        ("gel", "gels", True),
        ("car", "careful", False),
        ("fährt", "fuhrt", False),
        ("museum", "muse", True),
        ("ethanol", "metal", False),
    ],
)
def test_words_that_resemble_each_other(word: str, other: str, alike: bool) -> None:
    """Endings, compounds and one slip in a long word; a shared beginning of three letters is none."""
    assert resembles(word, [other]) is alike


def test_a_question_without_any_known_word_is_in_another_language() -> None:
    """Its words tell nothing then; of those of a question that is partly known the rest counts."""
    assert share_unknown(stems("Wie lange behalten Sie meine Daten?"), stems("retention period")) == 0.0
    assert share_unknown(stems("retention of Trello boards"), stems("retention period")) == pytest.approx(2 / 3)
    assert share_unknown([], stems("retention")) == 0.0
