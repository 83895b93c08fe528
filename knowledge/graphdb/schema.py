"""What stands in a graph, read with two queries, told to a model, and held against what a model wrote."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from errors import QueryError
from knowledge.graphdb.client import GraphClient
from knowledge.graphdb.loading import MARK
from knowledge.graphdb.patterns import Node, Path, Step, paths
from knowledge.graphdb.tokens import END, Token

SCANNED: Final = 50_000
"""Nodes and relationships that are looked at: enough to see every kind, and bounded."""
SAMPLES: Final = 3
"""Values of an open set that are shown."""
FEW: Final = 12
"""Up to how many different texts a property is a closed set, which is shown whole."""
_ROWS: Final = 2_000

_NODES: Final = (
    f"MATCH (n) WITH n LIMIT {SCANNED} UNWIND labels(n) AS label UNWIND keys(n) AS key "
    f"RETURN label, key, collect(DISTINCT n[key])[..{FEW + 1}] AS samples ORDER BY label, key"
)
_STEPS: Final = (
    f"MATCH (a)-[r]->(b) WITH a, r, b LIMIT {SCANNED} UNWIND labels(a) AS start UNWIND labels(b) AS end "
    "RETURN start, type(r) AS type, end, collect(DISTINCT keys(r)) AS keys ORDER BY type, start, end"
)


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a label: its type in words, and a few of its values."""

    name: str
    type: str
    samples: tuple[Any, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether the samples are all there is to see, and few."""
        return len(self.samples) <= FEW and all(isinstance(value, str) for value in self.samples)

    @property
    def shown(self) -> tuple[Any, ...]:
        """The samples that are told."""
        plain = [value for value in self.samples if isinstance(value, str | int | float)]
        return tuple(plain if self.closed else plain[:1])


@dataclass(frozen=True, slots=True)
class Triple:
    """A kind of relationship: from a label, by a type, to a label, with the names of its properties."""

    start: str
    type: str
    end: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphSchema:
    """Labels with their properties, and relationships with their direction."""

    labels: dict[str, tuple[Property, ...]]
    triples: tuple[Triple, ...]

    @classmethod
    def read(cls, client: GraphClient, limit_s: float) -> GraphSchema:
        """The schema of a database; raises what `GraphClient.read` raises."""
        labels: dict[str, list[Property]] = {}
        for row in client.read(_NODES, {}, limit_s=limit_s, rows=_ROWS):
            if row["label"] != MARK:
                samples = tuple(row["samples"])
                labels.setdefault(row["label"], []).append(Property(row["key"], _type(samples), samples))
        triples = tuple(
            Triple(row["start"], row["type"], row["end"], tuple(sorted({key for keys in row["keys"] for key in keys})))
            for row in client.read(_STEPS, {}, limit_s=limit_s, rows=_ROWS)
        )
        return cls({label: tuple(properties) for label, properties in labels.items()}, triples)

    @property
    def shown(self) -> set[Any]:
        """Every value that `text` shows."""
        return {value for own in self.labels.values() for one in own for value in one.shown}

    def text(self) -> str:
        """The schema as a model reads it."""
        nodes = [f"(:{label} {{{', '.join(map(_told, own))}}})" for label, own in self.labels.items()]
        steps = []
        for one in self.triples:
            own = f" {{{', '.join(one.keys)}}}" if one.keys else ""
            steps.append(f"(:{one.start})-[:{one.type}{own}]->(:{one.end})")
        return "\n".join(["Nodes:", *nodes, "Relationships:", *steps])

    def check(self, found: Sequence[Token]) -> None:
        """Raises QueryError for a label, type or property that the graph has not, and for a relationship that never
        runs in the direction written; each says what there is.
        """
        all_paths = paths(found)
        _check_variables(found, all_paths)
        of: dict[str, set[str]] = {}
        for path in all_paths:
            for node in path.nodes:
                self._check_node(node)
                if node.variable and node.labels:
                    of.setdefault(node.variable, set()).update(node.labels)
            for step in path.steps:
                self._check_step(step)
        for path in all_paths:
            self._check_directions(path, of)
        types = {step.variable: step.types for path in all_paths for step in path.steps if step.variable}
        self._check_properties(found, of, types)

    def _check_node(self, node: Node) -> None:
        for label in node.labels:
            _known("label", label, self.labels)
        allowed = self._keys(node.labels)
        for key in node.keys:
            _known(f"property of {' and '.join(node.labels) or 'a node'}", key, allowed)

    def _check_step(self, step: Step) -> None:
        for kind in step.types:
            _known("relationship type", kind, {one.type for one in self.triples})
        for key in step.keys:
            _known("property of the relationship", key, self._step_keys(step.types))

    def _check_directions(self, path: Path, of: dict[str, set[str]]) -> None:
        for (left, right), step in zip(_pairs(path.nodes), path.steps, strict=True):
            if step.direction == "any" or step.longest != 1:
                continue
            start, end = (left, right) if step.direction == "out" else (right, left)
            starts, ends = ({*node.labels} or of.get(node.variable, set()) for node in (start, end))
            if self._runs(starts, step.types, ends):
                continue
            written = f"({_or(starts)})-[:{_or(step.types)}]->({_or(ends)})"
            there = [one for one in self.triples if not step.types or one.type in step.types]
            valid = ", ".join(f"(:{one.start})-[:{one.type}]->(:{one.end})" for one in there)
            raise QueryError(f"no relationship runs as {written}; there is {valid}")

    def _runs(self, starts: Iterable[str], types: Sequence[str], ends: Iterable[str]) -> bool:
        starts, ends = set(starts), set(ends)
        return any(
            (not starts or one.start in starts) and (not types or one.type in types) and (not ends or one.end in ends)
            for one in self.triples
        )

    def _check_properties(
        self, found: Sequence[Token], of: dict[str, set[str]], types: dict[str, tuple[str, ...]]
    ) -> None:
        for at in range(len(found) - 2):
            name, dot, key = found[at : at + 3]
            after = found[at + 3] if at + 3 < len(found) else END
            before = found[at - 1] if at else END
            if not (name.named and dot.text == "." and key.named) or before.text == "." or after.text == "(":
                continue
            if name.text in of:
                _known(f"property of {_or(of[name.text])}", key.text, self._keys(of[name.text]))
            elif name.text in types:
                _known("property of the relationship", key.text, self._step_keys(types[name.text]))

    def _keys(self, labels: Iterable[str]) -> set[str]:
        chosen = list(labels) or list(self.labels)
        return {one.name for label in chosen for one in self.labels.get(label, ())}

    def _step_keys(self, types: Sequence[str]) -> set[str]:
        return {key for one in self.triples if not types or one.type in types for key in one.keys}


def _check_variables(found: Sequence[Token], all_paths: Sequence[Path]) -> None:
    """A property of a variable that nothing introduces: some databases take it for null and return nothing."""
    known = {node.variable for path in all_paths for node in path.nodes}
    known |= {step.variable for path in all_paths for step in path.steps}
    for at in range(len(found) - 1):
        if found[at].word == "AS":
            known.add(found[at + 1].text)
        elif found[at + 1].word == "IN":
            known.add(found[at].text)
    for before, name, dot, key in zip([END, *found], found, found[1:], found[2:], strict=False):
        owner = name.named and dot.text == "." and key.named and before.text not in {".", ":", "|"}
        called = owner and name.text.lower() in {"date", "datetime", "duration", "point"}
        if owner and not called and name.text not in known:
            raise QueryError(f"{name.text!r} in {name.text}.{key.text} is no variable of the statement")


def _pairs(nodes: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    return pairwise(nodes)


def _or(names: Iterable[str]) -> str:
    return "|".join(sorted(names))


def _known(what: str, name: str, valid: Iterable[str]) -> None:
    names = sorted(valid)
    if name in names:
        return
    near = difflib.get_close_matches(name, names, 1, 0.6)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise QueryError(f"{name!r} is no {what}; valid: {', '.join(names) or 'none'}{hint}")


def _told(one: Property) -> str:
    values = ", ".join(map(repr, one.shown))
    word = "one of" if one.closed else "such as"
    return f"{one.name}: {one.type}{f', {word} {values}' if values else ''}"


def _type(samples: Sequence[Any]) -> str:
    names = {bool: "boolean", int: "integer", float: "float", str: "string", list: "list", dict: "map"}
    kinds = {names.get(type(value), "value") for value in samples if value is not None}
    return " or ".join(sorted(kinds)) or "value"
