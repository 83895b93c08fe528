"""The client of a graph database keeps nothing of the connections that it gave up."""

from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass, field

from knowledge.graphdb.client import Account, GraphClient


@dataclass
class Nowhere:
    """A database that nobody has to answer for: a driver connects when it is first used."""

    losses: list[str] = field(default_factory=list)

    def reader(self) -> Account:
        """An address without a server."""
        return Account("bolt://127.0.0.1:9", "reader", "password", "graph")

    writer = reader

    def lost(self) -> None:
        """Noted."""
        self.losses.append("lost")

    def stamp(self) -> int:
        """Always the same."""
        return 0


def test_a_driver_that_was_closed_is_gone() -> None:
    """A server that comes and goes all day leaves no driver of each time behind."""
    client = GraphClient(Nowhere())
    known = []
    for _ in range(3):
        known.append(weakref.ref(client._open()[0]))
        client.close()
    gc.collect()
    assert [one() for one in known] == [None, None, None]
