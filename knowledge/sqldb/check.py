"""Whether a statement that a model wrote may run: one SELECT, over known tables, with known functions.

What is allowed is listed; everything else is refused, whatever it is. The statement that runs is written anew from the
parsed tree, so that nothing hidden in a comment or in odd characters reaches the database.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final, Literal

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from errors import QueryError

Dialect = Literal["sqlite", "postgres"]
LONGEST: Final = 10_000
FUNCTIONS: Final = frozenset(
    """abs avg cast case coalesce count ceil current_date current_timestamp date date_trunc day extract floor if ifnull
    julianday length lower ltrim max min month nullif replace round row_number rank dense_rank rtrim strftime
    str_to_time substr substring sum time_to_str total trim upper year datetime timestamp ts_or_ds_to_date
    ts_or_ds_to_timestamp timestamp_trunc group_concat string_agg concat dpipe and or not in between like ilike exists
    to_char""".split()
)
"""Functions a query may call: they compute from the rows and reach nothing else."""
_UNTYPED: Final = frozenset({"date", "datetime", "julianday", "time", "unixepoch"})
"""Functions of dates that the parser knows by name alone; they compute from their arguments."""
_ALLOWED: Final[tuple[type[exp.Expr], ...]] = (
    exp.Select,
    exp.Union,
    exp.Intersect,
    exp.Except,
    exp.Subquery,
    exp.With,
    exp.CTE,
    exp.From,
    exp.Join,
    exp.Where,
    exp.Group,
    exp.Having,
    exp.Order,
    exp.Ordered,
    exp.Limit,
    exp.Offset,
    exp.Distinct,
    exp.Table,
    exp.TableAlias,
    exp.Alias,
    exp.Column,
    exp.Identifier,
    exp.Star,
    exp.Literal,
    exp.Boolean,
    exp.Null,
    exp.Paren,
    exp.Tuple,
    exp.Binary,
    exp.Unary,
    exp.Between,
    exp.In,
    exp.Case,
    exp.If,
    exp.DataType,
    exp.DataTypeParam,
    exp.Interval,
    exp.Var,
    exp.Window,
    exp.WindowSpec,
    exp.Filter,
    exp.Func,
)
_REFUSED: Final[tuple[type[exp.Expr], ...]] = (
    exp.Anonymous,
    exp.Into,
    exp.Lock,
    exp.Parameter,
    exp.Placeholder,
    exp.Bracket,
)


def parsed(statement: str, dialect: Dialect) -> exp.Query:
    """The one query that a statement is. Raises QueryError for anything else."""
    if len(statement) > LONGEST:
        raise QueryError(f"the statement has {len(statement):,} characters; at most {LONGEST:,}")
    if "\0" in statement:
        raise QueryError("the statement holds a NUL character; leave it out")
    try:
        trees = [tree for tree in sqlglot.parse(statement, read=dialect) if tree is not None]
    except (SqlglotError, RecursionError) as fault:
        told = re.sub(r"\x1b\[\d+m", "", str(fault)).splitlines() or ["it cannot be read"]
        raise QueryError(f"not valid SQL: {told[0]}") from None
    if len(trees) != 1:
        raise QueryError(f"{len(trees)} statements; write exactly one SELECT")
    tree = trees[0]
    while isinstance(tree, exp.Subquery):
        tree = tree.this
    if not isinstance(tree, exp.Select | exp.SetOperation):
        raise QueryError(f"{tree.key.upper()} is not allowed; write exactly one SELECT")
    return tree


def checked(statement: str, tables: Collection[str], dialect: Dialect, rows: int) -> str:
    """The statement as it may run, with at most `rows` rows. Raises QueryError naming what is not allowed."""
    tree = parsed(statement, dialect)
    for node in tree.walk():
        _node(node)
    known = {name.lower() for name in tables}
    own = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    if any(with_.args.get("recursive") for with_ in tree.find_all(exp.With)):
        raise QueryError("RECURSIVE is not allowed: such a query may have no end")
    for table in tree.find_all(exp.Table):
        name = table.name.lower()
        if not isinstance(table.this, exp.Identifier):
            raise QueryError(f"{table.sql(dialect)}: a function is no table; valid: {', '.join(sorted(tables))}")
        if table.args.get("db") or table.args.get("catalog") or (name not in known and name not in own):
            raise QueryError(f"{table.sql(dialect)!r} is not a table; valid: {', '.join(sorted(tables))}")
    return _limited(tree, rows).sql(dialect, comments=False)


def literals(statement: str, dialect: Dialect) -> list[Any]:
    """The literal values of a query as Python values, those of LIMIT and OFFSET, of types and of time formats left
    out; the signs of LIKE are stripped. Raises QueryError for a statement that cannot be read.
    """
    found: list[Any] = []
    for node in parsed(statement, dialect).find_all(exp.Literal):
        if node.find_ancestor(exp.Limit, exp.Offset, exp.DataType, exp.Group, exp.Order):
            continue
        if isinstance(node.parent, exp.TimeToStr | exp.DateTrunc | exp.TimestampTrunc | exp.Round | exp.Substring):
            continue
        if not node.is_string:
            found.append(float(node.this) if set(".eE") & set(node.this) else int(node.this))
        elif node.this.strip("%_ "):
            found.append(node.this.strip("%") if isinstance(node.parent, exp.Like | exp.ILike) else node.this)
    return list(dict.fromkeys(found))


def quoted_columns(statement: str, dialect: Dialect, known: Collection[str]) -> None:
    """Raises QueryError for a column in double quotes that is neither `known` nor named in the statement itself: SQLite
    takes it for a text, and compares with that.
    """
    tree = parsed(statement, dialect)
    own = {one.alias.casefold() for one in tree.find_all(exp.Alias)}
    own |= {one.name.casefold() for alias in tree.find_all(exp.TableAlias) for one in alias.columns}
    for column in tree.find_all(exp.Column):
        name = column.this
        if isinstance(name, exp.Identifier) and name.quoted and name.name.casefold() not in {*known, *own}:
            raise QueryError(f"{name.name!r} is not a column; valid: {', '.join(sorted(known))}; texts stand in '...'")


def _node(node: exp.Expr) -> None:
    if isinstance(node, exp.Anonymous) and node.name.lower() in _UNTYPED:
        return
    if isinstance(node, _REFUSED):
        raise QueryError(f"{node.sql()} is not allowed")
    if isinstance(node, exp.Func):
        names = {node.key.lower(), *(name.lower() for name in node.sql_names())}
        if not names & FUNCTIONS and not isinstance(node, exp.Binary | exp.Connector):
            raise QueryError(f"the function {node.sql_name()} is not allowed; valid: {', '.join(sorted(FUNCTIONS))}")
    elif not isinstance(node, _ALLOWED):
        raise QueryError(f"{node.key.upper()} is not allowed in a query")


def _limited(tree: exp.Query, rows: int) -> exp.Query:
    limit = tree.args.get("limit")
    given = limit.expression if isinstance(limit, exp.Limit) else None
    if limit is not None and given is None:
        raise QueryError(f"{limit.sql()} is not allowed; write LIMIT with a number")
    if given is not None and not (isinstance(given, exp.Literal) and given.is_int):
        raise QueryError(f"LIMIT {given.sql()} is not allowed; write a number")
    if given is None or int(given.this) > rows:
        return tree.limit(rows)
    return tree
