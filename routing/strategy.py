"""What a question's kind changes: which base types can serve it, and how they are searched.

The kinds are a closed set that a catalog may narrow. A kind that no base of the catalog can serve is looked up
instead, and the decision says so.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from knowledge.base_spec import Kind
from knowledge.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Strategy:
    """How questions of one kind are searched.

    `types` are the base types that serve the kind, none meaning every type that is not for one kind alone; `also` are
    those searched beside them, because what reads like the kind may yet be a plain question; `breadth` multiplies a
    base's k; `with_context` adds what the user said before to the query in the user's own words; `diverse` prefers
    passages that do not repeat each other.
    """

    types: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    breadth: int = 1
    with_context: bool = False
    diverse: bool = False


STRATEGIES: dict[str, Strategy] = {
    "lookup": Strategy(types=("vector", "sql", "graph", "calculator", "web")),
    "summarize": Strategy(types=("summary",), also=("vector",), breadth=3, diverse=True),
    "compute": Strategy(types=("sql", "graph", "calculator"), also=("vector", "web")),
    "compare": Strategy(breadth=2, diverse=True),
    "opinion": Strategy(breadth=2, diverse=True),
    "contextual": Strategy(with_context=True),
}
LOOKUP: Kind = "lookup"
OF_ONE_KIND = frozenset({"summary"})
"""Base types that serve only the kinds that name them: a digest answers no detail."""


def strategy(kind: str | None) -> Strategy:
    """The strategy of a kind; of lookup where there is none."""
    return STRATEGIES.get(kind or LOOKUP, STRATEGIES[LOOKUP])


def eligible(catalog: Catalog, kind: str | None, allowed: Collection[str]) -> tuple[list[str], str]:
    """The allowed bases that can serve a kind, in the catalog's order, and what to say where none can ("" otherwise).

    A kind is never a reason to search nothing: without a base for it every allowed base stays eligible.
    """
    how = strategy(kind)
    usable = [spec for spec in catalog.base if spec.name in allowed]
    plain = [spec.name for spec in usable if spec.type not in OF_ONE_KIND] or [spec.name for spec in usable]
    if not how.types:
        return plain, ""
    if any(spec.type in how.types for spec in usable):
        return [spec.name for spec in usable if spec.type in {*how.types, *how.also}], ""
    missing = " or ".join(how.types)
    return plain, f"no base of type {missing} for {kind}: looked up instead"


def beside(catalog: Catalog, kind: str | None, able: Collection[str]) -> int:
    """How many of the eligible bases are of the types that only some kinds are served by."""
    types = OF_ONE_KIND & set(strategy(kind).types)
    return sum(spec.type in types for spec in catalog.base if spec.name in able)
