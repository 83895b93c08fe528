"""What a database holds, as a model is told of it and as statements are checked against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, inspect

FEW: Final = 8
"""Up to how many different texts a column is a closed set, which a model is shown and may use."""


def tables(connection: Connection) -> Sequence[str]:
    """The tables' names, sorted."""
    return sorted(inspect(connection).get_table_names())


def columns(connection: Connection, among: Sequence[str]) -> frozenset[str]:
    """The columns' names in these tables, case folded."""
    look = inspect(connection)
    return frozenset(one["name"].casefold() for table in among for one in look.get_columns(table))


def described(connection: Connection, among: Sequence[str]) -> str:
    """These tables: columns with types and comments, and what stands in those of few values."""
    return "\n\n".join(_table(connection, name) for name in among)


def closed(connection: Connection, among: Sequence[str]) -> frozenset[str]:
    """The texts, case folded, of columns that hold few different ones: a statement may use them freely."""
    sets = (found for name in among for found in _samples(connection, name).values() if len(found) <= FEW)
    return frozenset(text.casefold() for found in sets for text in found)


def _table(connection: Connection, name: str) -> str:
    look, samples = inspect(connection), _samples(connection, name)
    lines = [f"table {name}"]
    if connection.dialect.name == "sqlite":
        made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).scalar()
        lines = [str(made)]
    else:
        lines[0] += f" -- {look.get_table_comment(name)['text'] or ''}"
        lines += [f"  {one['name']} {one['type']} -- {one.get('comment') or ''}" for one in look.get_columns(name)]
    for column, found in samples.items():
        told = "one of" if len(found) <= FEW else "such as"
        lines.append(f"  {column}: {told} {', '.join(map(repr, found[:FEW] if told == 'one of' else found[:3]))}")
    return "\n".join(lines)


def _samples(connection: Connection, name: str) -> dict[str, list[str]]:
    """For each column of texts, its different values, at most one more than a closed set has."""
    found = {}
    quote = connection.dialect.identifier_preparer.quote
    for column in inspect(connection).get_columns(name):
        if getattr(column["type"], "python_type", object) is not str:
            continue
        named = quote(column["name"])
        query = f"SELECT DISTINCT {named} FROM {quote(name)} WHERE {named} IS NOT NULL LIMIT {FEW + 1}"
        found[column["name"]] = [str(row[0]) for row in connection.exec_driver_sql(query)]
    return found
