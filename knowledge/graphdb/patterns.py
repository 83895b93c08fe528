"""The graph patterns of a statement: which nodes stand in it, what connects them and in which direction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from knowledge.graphdb.tokens import END, Token

Direction = Literal["out", "in", "any"]

_CLAUSES: Final = frozenset("MATCH OPTIONAL WHERE RETURN WITH UNWIND ORDER SKIP OFFSET LIMIT UNION".split())
_OPEN: Final = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a pattern; `keys` are the properties of its map, `ored` tells that one of its labels is enough."""

    variable: str = ""
    labels: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What stands between two neighbouring nodes. `longest` is the bound of a path of several, None for no bound."""

    variable: str = ""
    types: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    direction: Direction = "any"
    longest: int | None = 1


@dataclass(frozen=True, slots=True)
class Path:
    """Nodes in order, and the steps between them: one step fewer."""

    nodes: tuple[Node, ...]
    steps: tuple[Step, ...] = field(default=())
    matched: bool = True
    """Whether it stands in a MATCH; elsewhere it is a condition, and multiplies nothing."""


def closing(found: Sequence[Token], at: int) -> int:
    """The index of the bracket that closes the one at `at`; the end of the statement where none does."""
    depth = 0
    for index in range(at, len(found)):
        if found[index].kind == "symbol":
            depth += (found[index].text in _OPEN) - (found[index].text in _OPEN.values())
            if depth == 0:
                return index
    return len(found)


def paths(found: Sequence[Token]) -> list[Path]:
    """Every path of a statement, in order, those inside functions and subqueries too."""
    out: list[Path] = []
    matching = False
    at = 0
    while at < len(found):
        token = found[at]
        if token.word in _CLAUSES:
            matching = token.word in {"MATCH", "OPTIONAL"}
        if token.text == "(" and token.kind == "symbol":
            path, end = _path(found, at, matched=matching)
            # A function's bracket and a comparison's look like a node: a lone one counts in a MATCH only.
            if path.steps or (matching and _free(found, at)):
                out.append(path)
                at = end
                continue
        at += 1
    return out


def _free(found: Sequence[Token], at: int) -> bool:
    before = found[at - 1] if at else END
    inside = found[at + 1] if at + 1 < len(found) else END
    return before.text in {",", "="} or before.word in _CLAUSES or (before.text == "(" and inside.text != "(")


def _path(found: Sequence[Token], at: int, *, matched: bool) -> tuple[Path, int]:
    nodes, steps = [_node(found, at)], list[Step]()
    end = closing(found, at) + 1
    while True:
        step, after = _step(found, end)
        if step is None or after >= len(found) or found[after].text != "(":
            return Path(tuple(nodes), tuple(steps), matched), end
        steps.append(step)
        nodes.append(_node(found, after))
        end = closing(found, after) + 1


def _node(found: Sequence[Token], at: int) -> Node:
    variable, names, keys, _ = _inside(found[at + 1 : closing(found, at)])
    return Node(variable, names, keys)


def _step(found: Sequence[Token], at: int) -> tuple[Step | None, int]:
    start = at
    left = _is(found, at, "<")
    at += left
    if not _is(found, at, "-"):
        return None, start
    at += 1
    inside: Sequence[Token] = ()
    if _is(found, at, "["):
        end = closing(found, at)
        inside = found[at + 1 : end]
        at = end + 1
    if not _is(found, at, "-"):
        return None, start
    right = _is(found, at + 1, ">")
    variable, types, keys, longest = _inside(inside)
    direction: Direction = "any" if left == right else "in" if left else "out"
    return Step(variable, types, keys, direction, longest), at + 1 + right


def _inside(part: Sequence[Token]) -> tuple[str, tuple[str, ...], tuple[str, ...], int | None]:
    variable = part[0].text if part and part[0].named and part[0].word != "WHERE" else ""
    names: list[str] = []
    keys: list[str] = []
    longest: int | None = 1
    at = 0
    while at < len(part) and part[at].word != "WHERE":
        token, before = part[at], part[at - 1] if at else END
        if token.text == "{" and token.kind == "symbol":
            end = closing(part, at)
            keys += [
                one.text
                for one, after in zip(part[at:end], part[at + 1 : end + 1], strict=False)
                if one.named and after.text == ":"
            ]
            at = end
        elif token.text == "*" and token.kind == "symbol":
            longest = _bound(part[at + 1 : at + 4])
        elif token.named and before.text in {":", "|", "&"} and before.kind == "symbol":
            names.append(token.text)
        at += 1
    return variable, tuple(names), tuple(keys), longest


def _bound(after: Sequence[Token]) -> int | None:
    texts = [token.text for token in after]
    if ".." in texts:
        last = after[texts.index("..") + 1 :]
        return int(last[0].text) if last and last[0].text.isdigit() else None
    return int(texts[0]) if texts and texts[0].isdigit() else None


def _is(found: Sequence[Token], at: int, text: str) -> bool:
    return at < len(found) and found[at].kind == "symbol" and found[at].text == text
