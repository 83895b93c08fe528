"""The client of a graph database keeps nothing of the connections it gave up; its base takes any value it reads."""

from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from knowledge.bases.graph import GraphBase
from knowledge.graphdb.client import Account, GraphClient
from tests.knowledge.graphdb.small import write_catalog


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


@dataclass
class Answering:
    """A client that returns the same rows to everything."""

    rows: list[dict[str, Any]]
    place: Nowhere = field(default_factory=Nowhere)

    def read(self, statement: str, parameters: Any, *, limit_s: float, rows: int) -> list[dict[str, Any]]:
        """The rows."""
        return self.rows


def test_legal_values_of_any_kind_are_texts(tmp_path: Path) -> None:
    """A query of values may return lists and numbers; nothing and "" are no values."""
    catalog = write_catalog(tmp_path)
    found = [{"title": value} for value in ("Long Way", None, "", ["Drama", "War"], 7, "Long Way")]
    base = GraphBase(catalog.base[0], cast("GraphClient", Answering(found)), tmp_path)
    assert base.values("by_title", "title") == ("Long Way", "['Drama', 'War']", "7")
