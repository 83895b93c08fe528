"""The routing lab: a handful of tickets, one base each, and what every floor does to them.

It shows the trade a floor makes: a higher one catches more confident mistakes and pays for it in searches. Scores come
from the caller; what they lead to is decided by the house's own `routing.decision.choose`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from routing.decision import Decision, Limits, choose

FLOORS = (0.00, 0.01, 0.30, 0.42)
"""The floors of the published table."""

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
    searched = [{name for name, _ in decision.bases} for decision in decisions]
    return Row(
        floor=floor,
        tickets=len(tickets),
        misrouted=sum(ticket.base not in bases for ticket, bases in zip(tickets, searched, strict=True)),
        fell_back=sum(decision.fell_back for decision in decisions),
        searches=sum(len(bases) for bases in searched),
    )
