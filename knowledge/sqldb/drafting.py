"""A first base from an SQLite file: its tables, and for every column that holds names a lookup by them.

What a row refers to in another table is told by that one's first column of texts. Made to be edited, as all of a draft.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SUFFIXES: Final = frozenset({".sqlite", ".sqlite3", ".db", ".db3"})
MOST_VALUES: Final = 2000
"""Different texts of a column up to which they are legal values."""
LONGEST: Final = 60
"""Characters of a text that names something."""
TOOLS, EXAMPLES = 6, 8
"""At most so many lookups a table, and questions a database."""
_MAGIC: Final = b"SQLite format 3\0"
_NAME = re.compile(r"[A-Za-z]\w*")
_LETTERS = re.compile(r"[^\W\d_]")
_DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ].*)?")


@dataclass(frozen=True, slots=True)
class Lookup:
    """One named query: the rows of `table` whose `column` is a given text, heard where one of those texts is said."""

    name: str
    description: str
    column: str
    query: str
    values: str


@dataclass(frozen=True, slots=True)
class Database:
    """What can be said of a file without knowing what it is about."""

    description: str
    examples: tuple[str, ...]
    tables: tuple[str, ...]
    lookups: tuple[Lookup, ...]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column that is shown, and that a row may be looked up by where it holds names."""

    name: str
    expression: str
    table: str
    source: str
    """The column of `table` that holds the texts."""


def is_database(file: Path) -> bool:
    """Whether a file is an SQLite database, by its name and its first bytes."""
    if file.suffix.lower() not in SUFFIXES or not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(len(_MAGIC)) == _MAGIC


def drafted(file: Path) -> Database:
    """The base a file makes. Raises sqlite3.Error for one that cannot be read."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
        names = [str(row[0]) for row in db.execute(_TABLES)]
        told, lookups, examples = [], [], []
        for table in names:
            columns = list(_columns(db, table))
            told.append(f"{_words(table)} ({', '.join(_words(one.name) for one in columns)})")
            for column, values in _named(db, columns):
                lookups.append(_lookup(table, column, columns))
                examples += [f"What is known of the {_words(table)} with {_words(column.name)} {values[0]}?"]
    description = f"The database {file.name}: {'; '.join(told)}. Single facts and lists; no rules."
    step = max(1, len(examples) // EXAMPLES)
    return Database(description, tuple(examples[::step][:EXAMPLES]), tuple(names), tuple(lookups))


def _columns(db: sqlite3.Connection, table: str) -> Iterator[_Column]:
    """What a row tells; in place of a key of another table the name that stands there for it."""
    refers = {str(row[3]): str(row[2]) for row in db.execute(f"PRAGMA foreign_key_list({_quoted(table)})")}
    for name, *_ in _info(db, table):
        other = refers.get(name, "")
        key, label = _label(db, other) if other else ("", "")
        if label and label != key:
            shown = name.removesuffix("_id") if name.endswith("_id") else f"{name}_{label}"
            told = f"(SELECT {_quoted(label)} FROM {_quoted(other)} WHERE {_quoted(key)} = t.{_quoted(name)})"
            yield _Column(shown, told, other, label)
        else:
            yield _Column(name, f"t.{_quoted(name)}", table, name)


def _info(db: sqlite3.Connection, table: str) -> list[tuple[str, str, int]]:
    """(name, type, place in the key or 0) of each column."""
    rows = db.execute(f"PRAGMA table_info({_quoted(table)})")
    return [(str(row[1]), str(row[2]).upper(), int(row[5])) for row in rows]


def _label(db: sqlite3.Connection, table: str) -> tuple[str, str]:
    """A table's key and its first column of texts, "" where it has none or a key of several columns."""
    info = _info(db, table)
    keys = [name for name, _, place in info if place]
    texts = [name for name, kind, _ in info if "CHAR" in kind or "TEXT" in kind]
    return (keys[0], texts[0] if texts else "") if len(keys) == 1 else ("", "")


def _named(db: sqlite3.Connection, columns: Sequence[_Column]) -> list[tuple[_Column, list[str]]]:
    """The first columns by whose texts a row may be looked up, with those texts."""
    found = []
    for column in columns:
        query = f"SELECT DISTINCT {_quoted(column.source)} FROM {_quoted(column.table)} LIMIT {MOST_VALUES + 1}"
        values = [row[0] for row in db.execute(query) if row[0] is not None]
        if _NAME.fullmatch(column.name) and 0 < len(values) <= MOST_VALUES and all(map(_is_name, values)):
            found.append((column, values))
    return found[:TOOLS]


def _is_name(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= LONGEST
        and bool(_LETTERS.search(value))
        and _DATE.fullmatch(value) is None
    )


def _lookup(table: str, column: _Column, columns: Sequence[_Column]) -> Lookup:
    told = ", ".join(f"{one.expression} AS {_quoted(one.name)}" for one in columns)
    query = f"SELECT {told} FROM {_quoted(table)} t WHERE {column.expression} = :{column.name}"
    values = f"SELECT DISTINCT {_quoted(column.source)} FROM {_quoted(column.table)}"
    name = f"{re.sub(r'[^A-Za-z0-9]+', '_', table).strip('_').lower()}_by_{column.name.lower()}"
    what = f"Rows of {_words(table)} by their {_words(column.name)}: {', '.join(_words(one.name) for one in columns)}."
    return Lookup(name, what, column.name, query, values)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
