"""A catalog's graph as plain files: one CSV a kind of node, one a kind of relationship.

`Movie.csv` holds nodes, one a row; its first column is the key that relationships name. `Person-ACTED_IN-Movie.csv`
holds relationships: the first two columns are the keys of both ends, the others properties. A column's header may end
in a type: `released:int`, `roles:list` (its items stand between |). An empty cell is a property that is not there.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from errors import ConfigError, DocumentError

NAME: Final = re.compile(r"^[A-Za-z][A-Za-z0-9_]*$")
_YES_NO: Final = {"true": True, "false": False}
TYPES: Final[dict[str, Callable[[str], Any]]] = {
    "string": str,
    "int": int,
    "float": float,
    "bool": lambda cell: _YES_NO[cell.lower()],
    "list": lambda cell: [item.strip() for item in cell.split("|") if item.strip()],
}


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of one label; `key` is the property that names each."""

    label: str
    key: str
    rows: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Relations:
    """The relationships of one type between two labels: (key of the start, key of the end, properties)."""

    start: str
    type: str
    end: str
    rows: tuple[tuple[Any, Any, dict[str, Any]], ...]


@dataclass(frozen=True, slots=True)
class GraphFiles:
    """A whole graph. `digest` changes when any file does."""

    nodes: tuple[Nodes, ...]
    relations: tuple[Relations, ...]
    digest: str

    @property
    def counts(self) -> tuple[int, int]:
        """How many nodes and how many relationships."""
        return sum(len(one.rows) for one in self.nodes), sum(len(one.rows) for one in self.relations)


def read_graph(folder: Path) -> GraphFiles:
    """The graph in a folder's CSV files.

    Raises ConfigError where there is no folder or no node file, and DocumentError naming the file and the line of a
    cell that is not of its column's type, a key that is missing or not alone, an end that no node has.
    """
    files = sorted(folder.glob("*.csv"))
    if not files:
        raise ConfigError(f"{folder}: no graph here; write one CSV a label, such as Movie.csv, see docs/graphs.md")
    digest = hashlib.sha256()
    nodes: dict[str, Nodes] = {}
    for file in files:
        digest.update(f"{file.name}\0".encode() + file.read_bytes())
        parts = file.stem.split("-")
        if len(parts) not in {1, 3} or not all(map(NAME.match, parts)):
            raise DocumentError(f"{file.name}: a graph's file is called Label.csv or Label-TYPE-Label.csv")
        if len(parts) == 1:
            nodes[parts[0]] = _nodes(file, parts[0])
    relations = [_relations(file, nodes) for file in files if "-" in file.stem]
    return GraphFiles(tuple(nodes.values()), tuple(relations), digest.hexdigest())


def _nodes(file: Path, label: str) -> Nodes:
    rows: dict[Any, dict[str, Any]] = {}
    key = ""
    for line, row in _rows(file):
        key = next(iter(row))
        value = row[key]
        if value is None or value in rows:
            raise DocumentError(f"{file.name}:{line}: {key} {value!r} is empty or was there before; each needs its own")
        rows[value] = {name: cell for name, cell in row.items() if cell is not None}
    return Nodes(label, key, tuple(rows.values()))


def _relations(file: Path, nodes: dict[str, Nodes]) -> Relations:
    start, kind, end = file.stem.split("-")
    known: list[set[Any]] = []
    for label in (start, end):
        if label not in nodes:
            raise DocumentError(f"{file.name}: there is no {label}.csv; its nodes must stand there")
        known.append({row[nodes[label].key] for row in nodes[label].rows})
    rows = []
    for line, row in _rows(file):
        (_, one), (_, other), *rest = row.items()
        for value, label, keys in ((one, start, known[0]), (other, end, known[1])):
            if value not in keys:
                raise DocumentError(f"{file.name}:{line}: {value!r} is no {label}; add it to {label}.csv")
        rows.append((one, other, {name: cell for name, cell in rest if cell is not None}))
    return Relations(start, kind, end, tuple(rows))


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise DocumentError(f"{file.name}: not UTF-8: {fault.reason}") from None
    reader = csv.reader(text.splitlines(), strict=True)
    header = next(reader, [])
    columns = [_column(file, cell) for cell in header]
    if len({name for name, _ in columns}) < max(len(columns), 1 + ("-" in file.stem)):
        raise DocumentError(f"{file.name}:1: the header {header} names too few columns, or one twice")
    try:
        for row in reader:
            if len(row) != len(columns):
                raise DocumentError(f"{file.name}:{reader.line_num}: {len(row)} cells, the header has {len(columns)}")
            yield (
                reader.line_num,
                {
                    name: _cell(file, reader.line_num, name, kind, cell)
                    for (name, kind), cell in zip(columns, row, strict=True)
                },
            )
    except csv.Error as fault:
        raise DocumentError(f"{file.name}:{reader.line_num}: not CSV: {fault}") from None


def _column(file: Path, cell: str) -> tuple[str, str]:
    name, _, kind = cell.strip().partition(":")
    kind = kind or "string"
    if not NAME.match(name) or kind not in TYPES:
        raise DocumentError(f"{file.name}:1: column {cell!r} is not NAME or NAME:TYPE; types: {', '.join(TYPES)}")
    return name, kind


def _cell(file: Path, line: int, name: str, kind: str, cell: str) -> Any:
    cell = cell.strip()
    if not cell:
        return None
    try:
        return TYPES[kind](cell)
    except (ValueError, KeyError):
        raise DocumentError(f"{file.name}:{line}: {name}: {cell!r} is no {kind}") from None
