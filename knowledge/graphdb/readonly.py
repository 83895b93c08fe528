"""The statement check: the third of the locks that keep a question from changing or emptying a graph.

It is a list of what is allowed, not of what is forbidden: a word that is no known keyword of reading may only name
something, and only a known function may be called. So a clause that the next version of a database invents is refused
without anybody having thought of it. (PyPI neo4j-guard 0.1.1 parses the whole grammar of one product; of the hostile
table in the tests it lets 19 of 95 pass, unicode escapes and whatever runs for minutes among them, and takes up to
50 ms where this takes 0.1.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from errors import QueryError
from knowledge.graphdb.patterns import Path, closing, paths
from knowledge.graphdb.tokens import END, Token, tokens

STARTS: Final = frozenset("MATCH OPTIONAL WITH UNWIND RETURN".split())
KEYWORDS: Final = STARTS | frozenset(
    "WHERE AS ORDER BY ASC DESC ASCENDING DESCENDING SKIP OFFSET LIMIT DISTINCT AND OR XOR NOT IN IS NULL TRUE FALSE "
    "STARTS ENDS CONTAINS CASE WHEN THEN ELSE END EXISTS COUNT COLLECT UNION ALL ANY NONE SINGLE".split()
)
WRITES: Final = frozenset(
    "CREATE MERGE SET DELETE DETACH NODETACH REMOVE FOREACH INSERT DROP ALTER RENAME GRANT DENY REVOKE LOAD CSV CALL "
    "USE SHOW TERMINATE CYPHER EXPLAIN PROFILE COMMIT PERIODIC YIELD FINISH UPDATE".split()
)
"""Refused wherever they stand bare, so that the message can name them."""
FUNCTIONS: Final = frozenset(
    "count sum avg min max collect stdev stdevp percentilecont percentiledisc size length elementid labels type keys "
    "properties nodes relationships startnode endnode head last tail reverse coalesce nullif tolower toupper lower "
    "upper trim ltrim rtrim btrim substring replace split left right tostring tointeger tofloat toboolean "
    "tostringornull tointegerornull tofloatornull abs ceil floor round sign sqrt log log10 exp pi exists isempty "
    "shortestpath allshortestpaths reduce date datetime localdatetime time localtime duration date.truncate "
    "datetime.truncate duration.between duration.indays duration.inmonths point point.distance char_length".split()
)
"""Functions a statement may call, in lower case. `range` is not among them: it makes rows out of nothing."""
LONGEST_PATH: Final = 6
PARTS: Final = 3
"""Patterns without a connection that a statement may have; all but one of them with a condition of its own."""
_AGGREGATES: Final = frozenset("count sum avg min max collect".split())
_BRACES: Final = frozenset("EXISTS COUNT COLLECT".split())


def check_read_only(statement: str) -> list[Token]:
    """The tokens of a statement that only reads, in a bounded way. Raises QueryError saying what is not allowed."""
    found = tokens(statement)
    if not found:
        raise QueryError("the statement is empty")
    if found[0].word not in STARTS:
        raise QueryError(f"the statement starts with {found[0].text!r}; start with one of {', '.join(sorted(STARTS))}")
    for at, token in enumerate(found):
        before, after = found[at - 1] if at else END, found[at + 1] if at + 1 < len(found) else END
        _check_word(found, at, token, after)
        _check_neighbours(token, before)
        _check_repetition(found, at, token, after)
    _check_size(found)
    return found


def _check_word(found: Sequence[Token], at: int, token: Token, after: Token) -> None:
    if token.word in WRITES:
        raise QueryError(f"{token.word} is not allowed; only reading is (a name like this needs backticks)")
    if not token.named or after.kind != "symbol" or after.text != "(" or token.word in KEYWORDS:
        return
    name = token.text
    while at >= 2 and found[at - 1].text == "." and found[at - 2].named:
        at -= 2
        name = f"{found[at].text}.{name}"
    if token.kind == "quoted" or name.lower() not in FUNCTIONS:
        raise QueryError(f"{name}() is not allowed; use plain functions such as count, collect, toLower, coalesce")


def _check_neighbours(token: Token, before: Token) -> None:
    """Two things side by side need a keyword between them: this is what a clause by an unknown word looks like."""
    plain = token.kind != "symbol" and token.word not in KEYWORDS
    if plain and before.kind != "symbol" and before.word not in KEYWORDS:
        raise QueryError(f"{before.text!r} before {token.text!r} is not allowed; it is no clause that reads")
    if token.kind == "symbol" and token.text == "{" and before.text == ")":
        raise QueryError("')' before '{' is not allowed; subqueries are EXISTS, COUNT and COLLECT")


def _check_repetition(found: Sequence[Token], at: int, token: Token, after: Token) -> None:
    if token.kind != "symbol" or after.kind != "symbol":
        return
    if token.text in {"-", ">"} and after.text in {"{", "+", "*"}:
        raise QueryError(f"a repeated path is not allowed; write -[*..{LONGEST_PATH}]- with a bound")
    if token.text == "(":
        end = closing(found, at)
        inner = found[at + 1 : end]
        repeated = end + 1 < len(found) and found[end + 1].text in {"+", "*"}
        if repeated and any(path.steps for path in paths(inner)):
            raise QueryError(f"a repeated path is not allowed; write -[*..{LONGEST_PATH}]- with a bound")


def _check_size(found: Sequence[Token]) -> None:
    """Refuse what takes minutes: paths without a bound, and everything combined with everything."""
    for path in paths(found):
        if any(step.longest is None or step.longest > LONGEST_PATH for step in path.steps):
            raise QueryError(f"a path without a bound, or with one above {LONGEST_PATH}; write [*..{LONGEST_PATH}]")
    for part in _parts(found):
        _check_connected(part)


def _parts(found: Sequence[Token]) -> list[Sequence[Token]]:
    """The statement cut where no row is multiplied by what came before: at UNION, and after one row of totals."""
    cuts = [0]
    for at, token in enumerate(found):
        if token.word == "UNION" or (token.word == "WITH" and _totals(found, at + 1)):
            cuts.append(at)
    return [found[start:end] for start, end in zip(cuts, [*cuts[1:], len(found)], strict=True)]


def _totals(found: Sequence[Token], at: int) -> bool:
    while at + 1 < len(found) and found[at].text.lower() in _AGGREGATES and found[at + 1].text == "(":
        at = closing(found, at + 1) + 1
        if at < len(found) and found[at].word == "AS":
            at += 2
        if at >= len(found) or found[at].text != ",":
            return at >= len(found) or found[at].word in STARTS | {"WHERE", "ORDER"}
        at += 1
    return False


def _check_connected(part: Sequence[Token]) -> None:
    groups: list[set[str]] = []
    fixed = _narrowed(part)
    for number, path in enumerate(path for path in paths(part) if path.matched):
        names = {node.variable for node in path.nodes if node.variable} or {f" {number}"}
        names |= {f"{number} fixed"} if _has_map(path) else set()
        _join(groups, names)
    for one, other in _equal(part):
        if any(one in group for group in groups) and any(other in group for group in groups):
            _join(groups, {one, other})
    loose = [group for group in groups if not group & fixed and not any(name.endswith(" fixed") for name in group)]
    if len(groups) > PARTS or (len(groups) > 1 and len(loose) > 1):
        raise QueryError("patterns without a connection are combined with each other; connect them by a relationship")


def _join(groups: list[set[str]], names: set[str]) -> None:
    touched = [group for group in groups if group & names]
    for group in touched:
        groups.remove(group)
    groups.append(names.union(*touched))


def _has_map(path: Path) -> bool:
    return any(node.keys for node in path.nodes)


def _narrowed(part: Sequence[Token]) -> set[str]:
    """Variables one of whose properties is compared with a value."""
    return {
        first.text
        for first, dot, _, sign, value in zip(part, part[1:], part[2:], part[3:], part[4:], strict=False)
        if first.named
        and dot.text == "."
        and ((sign.text == "=" and value.kind in {"string", "number", "parameter"}) or sign.word in {"IN", "CONTAINS"})
    }


def _equal(part: Sequence[Token]) -> list[tuple[str, str]]:
    """Pairs of variables whose properties are compared for equality, so that one follows from the other."""
    return [
        (part[at].text, part[at + 4].text)
        for at in range(len(part) - 6)
        if part[at].named
        and part[at + 4].named
        and [part[at + gap].text for gap in (1, 3, 5)] == [".", "=", "."]
        and part[at].text != part[at + 4].text
    ]
