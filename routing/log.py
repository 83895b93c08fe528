"""The decision log: one row a decision, in a database of the operator's choice, so that misroutes can be found later.

What a user asked is personal: a question is kept as a hash, its text only where the operator asks for it. A log that
cannot be written never takes a run down: it is reported once, the lost rows are counted, and the run goes on.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from errors import StoreError
from routing.log_rows import DecisionRow, FeedbackRow, ShadowRow, Versions, rows_of
from routing.log_tables import (
    DECISIONS,
    FEEDBACK,
    REVIEW,
    SHADOW,
    bring_up,
    cause_of,
    engine_of,
    to_wal,
    values_of,
)
from routing.review_rows import ReviewRow, review_row

logger = logging.getLogger("signalbox.log")


class RouteLog:
    """The log at one database URL; threads and processes may share it. SQLite is made, in WAL mode, on first use.

    Raises ConfigError for a URL that names no database or one whose driver is not installed. `lost` counts the rows
    that could not be written.
    """

    def __init__(self, url: str, *, keep_text: bool = False) -> None:
        self.keep_text = keep_text
        self.lost = 0
        self._engine = engine_of(url)
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
            kept = [values_of(row if self.keep_text else row.discreet()) for row in rows]
            with self._writing() as connection:
                runs = {row.run_id for row in rows}
                key = sql.select(DECISIONS.c.run_id, DECISIONS.c.question).where(DECISIONS.c.run_id.in_(runs))
                known = {tuple(found) for found in connection.execute(key)}
                new = [one for one in kept if (one["run_id"], one["question"]) not in known]
                if new:
                    connection.execute(DECISIONS.insert(), new)

    def record_shadow(self, rows: Sequence[ShadowRow]) -> None:
        """Keep what searches of unchosen bases found. Never raises."""
        if not rows:
            return
        with self._spared(len(rows)), self._writing() as connection:
            connection.execute(SHADOW.insert(), [values_of(row) for row in rows])

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
                there = sql.select(REVIEW.c.id).where(REVIEW.c.review_id == row.review_id)
                if connection.execute(there).first() is None:
                    connection.execute(REVIEW.insert(), values_of(row))

    def reviews(self, catalog: str) -> list[ReviewRow]:
        """The review set of a catalog, oldest first; none where no log was begun. Raises StoreError."""
        found = [one for one in self._read(REVIEW, None) if one["catalog"] == catalog]
        lists = ("bases", "history")
        return [ReviewRow(**(one | {name: tuple(one.get(name, ())) for name in lists})) for one in found]

    def label_review(self, review_id: str, label: Mapping[str, Any], at: datetime) -> None:
        """Keep what a reviewer said of a row, in place of what was said before. Raises StoreError."""
        said = REVIEW.update().where(REVIEW.c.review_id == review_id).values(label=dict(label), labelled=at)
        with self._told(), self._writing() as connection:
            connection.execute(said)

    def record_feedback(self, run_id: str, score: int, comment: str | None = None) -> bool:
        """Keep what the user made of a run, in place of what they said of it before; whether the log knows the run.

        A comment is kept whether or not the log keeps questions' words: it was written to be read. Raises StoreError.
        """
        row = FeedbackRow(datetime.now(UTC), run_id, score, comment or None)
        with self._told(), self._writing() as connection:
            if not connection.scalar(sql.select(DECISIONS.c.id).where(DECISIONS.c.run_id == run_id).limit(1)):
                return False
            connection.execute(FEEDBACK.delete().where(FEEDBACK.c.run_id == run_id))
            connection.execute(FEEDBACK.insert(), values_of(row))
            return True

    def feedback(self, since: datetime | None = None) -> list[FeedbackRow]:
        """What users made of the answers from `since` on, oldest first. Raises StoreError."""
        return [FeedbackRow(**one) for one in self._read(FEEDBACK, since)]

    def rows(self, since: datetime | None = None) -> list[DecisionRow]:
        """The decisions from `since` on, oldest first; none where no log was begun. Raises StoreError."""
        found = self._read(DECISIONS, since)
        return [DecisionRow(**(one | {"bases": tuple(one.get("bases", ()))})) for one in found]

    def shadows(self, since: datetime | None = None) -> list[ShadowRow]:
        """The shadow searches from `since` on, oldest first. Raises StoreError."""
        return [ShadowRow(**one) for one in self._read(SHADOW, since)]

    def expire(self, older_than_days: float) -> int:
        """Delete what is older: shadow searches, feedback and review rows too (a labelled one is as old as its label);
        how many decisions went. Raises StoreError.
        """
        before = datetime.now(UTC) - timedelta(days=older_than_days)
        with self._told(), self._writing() as connection:
            for table in (SHADOW, FEEDBACK):
                connection.execute(table.delete().where(table.c.time < before))
            age = sql.func.coalesce(REVIEW.c.labelled, REVIEW.c.time)
            connection.execute(REVIEW.delete().where(age < before))
            return connection.execute(DECISIONS.delete().where(DECISIONS.c.time < before)).rowcount

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
                to_wal(self._engine)
            try:
                bring_up(self._engine)
            except DBAPIError:
                bring_up(self._engine)  # another process made the tables in between; they are there now
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
                logger.warning(told, self._engine.url, cause_of(fault))

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
            raise StoreError(f"{self._engine.url}: the decision log cannot be used: {cause_of(fault)}") from None
