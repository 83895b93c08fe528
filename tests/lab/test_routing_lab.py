"""The routing lab: the published table of floors, from fixture chunks whose TF-IDF scores can be checked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from evals.lab import FIXTURES, Row, Scorer, Ticket, lab, read_chunks, read_tickets, route
from knowledge.catalog import Catalog
from knowledge.embedding import embedded
from knowledge.text import terms
from routing.cascade import Asked, Cascade
from routing.tfidf import TfidfScorer

LOGGED_OUT = "The dashboard keeps logging me out."
RETENTION = "How long do you keep my data after I cancel?"
COMPENSATION = "My server went down for an hour. Will I be compensated?"
RESTART = "How do I restart a server that stopped responding?"
NEAR = 0.01


@pytest.fixture(scope="module")
def tickets() -> list[Ticket]:
    """The eighteen tickets."""
    return read_tickets(FIXTURES / "tickets.jsonl")


@pytest.fixture(scope="module")
def chunks() -> dict[str, list[str]]:
    """The fixture chunks of each base."""
    return read_chunks(FIXTURES / "chunks.json")


@pytest.fixture(scope="module")
def tfidf(chunks: dict[str, list[str]]) -> Scorer:
    """Each base scored by its best chunk."""
    scorer = TfidfScorer(chunks)
    return lambda text: scorer.score(text).needed


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The three bases as descriptions and examples."""
    return Catalog.load(FIXTURES)


@pytest.fixture(scope="module")
def semantic(catalog: Catalog) -> Scorer:
    """The cheap tiers of the house's own router, with the embedded model."""
    cascade = Cascade.of(catalog, embedded())
    return lambda text: cascade.scores(Asked("q", text), catalog.names)


def misrouted(scorer: Scorer, tickets: Sequence[Ticket], floor: float = 0.0) -> list[str]:
    """The tickets whose own base is not searched."""
    return [
        ticket.text
        for ticket in tickets
        if ticket.base not in {name for name, _ in route(ticket.text, scorer, floor).bases}
    ]


def best(scorer: Scorer, text: str) -> tuple[str, float]:
    """The base a ticket goes to without a floor, and its unrounded score."""
    [(name, _)] = route(text, scorer, floor=0.0).bases
    return name, scorer(text)[name]


def test_the_published_table(tfidf: Scorer, tickets: list[Ticket]) -> None:
    """Each floor misroutes, falls back and searches exactly as often as published."""
    assert lab(tfidf, tickets) == [
        Row(floor=0.00, tickets=18, misrouted=3, fell_back=0, searches=18),
        Row(floor=0.01, tickets=18, misrouted=2, fell_back=1, searches=20),
        Row(floor=0.30, tickets=18, misrouted=2, fell_back=4, searches=26),
        Row(floor=0.42, tickets=18, misrouted=0, fell_back=11, searches=40),
    ]


def test_the_table_as_it_is_printed(tfidf: Scorer, tickets: list[Ticket]) -> None:
    """The right base is reached by 15, 16, 16 and 18 of 18, at 1.00, 1.11, 1.44 and 2.22 searches a ticket."""
    printed = [(row.reached, f"{row.searches_per_ticket:.2f}") for row in lab(tfidf, tickets)]
    assert printed == [(15, "1.00"), (16, "1.11"), (16, "1.44"), (18, "2.22")]


def test_the_bases_stand_in_the_order_that_breaks_ties(chunks: dict[str, list[str]], catalog: Catalog) -> None:
    """Billing comes first, in the chunks and in the catalog."""
    assert list(chunks) == catalog.names == ["billing", "technical", "general"]


def test_three_tickets_are_misrouted_without_a_floor(tfidf: Scorer, tickets: list[Ticket]) -> None:
    """One mistake is a tie without any score, two are made with confidence."""
    assert misrouted(tfidf, tickets) == [LOGGED_OUT, RETENTION, COMPENSATION]


def test_no_common_term_is_a_tie(tfidf: Scorer) -> None:
    """A ticket that shares no term with any chunk scores 0.000 everywhere and goes to the first base."""
    assert tfidf(LOGGED_OUT) == {"billing": 0.0, "technical": 0.0, "general": 0.0}
    assert best(tfidf, LOGGED_OUT) == ("billing", 0.0)


def test_cancel_is_not_cancelled(tfidf: Scorer, chunks: dict[str, list[str]]) -> None:
    """The export guide wins with 0.320, because the retention chunk says "cancelled" and stays at 0.184."""
    assert best(tfidf, RETENTION) == ("technical", pytest.approx(0.320, abs=NEAR))
    each = TfidfScorer({text: [text] for texts in chunks.values() for text in texts}).score(RETENTION).needed
    retention = max(chunks["general"], key=each.__getitem__)
    assert "cancelled" in retention
    assert each[retention] == tfidf(RETENTION)["general"] == pytest.approx(0.184, abs=NEAR)


def test_two_tickets_reduce_to_one_word(tfidf: Scorer) -> None:
    """Compensation and restart share one known word, "server", so both go to technical with the same 0.416."""
    assert tfidf(COMPENSATION) == tfidf(RESTART) == tfidf("server")
    assert best(tfidf, RESTART) == ("technical", pytest.approx(0.416, abs=NEAR))


def test_a_floor_of_032_catches_one_mistake(tfidf: Scorer, tickets: list[Ticket]) -> None:
    """It catches the retention ticket alone of the two confident ones, and three right ones fall back with it."""
    assert misrouted(tfidf, tickets, 0.32) == [COMPENSATION]
    caught = {ticket.text for ticket in tickets if route(ticket.text, tfidf, 0.32).fell_back}
    wrong = set(misrouted(tfidf, tickets))
    assert caught & wrong == {LOGGED_OUT, RETENTION}
    assert len(caught - wrong) == 3


def test_where_the_right_tickets_score(tfidf: Scorer, tickets: list[Ticket]) -> None:
    """Of the 15 right ones 3 lie under 0.30, none up to 0.32, 5 up to 0.42 (restart among them), 7 from there on."""
    wrong = misrouted(tfidf, tickets)
    right = {ticket.text: best(tfidf, ticket.text)[1] for ticket in tickets if ticket.text not in wrong}
    edges = [0.01, 0.30, 0.32, 0.42, 1.01]
    counts = [sum(low <= score < high for score in right.values()) for low, high in pairwise(edges)]
    assert counts == [3, 0, 5, 7]
    assert 0.32 <= right[RESTART] < 0.42


def test_the_semantic_tier_repairs_the_confident_misroutes(semantic: Scorer, tickets: list[Ticket]) -> None:
    """Meaning sends both to the policies with no floor at all, and loses no more than one ticket elsewhere."""
    assert [best(semantic, text)[0] for text in (RETENTION, COMPENSATION)] == ["general", "general"]
    assert len(misrouted(semantic, tickets)) <= 1


def test_no_example_is_a_near_copy_of_a_ticket(catalog: Catalog, tickets: list[Ticket]) -> None:
    """No sentence the semantic tier was given shares half of its meaningful words with a ticket."""
    given = [text for spec in catalog.base for text in (spec.description, *spec.examples)]
    alike = [(text, one.text) for text in given for one in tickets if _overlap(text, one.text) >= 0.5]
    assert alike == []


def _overlap(one: str, other: str) -> float:
    first, second = set(terms(one)), set(terms(other))
    return len(first & second) / len(first | second)
