"""The decision log: one row a decision, in a database of the operator's choice, so that misroutes can be found later.

What a user asked is personal: a question is kept as a hash, its text only where the operator asks for it. A log that
cannot be written never takes a run down: it is reported once, the lost rows are counted, and the run goes on.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from errors import ConfigError, StoreError, StoreMismatch
from routing.log_rows import DecisionRow, FeedbackRow, ShadowRow, Versions, rows_of
from routing.review_rows import ReviewRow, review_row

logger = logging.getLogger("signalbox.log")

FORMAT = 1
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


_DECISIONS = _table("decisions", DecisionRow, sql.UniqueConstraint("run_id", "question"), wide={"reason", "model"})
_SHADOW = _table("shadow", ShadowRow)
_REVIEW = _table("review", ReviewRow, sql.UniqueConstraint("review_id"), wide={"text"})
_FEEDBACK = _table("feedback", FeedbackRow, sql.UniqueConstraint("run_id"))
_FORMAT = sql.Table("log_format", _METADATA, sql.Column("version", sql.Integer, nullable=False))


class RouteLog:
    """The log at one database URL; threads and processes may share it. SQLite is made, in WAL mode, on first use.

    Raises ConfigError for a URL that names no database or one whose driver is not installed. `lost` counts the rows
    that could not be written.
    """

    def __init__(self, url: str, *, keep_text: bool = False) -> None:
        self.keep_text = keep_text
        self.lost = 0
        self._engine = _engine(url)
        self._checked_by = 0
        self._lock = threading.Lock()

    def record_run(
        self, state: Mapping[str, Any], *, run_id: str | None, thread: str | None, catalog: str, versions: Versions
    ) -> list[DecisionRow]:
        """Keep the rows of a finished run (see `rows_of`) and return them as they are kept. Never raises; blocks."""
        rows: list[DecisionRow] = []
        with self._spared(1):
            rows = rows_of(state, run_id=run_id, thread=thread, catalog=catalog, versions=versions)
        rows = [row if self.keep_text else row.discreet() for row in rows]
        self.record(rows)
        return rows

    def record(self, rows: Sequence[DecisionRow]) -> None:
        """Keep the rows, all or none; what is kept already (a step that ran twice) stays as it is. Never raises."""
        if not rows:
            return
        with self._spared(len(rows)):
            kept = [_values(row if self.keep_text else row.discreet()) for row in rows]
            with self._writing() as connection:
                runs = {row.run_id for row in rows}
                key = sql.select(_DECISIONS.c.run_id, _DECISIONS.c.question).where(_DECISIONS.c.run_id.in_(runs))
                known = {tuple(found) for found in connection.execute(key)}
                new = [one for one in kept if (one["run_id"], one["question"]) not in known]
                if new:
                    connection.execute(_DECISIONS.insert(), new)

    def record_shadow(self, rows: Sequence[ShadowRow]) -> None:
        """Keep what searches of unchosen bases found. Never raises."""
        if not rows:
            return
        with self._spared(len(rows)), self._writing() as connection:
            connection.execute(_SHADOW.insert(), [_values(row) for row in rows])

    def record_review(self, state: Mapping[str, Any], *, run_id: str | None, catalog: str, share: float) -> None:
        """Put a run into the review set, where it is worth it (see `review_row`) and words may be kept. Never raises.

        A message that is there already stays as it is, with its label.
        """
        if not self.keep_text:
            return
        with self._spared(1):
            row = review_row(state, run_id=run_id or "", catalog=catalog, share=share)
            if row is None:
                return
            with self._writing() as connection:
                there = sql.select(_REVIEW.c.id).where(_REVIEW.c.review_id == row.review_id)
                if connection.execute(there).first() is None:
                    connection.execute(_REVIEW.insert(), _values(row))

    def reviews(self, catalog: str) -> list[ReviewRow]:
        """The review set of a catalog, oldest first; none where no log was begun. Raises StoreError."""
        found = [one for one in self._read(_REVIEW, None) if one["catalog"] == catalog]
        lists = ("bases", "history")
        return [ReviewRow(**(one | {name: tuple(one.get(name, ())) for name in lists})) for one in found]

    def label_review(self, review_id: str, label: Mapping[str, Any], at: datetime) -> None:
        """Keep what a reviewer said of a row, in place of what was said before. Raises StoreError."""
        said = _REVIEW.update().where(_REVIEW.c.review_id == review_id).values(label=dict(label), labelled=at)
        with self._told(), self._writing() as connection:
            connection.execute(said)

    def record_feedback(self, run_id: str, score: int) -> bool:
        """Keep what the user made of a run, in place of what they said of it before; whether the log knows the run.

        Raises StoreError.
        """
        row = FeedbackRow(datetime.now(UTC), run_id, score)
        with self._told(), self._writing() as connection:
            if not connection.scalar(sql.select(_DECISIONS.c.id).where(_DECISIONS.c.run_id == run_id).limit(1)):
                return False
            connection.execute(_FEEDBACK.delete().where(_FEEDBACK.c.run_id == run_id))
            connection.execute(_FEEDBACK.insert(), _values(row))
            return True

    def feedback(self, since: datetime | None = None) -> list[FeedbackRow]:
        """What users made of the answers from `since` on, oldest first. Raises StoreError."""
        return [FeedbackRow(**one) for one in self._read(_FEEDBACK, since)]

    def rows(self, since: datetime | None = None) -> list[DecisionRow]:
        """The decisions from `since` on, oldest first; none where no log was begun. Raises StoreError."""
        found = self._read(_DECISIONS, since)
        return [DecisionRow(**(one | {"bases": tuple(one.get("bases", ()))})) for one in found]

    def shadows(self, since: datetime | None = None) -> list[ShadowRow]:
        """The shadow searches from `since` on, oldest first. Raises StoreError."""
        return [ShadowRow(**one) for one in self._read(_SHADOW, since)]

    def expire(self, older_than_days: float) -> int:
        """Delete what is older: shadow searches, feedback and review rows too (a labelled one is as old as its label);
        how many decisions went. Raises StoreError.
        """
        before = datetime.now(UTC) - timedelta(days=older_than_days)
        with self._told(), self._writing() as connection:
            for table in (_SHADOW, _FEEDBACK):
                connection.execute(table.delete().where(table.c.time < before))
            age = sql.func.coalesce(_REVIEW.c.labelled, _REVIEW.c.time)
            connection.execute(_REVIEW.delete().where(age < before))
            return connection.execute(_DECISIONS.delete().where(_DECISIONS.c.time < before)).rowcount

    def close(self) -> None:
        """Give back the database's connections."""
        self._engine.dispose()

    def _read(self, table: sql.Table, since: datetime | None) -> list[dict[str, Any]]:
        if self._file is not None and not self._file.exists():
            return []
        query = sql.select(*(column for column in table.c if column.name != "id")).order_by(table.c.time, table.c.id)
        if since is not None:
            query = query.where(table.c.time >= since)
        with self._told():
            self._prepare()
            with self._engine.connect() as connection:
                found = connection.execute(query).mappings().all()
        return [{name: value for name, value in one.items() if value is not None} for one in found]

    @property
    def _file(self) -> Path | None:
        """The SQLite file, or None for another database."""
        return Path(str(self._engine.url.database)) if self._engine.dialect.name == "sqlite" else None

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        self._prepare()
        with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    def _prepare(self) -> None:
        with self._lock:
            file, here = self._file, os.getpid()
            if self._checked_by == here and (file is None or file.exists()):
                return
            # Connections do not survive a fork, nor those to a file that was deleted.
            self._engine.dispose(close=self._checked_by == here)
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                _to_wal(self._engine)
            try:
                _bring_up(self._engine)
            except DBAPIError:
                _bring_up(self._engine)  # another process made the tables in between; they are there now
            self._checked_by = here

    @contextmanager
    def _spared(self, rows: int) -> Iterator[None]:
        """Whatever goes wrong inside is reported once and counted: the log serves the runs, not they the log."""
        try:
            yield
        except Exception as fault:  # noqa: BLE001
            with self._lock:
                first, self.lost = self.lost == 0, self.lost + rows
            if first:
                told = "the decision log %s cannot be written, runs go on without it: %s"
                logger.warning(told, self._engine.url, _cause(fault))

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
            raise StoreError(f"{self._engine.url}: the decision log cannot be used: {_cause(fault)}") from None


def _engine(url: str) -> sql.Engine:
    try:
        parsed = sql.make_url(url)
        shared: dict[str, Any] = {"hide_parameters": True, "json_serializer": partial(json.dumps, ensure_ascii=False)}
        if parsed.get_backend_name() != "sqlite":
            return sql.create_engine(parsed, pool_pre_ping=True, **shared)
        if parsed.database in {None, "", ":memory:"}:
            raise ConfigError("log: a SQLite log needs a file, for example sqlite:////var/lib/signalbox/log.sqlite")
        engine = sql.create_engine(parsed, connect_args={"timeout": WAIT_S}, **shared)
    except (SQLAlchemyError, ImportError) as fault:
        raise ConfigError(f"log: no database can be reached by this URL: {_cause(fault)}") from None
    sql.event.listen(engine, "connect", _by_hand)
    sql.event.listen(engine, "begin", _begin)
    return engine


def _by_hand(connection: Any, _: Any) -> None:
    # Python's driver opens transactions late, after a read; two writers then deadlock instead of waiting.
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous=NORMAL")


def _begin(connection: sql.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def _to_wal(engine: sql.Engine) -> None:
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


def _bring_up(engine: sql.Engine) -> None:
    """Make what is missing. Raises StoreMismatch for a newer format and for tables that are not this log's."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        there = sql.inspect(connection)
        version = connection.scalar(sql.select(_FORMAT.c.version)) if there.has_table(_FORMAT.name) else None
        if version is not None and version > FORMAT:
            raise StoreMismatch(
                f"{engine.url}: a decision log of format {version}, this version writes {FORMAT}; "
                "update Signalbox or give it another log"
            )
        tables = ((_DECISIONS, DecisionRow), (_SHADOW, ShadowRow), (_REVIEW, ReviewRow), (_FEEDBACK, FeedbackRow))
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


def _values(row: Any) -> dict[str, Any]:
    return {one.name: getattr(row, one.name) for one in fields(row)}


def _cause(fault: BaseException) -> str:
    """What happened, without the statement and its values, which SQLAlchemy's own text carries."""
    first = fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
    return str(first).partition("\n")[0] or type(first).__name__
