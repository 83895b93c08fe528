"""The routing lab: a handful of tickets, one base each, and what every floor does to them.

It shows the trade a floor makes: a higher one catches more confident mistakes and pays for it in searches. Scores come
from the caller; what they lead to is decided by the house's own `routing.decision.choose`. Run: python -m evals.lab
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals import command, report
from graph.settings import Settings
from knowledge.catalog import Catalog
from knowledge.embedding import embedded
from knowledge.ingest import Progress, no_progress
from routing.decision import Decision, Limits, choose
from routing.profiles import teaching
from routing.semantic import SemanticTier
from routing.tfidf import TfidfScorer

SUITE = "lab"
TARGETS = {"as_published": 1.0, "repaired": 1.0, "accuracy": 0.94}
"""Every line of the table, both confident mistakes repaired, and at most one ticket of 18 lost by the semantic tier."""
FIXTURES = Path(__file__).parent / "fixtures" / "lab"
"""The tickets, the chunks that the TF-IDF scorer reads, and the catalog that the semantic tier reads."""
FLOORS = (0.00, 0.01, 0.30, 0.42)
"""The floors of the published table."""
CONFIDENT = 0.01
"""Over this floor a mistake is one of judgement, not the tie of a ticket that shares no term."""

Scorer = Callable[[str], Mapping[str, float]]
"""A question to a score in [0, 1] for each base, in the order that breaks ties."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a customer wrote, and the one base that answers it."""

    text: str
    base: str


@dataclass(frozen=True, slots=True)
class Row:
    """One floor's line of the table: how many tickets of `tickets` went which way.

    A ticket is misrouted when its base is not among those searched; one that fell back reaches it with the others.
    """

    floor: float
    tickets: int
    misrouted: int
    fell_back: int
    searches: int

    @property
    def reached(self) -> int:
        """Tickets whose own base was searched."""
        return self.tickets - self.misrouted

    @property
    def searches_per_ticket(self) -> float:
        """The mean number of bases a ticket was sent to."""
        return self.searches / self.tickets


PUBLISHED = (
    Row(floor=0.00, tickets=18, misrouted=3, fell_back=0, searches=18),
    Row(floor=0.01, tickets=18, misrouted=2, fell_back=1, searches=20),
    Row(floor=0.30, tickets=18, misrouted=2, fell_back=4, searches=26),
    Row(floor=0.42, tickets=18, misrouted=0, fell_back=11, searches=40),
)


def run(_settings: Settings | None = None, _progress: Progress = no_progress) -> report.Result:
    """The table by TF-IDF, and beside it what the semantic tier does without a floor.

    as_published: the share of the table's lines that are as published. repaired: of the mistakes that TF-IDF makes
    with confidence, the share that the semantic tier does not make.
    """
    began = time.perf_counter()
    tickets = read_tickets(FIXTURES / "tickets.jsonl")
    tfidf, meaning = tfidf_scorer(), semantic_scorer()
    table = lab(tfidf, tickets)
    rows = [_outcome(ticket, tfidf, meaning) for ticket in tickets]
    metrics = {
        "as_published": sum(got == said for got, said in zip(table, PUBLISHED, strict=True)) / len(PUBLISHED),
        "repaired": report.mean_of_rows(rows, "repaired"),
        "accuracy": report.mean_of_rows(rows, "accuracy"),
        "accuracy_tfidf": report.mean_of_rows(rows, "accuracy_tfidf"),
    }
    for row in table:
        at = f"{row.floor:.2f}"
        metrics |= {f"misrouted_{at}": row.misrouted, f"fell_back_{at}": row.fell_back, f"reached_{at}": row.reached}
        metrics |= {f"searches_{at}": row.searches_per_ticket}
    return report.Result(
        suite=SUITE,
        split="all",
        tuned_on="nothing: what the semantic tier is told was written for the lab",
        n=len(tickets),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
        rows=rows,
    )


def tfidf_scorer() -> Scorer:
    """Each base scored by its best chunk's TF-IDF cosine."""
    scorer = TfidfScorer(read_chunks(FIXTURES / "chunks.json"))
    return lambda text: scorer.score(text).needed


def semantic_scorer() -> Scorer:
    """The semantic tier over the lab's descriptions and examples, with the embedded model."""
    profiles, labelled, strangers = teaching(Catalog.load(FIXTURES), [])
    tier = SemanticTier.fit(profiles, embedded().encode, labelled, strangers)
    return lambda text: tier.score(text).needed


def read_tickets(file: Path) -> list[Ticket]:
    """The tickets of a JSON Lines file of {text, base}; another key or a missing one raises TypeError."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Ticket(**json.loads(line)) for line in lines if line.strip()]


def read_chunks(file: Path) -> dict[str, list[str]]:
    """The chunks of each base, from one JSON object; its order is the one that breaks ties."""
    chunks: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
    return chunks


def route(text: str, scorer: Scorer, floor: float) -> Decision:
    """Where the policy `single` sends one ticket: to the best base alone, or everywhere when it is under the floor."""
    limits = Limits(policy="single", width=1, floor=floor, threshold=0.0, sure=0.0)
    return choose(text, scorer(text), (), "semantic", limits)


def lab(scorer: Scorer, tickets: Sequence[Ticket], floors: Sequence[float] = FLOORS) -> list[Row]:
    """The table, one row a floor."""
    return [_row(scorer, tickets, floor) for floor in floors]


def _row(scorer: Scorer, tickets: Sequence[Ticket], floor: float) -> Row:
    decisions = [route(ticket.text, scorer, floor) for ticket in tickets]
    searched = [_searched(decision) for decision in decisions]
    return Row(
        floor=floor,
        tickets=len(tickets),
        misrouted=sum(ticket.base not in bases for ticket, bases in zip(tickets, searched, strict=True)),
        fell_back=sum(decision.fell_back for decision in decisions),
        searches=sum(len(bases) for bases in searched),
    )


def _outcome(ticket: Ticket, tfidf: Scorer, meaning: Scorer) -> report.Row:
    chosen = _searched(route(ticket.text, meaning, 0.0))
    right = {
        "accuracy": int(ticket.base in chosen),
        "accuracy_tfidf": int(ticket.base in _searched(route(ticket.text, tfidf, 0.0))),
    }
    if ticket.base not in _searched(route(ticket.text, tfidf, CONFIDENT)):
        right["repaired"] = right["accuracy"]
    return report.Row(id=ticket.text, wanted=[ticket.base], chosen=chosen, right=right)


def _searched(decision: Decision) -> list[str]:
    return [name for name, _ in decision.bases]


if __name__ == "__main__":
    raise SystemExit(command.main(SUITE, run))
