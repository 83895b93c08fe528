"""What a question's kind changes: which base types can serve it, and how they are searched.

The kinds are a closed set that a catalog may narrow. A kind that no base of the catalog can serve is looked up
instead, and the decision says so.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from knowledge.catalog import Catalog, Kind


@dataclass(frozen=True, slots=True)
class Strategy:
    """How questions of one kind are searched.

    `types` are the base types that serve the kind, none meaning every type; `breadth` multiplies a base's k;
    `with_context` adds what the user said before to the query in the user's own words; `diverse` prefers passages that
    do not repeat each other.
    """

    types: tuple[str, ...] = ()
    breadth: int = 1
    with_context: bool = False
    diverse: bool = False


STRATEGIES: dict[str, Strategy] = {
    "lookup": Strategy(types=("vector", "sql", "graph", "calculator", "web")),
    "summarize": Strategy(types=("summary",), breadth=3, diverse=True),
    "compute": Strategy(types=("sql", "graph", "calculator")),
    "compare": Strategy(breadth=2, diverse=True),
    "opinion": Strategy(breadth=2, diverse=True),
    "contextual": Strategy(with_context=True),
}
LOOKUP: Kind = "lookup"


def strategy(kind: str | None) -> Strategy:
    """The strategy of a kind; of lookup where there is none."""
    return STRATEGIES.get(kind or LOOKUP, STRATEGIES[LOOKUP])


def eligible(catalog: Catalog, kind: str | None, allowed: Collection[str]) -> tuple[list[str], str]:
    """The allowed bases that can serve a kind, in the catalog's order, and what to say where none can ("" otherwise).

    A kind is never a reason to search nothing: without a base for it every allowed base stays eligible.
    """
    types = strategy(kind).types
    named = [spec.name for spec in catalog.base if spec.name in allowed and (not types or spec.type in types)]
    if named:
        return named, ""
    missing = " or ".join(types)
    return [
        name for name in catalog.names if name in allowed
    ], f"no base of type {missing} for {kind}: looked up instead"
