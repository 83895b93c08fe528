"""Values of a graph as plain ones: the state's checkpoint reader takes dicts, lists, strings and numbers only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

TEXT: Final = 2_000
"""Characters of one value that are kept."""
ITEMS: Final = 200
"""Items of one list that are kept; what was left out is counted."""
DEPTH: Final = 6
_NANOSECONDS: Final = re.compile(r"(:\d\d)\.0+(?=$|[+Z-])")


def plain(value: Any, depth: int = DEPTH) -> Any:
    """The value as JSON could hold it.

    A node becomes its properties with its labels, a relationship its properties with its type, a path the list of
    both in order; a point its coordinates, a date, time or duration its ISO text.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else str(value)  # JSON knows no NaN and no infinity
    if isinstance(value, str):
        return value if len(value) <= TEXT else f"{value[:TEXT]} … and {len(value) - TEXT} characters more"
    return _compound(value, depth) if depth else "…"


def _compound(value: Any, depth: int) -> Any:
    from neo4j.graph import Entity, Path  # slow to import
    from neo4j.spatial import Point

    iso = getattr(value, "iso_format", None) or getattr(value, "isoformat", None)
    if iso:  # before lists: a duration is a tuple too
        return _NANOSECONDS.sub(r"\1", str(iso()))
    if isinstance(value, Point):
        return {"srid": value.srid, **dict(zip("xyz", map(float, value), strict=False))}
    if isinstance(value, Entity | Mapping):
        return _mapping(value, depth)
    if isinstance(value, Path):
        ways: list[Any] = [None, *value.relationships]
        value = [one for pair in zip(ways, value.nodes, strict=True) for one in pair if one is not None]
    if isinstance(value, list | tuple | set | frozenset):
        kept = [plain(item, depth - 1) for item in list(value)[:ITEMS]]
        return kept if len(value) <= ITEMS else [*kept, f"… and {len(value) - ITEMS} more"]
    return value.hex()[:TEXT] if isinstance(value, bytes | bytearray) else str(value)[:TEXT]


def _mapping(value: Any, depth: int) -> dict[str, Any]:
    from neo4j.graph import Node, Relationship

    own: dict[str, Any] = {}
    if isinstance(value, Node):
        own = {"labels": sorted(value.labels)}
    elif isinstance(value, Relationship):
        own = {"type": value.type}
    return own | {str(key): plain(item, depth - 1) for key, item in list(value.items())[:ITEMS]}


def said(value: Any) -> str:
    """A plain value in words, as it stands in a passage; "" for nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(filter(None, map(said, value)))
    if isinstance(value, dict):
        return "; ".join(f"{key} {said(item)}" for key, item in value.items() if said(item))
    return str(value)
