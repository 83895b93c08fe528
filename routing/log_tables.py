"""The decision log's tables and the database they stand in: what is made, what is brought up to this version's format,
and how SQLite is opened so that several processes can write.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection
from contextlib import closing
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from functools import partial
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from errors import ConfigError, StoreMismatch
from routing.log_rows import DecisionRow, FeedbackRow, ShadowRow
from routing.review_rows import ReviewRow

FORMAT = 2
"""Counts up when a column is added; a log of an older format is given the columns it lacks."""
WAIT_S = 5.0
"""How long a writer waits for other writers of the same SQLite file."""


class _Utc(sql.TypeDecorator[datetime]):
    """A moment in UTC: databases differ in what they do with zones, so none is stored."""

    impl = sql.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sql.Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: sql.Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.replace(tzinfo=UTC)


_COLUMN_TYPES: dict[str, Any] = {
    "datetime": _Utc,
    "datetime | None": _Utc,
    "str": sql.String(200),
    "str | None": sql.Text,
    "int": sql.Integer,
    "float": sql.Float,
    "float | None": sql.Float,
    "bool": sql.Boolean,
}
_METADATA = sql.MetaData()


def _table(name: str, row: type[Any], *further: sql.schema.SchemaItem, wide: Collection[str] = ()) -> sql.Table:
    # Every column may be null, so that one can be added to a table that has rows; the dataclass has the defaults.
    columns = [
        sql.Column(one.name, sql.Text if one.name in wide else _COLUMN_TYPES.get(str(one.type), sql.JSON))
        for one in fields(row)
    ]
    return sql.Table(name, _METADATA, sql.Column("id", sql.Integer, primary_key=True), *columns, *further)


DECISIONS = _table("decisions", DecisionRow, sql.UniqueConstraint("run_id", "question"), wide={"reason", "model"})
SHADOW = _table("shadow", ShadowRow)
REVIEW = _table("review", ReviewRow, sql.UniqueConstraint("review_id"), wide={"text"})
FEEDBACK = _table("feedback", FeedbackRow, sql.UniqueConstraint("run_id"))
_FORMAT = sql.Table("log_format", _METADATA, sql.Column("version", sql.Integer, nullable=False))


def engine_of(url: str) -> sql.Engine:
    """The engine of a URL. Raises ConfigError for one that names no database, or whose driver is missing."""
    try:
        parsed = sql.make_url(url)
        shared: dict[str, Any] = {"hide_parameters": True, "json_serializer": partial(json.dumps, ensure_ascii=False)}
        if parsed.get_backend_name() != "sqlite":
            return sql.create_engine(parsed, pool_pre_ping=True, **shared)
        if parsed.database in {None, "", ":memory:"}:
            raise ConfigError("log: a SQLite log needs a file, for example sqlite:////var/lib/signalbox/log.sqlite")
        engine = sql.create_engine(parsed, connect_args={"timeout": WAIT_S}, **shared)
    except (SQLAlchemyError, ImportError) as fault:
        raise ConfigError(f"log: no database can be reached by this URL: {cause_of(fault)}") from None
    sql.event.listen(engine, "connect", _by_hand)
    sql.event.listen(engine, "begin", _begin)
    return engine


def _by_hand(connection: Any, _: Any) -> None:
    # Python's driver opens transactions late, after a read; two writers then deadlock instead of waiting.
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous=NORMAL")


def _begin(connection: sql.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def to_wal(engine: sql.Engine) -> None:
    """Let readers and one writer go on side by side."""
    # SQLite does not wait for a lock while it changes the mode, so that is done here.
    until = time.monotonic() + WAIT_S
    while True:
        try:
            with closing(engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def bring_up(engine: sql.Engine) -> None:
    """Make what is missing. Raises StoreMismatch for a newer format and for tables that are not this log's."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        there = sql.inspect(connection)
        version = connection.scalar(sql.select(_FORMAT.c.version)) if there.has_table(_FORMAT.name) else None
        if version is not None and version > FORMAT:
            raise StoreMismatch(
                f"{engine.url}: a decision log of format {version}, this version writes {FORMAT}; "
                "update Signalbox or give it another log"
            )
        tables = ((DECISIONS, DecisionRow), (SHADOW, ShadowRow), (REVIEW, ReviewRow), (FEEDBACK, FeedbackRow))
        for table, row in tables:
            if there.has_table(table.name):
                _add_columns(connection, table, row, {column["name"] for column in there.get_columns(table.name)})
        _METADATA.create_all(connection)
        if version != FORMAT:
            connection.execute(_FORMAT.delete())
            connection.execute(_FORMAT.insert(), {"version": FORMAT})


def _add_columns(connection: sql.Connection, table: sql.Table, row: type[Any], there: Collection[str]) -> None:
    missing = [one for one in fields(row) if one.name not in there]
    needed = [one.name for one in missing if one.default is MISSING and one.default_factory is MISSING]
    if needed:
        raise StoreMismatch(
            f"{connection.engine.url}: its table {table.name!r} has no column {needed[0]!r}, so it is no decision log; "
            "give Signalbox another one"
        )
    for one in missing:
        column = CreateColumn(table.c[one.name]).compile(dialect=connection.dialect)
        connection.execute(sql.text(f"ALTER TABLE {table.name} ADD COLUMN {column}"))


def values_of(row: Any) -> dict[str, Any]:
    """A row by its columns."""
    return {one.name: getattr(row, one.name) for one in fields(row)}


def cause_of(fault: BaseException) -> str:
    """What happened, without the statement and its values, which SQLAlchemy's own text carries."""
    first = fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
    return str(first).partition("\n")[0] or type(first).__name__
