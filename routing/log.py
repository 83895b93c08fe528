"""The decision log: one row a decision, in a database of the operator's choice, so that misroutes can be found later.

What a user asked is personal: a question is kept as a hash, its text only where the operator asks for it. A log that
cannot be written never takes a run down: it is reported once, the lost rows are counted, and the run goes on.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import sqlite3
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from errors import ConfigError, StoreError, StoreMismatch
from knowledge.catalog import Catalog
from knowledge.text import is_cjk, words

logger = logging.getLogger("signalbox.log")

FORMAT = 1
"""Counts up when a column is added; a log of an older format is given the columns it lacks."""
WAIT_S = 5.0
"""How long a writer waits for other writers of the same SQLite file."""
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+(?:[@.\-]\w+)*")


@dataclass(frozen=True, slots=True)
class Versions:
    """What decided: digests of the catalog, the prompt files and the index, and the model's name."""

    catalog: str = ""
    prompts: str = ""
    model: str = ""
    index: str = ""

    @classmethod
    def of(cls, catalog: Catalog, prompts: Path, model: str, index: str) -> Versions:
        """The versions of a process: `prompts` is the folder of the prompt files, `index` the store's digest."""
        files = sorted(prompts.glob("*.md"))
        words_of = [part for file in files for part in (file.name, file.read_text(encoding="utf-8"))]
        return cls(digest(catalog.model_dump_json(exclude={"folder"})), digest(*words_of), model or "none", index)


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision as it is kept; one field is one column.

    `question` and `origin` are ids within the run; `turn` counts the run's routings from 1. `bases` are in the
    decision's order, best first; `scores` lie in [0, 1]. `passages` says how many each searched base returned, None
    where its search failed. `empty`: it was searched for and no passage came back. `apology`: the run ended without
    an answer to it (a question handed to a person is not one). `ms` is the time the decision took.
    """

    time: datetime
    run_id: str
    question: str
    question_hash: str
    catalog: str
    origin: str = ""
    turn: int = 1
    text: str | None = None
    thread_hash: str = ""
    kind: str | None = None
    mood: str | None = None
    bases: tuple[str, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    tier: str = ""
    fell_back: bool = False
    reason: str = ""
    searched: int = 0
    passages: Mapping[str, int | None] = field(default_factory=dict)
    empty: bool = False
    apology: bool = False
    ms: float | None = None
    catalog_version: str = ""
    prompts_version: str = ""
    model: str = ""
    index_version: str = ""

    def discreet(self) -> DecisionRow:
        """The row without its text, and with an ellipsis for each telling word of it that the reason repeats."""
        if self.text is None:
            return self
        said = {token.casefold() for token in _TOKEN.findall(self.text)}
        said -= {token.casefold() for name in (*self.bases, *self.scores) for token in _TOKEN.findall(name)}

        def hidden(match: re.Match[str]) -> str:
            token = match.group().casefold()
            telling = len(token) > 3 or is_cjk(token[0]) or any(char.isdigit() for char in token)
            return "…" if telling and token in said else match.group()

        return replace(self, text=None, reason=_TOKEN.sub(hidden, self.reason))

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON-able values, for a trace's metadata."""
        return asdict(self) | {"time": self.time.isoformat(), "bases": list(self.bases)}


@dataclass(frozen=True, slots=True)
class ShadowRow:
    """A base that a decision left out, searched afterwards: its best passage score and the chosen base's, in [0, 1]."""

    time: datetime
    run_id: str
    question_hash: str
    chosen_base: str
    chosen_best: float
    other_base: str
    other_best: float


def digest(*parts: str) -> str:
    """16 hex digits of a sha256; parts are told apart by their length."""
    framed = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(framed.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def question_hash(text: str) -> str:
    """The digest of a question, the same whatever its case, accents, spaces and punctuation."""
    return digest(" ".join(words(text)) or text.strip())


def sampled(run_id: str, share: float) -> bool:
    """Whether a run belongs to the `share` (0 to 1) that is searched in the shadow; the same run always does."""
    return int(digest("shadow", run_id), 16) < share * 16**16


def rows_of(
    state: Mapping[str, Any],
    *,
    run_id: str | None,
    thread: str | None,
    catalog: str,
    versions: Versions,
    at: datetime | None = None,
) -> list[DecisionRow]:
    """The rows of a finished run: exactly one a decision, or one for a run whose mood ended it before any decision.

    `state` has the channels of `graph.state.State`. Read where they are there: a decision's `scores` (a mapping of
    every base), `ms` and `turn`; the state's `mood`, a name or a mapping with `name`, `tier` and `reason`. `at`
    defaults to the run's start. A run without an id is given one that is the same each time it is asked for.
    """
    started = float(state.get("started") or 0) or time.time()
    questions = {one["id"]: one for one in state.get("questions") or []}
    told = state.get("mood") or {}
    mood: Mapping[str, Any] = {"name": told} if isinstance(told, str) else told
    shared = DecisionRow(
        time=at or datetime.fromtimestamp(started, UTC),
        run_id=(run_id or f"local-{digest(thread or '', repr(started), *questions)}")[:200],
        question="",
        question_hash="",
        catalog=catalog,
        thread_hash=digest(thread) if thread else "",
        mood=mood.get("name"),
        catalog_version=versions.catalog,
        prompts_version=versions.prompts,
        model=versions.model,
        index_version=versions.index,
    )
    decisions = state.get("decisions") or []
    if decisions:
        return [_decided(shared, state, questions, decision) for decision in decisions]
    if not mood:
        return []
    said = " ".join(one["literal"] for one in questions.values() if one["origin"] == one["id"])
    first = next(iter(questions), "message")
    tier, reason = mood.get("tier", "rules"), _without(mood.get("reason", ""), questions)
    return [
        replace(
            shared, question=first, origin=first, text=said, question_hash=question_hash(said), tier=tier, reason=reason
        )
    ]


def _decided(
    shared: DecisionRow, state: Mapping[str, Any], questions: Mapping[str, Any], decision: Mapping[str, Any]
) -> DecisionRow:
    question = questions[decision["question"]]
    chosen = {base["name"]: float(base["score"]) for base in decision["bases"]}
    found = [one for one in state.get("findings") or [] if one["question"] == question["id"]]
    passages = {one["base"]: None if one["failure"] else len(one["passages"]) for one in found}
    answered = (state.get("critique") or {}).get("answered", [])
    return replace(
        shared,
        question=question["id"],
        origin=question["origin"],
        turn=decision.get("turn") or (2 if question["again"] else 1),
        text=question["text"],
        question_hash=question_hash(question["text"]),
        kind=question["kind"],
        bases=tuple(chosen),
        scores={name: round(float(score), 4) for name, score in (decision.get("scores") or chosen).items()},
        tier=decision["tier"],
        fell_back=decision["fell_back"],
        reason=_without(decision["reason"], questions),
        searched=len(passages),
        passages=passages,
        empty=bool(passages) and not any(passages.values()),
        apology=question["origin"] not in answered,
        ms=decision.get("ms"),
    )


def _without(reason: str, questions: Mapping[str, Any]) -> str:
    """The reason with ids for questions: a critic's reason quotes another question of the run than its own."""
    for id_, question in questions.items():
        for text in (question["text"], question["literal"]):
            reason = reason.replace(text, id_) if text.strip() else reason
    return reason


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
        with self._spared(len(rows)), self._writing() as connection:
            if rows:
                connection.execute(_SHADOW.insert(), [_values(row) for row in rows])

    def rows(self, since: datetime | None = None) -> list[DecisionRow]:
        """The decisions from `since` on, oldest first; none where no log was begun. Raises StoreError."""
        found = self._read(_DECISIONS, since)
        return [DecisionRow(**(one | {"bases": tuple(one.get("bases", ()))})) for one in found]

    def shadows(self, since: datetime | None = None) -> list[ShadowRow]:
        """The shadow searches from `since` on, oldest first. Raises StoreError."""
        return [ShadowRow(**one) for one in self._read(_SHADOW, since)]

    def expire(self, older_than_days: float) -> int:
        """Delete what is older, shadow searches too; how many decisions went. Raises StoreError."""
        before = datetime.now(UTC) - timedelta(days=older_than_days)
        with self._told(), self._writing() as connection:
            connection.execute(_SHADOW.delete().where(_SHADOW.c.time < before))
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
        for table, row in ((_DECISIONS, DecisionRow), (_SHADOW, ShadowRow)):
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
