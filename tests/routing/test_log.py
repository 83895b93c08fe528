"""routing.log: one row a decision, nothing of a question's words unasked, and a log that never takes a run down."""

from __future__ import annotations

import logging
import multiprocessing
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from errors import ConfigError, StoreError, StoreMismatch
from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.log_rows import DecisionRow, FeedbackRow, ShadowRow, Versions, digest, question_hash, rows_of, sampled

ROOT = Path(__file__).resolve().parents[2]
AT = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
VERSIONS = Versions(catalog="c1", prompts="p1", model="openai:small", index="i1")
WARRANTY = "Does the warranty cover invoice 4711?"
ROW = DecisionRow(AT, "run-1", "q1", question_hash(WARRANTY), "larkspur")


def question(id_: str, text: str, **given: Any) -> dict[str, Any]:
    """A question of the user's, as the state has it."""
    plain = {"id": id_, "text": text, "literal": text, "kind": None, "waits_for": None, "origin": id_, "again": ""}
    return plain | given


def decision(id_: str, bases: dict[str, float], **given: Any) -> dict[str, Any]:
    """A decision of the semantic tier, as the state has it."""
    scored = [{"name": name, "score": score} for name, score in bases.items()]
    return {"question": id_, "bases": scored, "tier": "semantic", "fell_back": False, "reason": ""} | given


def finding(id_: str, base: str, passages: int | None) -> dict[str, Any]:
    """A finding of so many passages, or a failed search."""
    failure = {"base": base, "question": id_, "reason": "it did not answer"} if passages is None else None
    return {"question": id_, "base": base, "passages": [{}] * (passages or 0), "failure": failure, "ms": 1.0}


STATE: dict[str, Any] = {
    "started": AT.timestamp(),
    "mood": {"name": "neutral", "tier": "semantic", "reason": ""},
    "questions": [
        question("q1", WARRANTY, kind="lookup"),
        question("q2", "Who repairs it?", literal="and who repairs it"),
        question("q3", "repairs", origin="q2", again="“Who repairs it?” is not answered yet"),
        question("q4", "How much is that?", waits_for="q2"),
    ],
    "decisions": [
        decision(
            "q1",
            {"legal": 0.71234, "billing": 0.4},
            scores={"legal": 0.71234, "billing": 0.4, "technical": 0.02},
            reason="a floor rule names legal",
            ms=2.5,
            turn=1,
        ),
        decision("q2", {"technical": 0.35}, tier="model", fell_back=True, reason="it reads: “Who repairs it?”"),
        decision("q3", {"legal": 0.1}, tier="critic", reason="“Who repairs it?” is not answered yet"),
    ],
    "findings": [finding("q1", "legal", 3), finding("q1", "billing", None), finding("q2", "technical", 0)],
    "critique": {"answered": ["q1"], "missing": [], "reason": "", "next": "end"},
}


def url_of(file: Path) -> str:
    """The URL of a SQLite file."""
    return f"sqlite:///{file}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the log of a test is; its folder is not there yet."""
    return tmp_path / "logs" / "log.sqlite"


@pytest.fixture
def log(file: Path) -> RouteLog:
    """A log that was never used."""
    return RouteLog(url_of(file))


def made(state: dict[str, Any], run_id: str | None = "run-1", thread: str | None = "t1") -> list[DecisionRow]:
    """The rows of a run over larkspur."""
    return rows_of(state, run_id=run_id, thread=thread, catalog="larkspur", versions=VERSIONS)


def dumped(file: Path) -> str:
    """Every value in a SQLite file, as text."""
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


def test_rows_of_a_run() -> None:
    """Each decision is one row: what was decided, what came of it, and what decided; a waiting question has none."""
    shared: dict[str, Any] = {
        "time": AT,
        "run_id": "run-1",
        "catalog": "larkspur",
        "thread_hash": digest("t1"),
        "mood": "neutral",
        "catalog_version": "c1",
        "prompts_version": "p1",
        "model": "openai:small",
        "index_version": "i1",
    }
    assert made(STATE) == [
        DecisionRow(
            **shared,
            question="q1",
            origin="q1",
            text=WARRANTY,
            question_hash=question_hash(WARRANTY),
            kind="lookup",
            bases=("legal", "billing"),
            scores={"legal": 0.7123, "billing": 0.4, "technical": 0.02},
            tier="semantic",
            reason="a floor rule names legal",
            searched=2,
            passages={"legal": 3, "billing": None},
            ms=2.5,
        ),
        DecisionRow(
            **shared,
            question="q2",
            origin="q2",
            text="Who repairs it?",
            question_hash=question_hash("Who repairs it?"),
            bases=("technical",),
            scores={"technical": 0.35},
            tier="model",
            fell_back=True,
            reason="it reads: “q2”",
            searched=1,
            passages={"technical": 0},
            empty=True,
            apology=True,
        ),
        DecisionRow(
            **shared,
            question="q3",
            origin="q2",
            turn=2,
            text="repairs",
            question_hash=question_hash("repairs"),
            bases=("legal",),
            scores={"legal": 0.1},
            tier="critic",
            reason="“q2” is not answered yet",
            apology=True,
        ),
    ]


@pytest.mark.parametrize(
    ("mood", "tier", "reason"),
    [
        ("distress", "rules", ""),
        ({"name": "distress", "tier": "semantic", "reason": "near “I cannot breathe”"}, "semantic", "near “q1”"),
    ],
)
def test_rows_of_an_escalated_run(mood: object, tier: str, reason: str) -> None:
    """A run that its mood ended before any decision is one row without bases or searches, and no apology."""
    state = {"started": AT.timestamp(), "questions": [question("q1", "I cannot breathe")], "decisions": []}
    assert made(state | {"mood": mood, "findings": []}) == [
        DecisionRow(
            time=AT,
            run_id="run-1",
            question="q1",
            origin="q1",
            question_hash=question_hash("I cannot breathe"),
            text="I cannot breathe",
            catalog="larkspur",
            thread_hash=digest("t1"),
            mood="distress",
            tier=tier,
            reason=reason,
            catalog_version="c1",
            prompts_version="p1",
            model="openai:small",
            index_version="i1",
        )
    ]


def test_rows_of_a_run_without_decisions_or_mood() -> None:
    """A run in which nothing was decided has no row."""
    assert made({"started": 1.0, "questions": [question("q1", "Hi")], "decisions": []}) == []


def test_run_without_an_id() -> None:
    """A run without an id gets the same one each time, and another than other runs."""
    runs = [STATE, STATE, STATE | {"started": 7.0}]
    first, again, other = ({row.run_id for row in made(state, run_id=None)} for state in runs)
    assert first == again
    assert len(first | other) == 2
    assert all(id_.startswith("local-") for id_ in first | other)


def test_round_trip(log: RouteLog, file: Path) -> None:
    """What is recorded is read back field by field; the file and its folder are made on first use, in WAL mode."""
    assert log.rows() == []
    assert not file.parent.exists()
    kept = log.record_run(STATE, run_id="run-1", thread="t1", catalog="larkspur", versions=VERSIONS)
    assert log.rows() == kept == [row.discreet() for row in made(STATE)]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_no_words_of_a_question_are_kept(log: RouteLog, file: Path) -> None:
    """Without the operator's wish neither the text nor the words that a reason repeats are in the file."""
    reason = "The user asks whether the warranty covers invoice 4711 and 保証; best: legal 0.30"
    row = replace(ROW, text=WARRANTY + " 保証 legal", reason=reason, bases=("legal",), tier="model")
    log.record([row])
    assert log.rows() == [
        replace(row, text=None, reason="The user asks whether the … covers … … and ……; best: legal 0.30")
    ]
    assert not [word for word in ("4711", "warranty", "invoice", "Does") if word in dumped(file)]


def test_text_on_request(file: Path) -> None:
    """With it, text and reason are kept as they are."""
    log = RouteLog(url_of(file), keep_text=True)
    row = replace(ROW, text=WARRANTY, reason="the warranty, invoice 4711")
    log.record([row])
    assert log.rows() == [row]


def test_a_step_that_runs_twice(log: RouteLog) -> None:
    """A decision that is in the log already stays as it is; new ones of the same run are added."""
    later = replace(ROW, question="q2", time=AT + timedelta(seconds=1))
    log.record([ROW])
    log.record([replace(ROW, tier="critic"), later])
    log.record([])
    assert log.rows() == [ROW, later]
    assert log.lost == 0


def test_feedback_on_a_run(log: RouteLog) -> None:
    """What a user made of a run that is in the log is kept once, the latest; it expires as the decisions do."""
    log.record([ROW])
    assert log.record_feedback("run-1", 1)
    assert log.record_feedback("run-1", 0)
    assert not log.record_feedback("run-2", 1)
    (kept,) = log.feedback()
    assert kept == FeedbackRow(kept.time, "run-1", 0)
    log.expire(1e-9)
    assert log.feedback() == []


def test_since_and_expiry(log: RouteLog) -> None:
    """Readers may begin at a moment of any zone; what is older than so many days is deleted, shadow rows too."""
    now = datetime.now(UTC)
    rows = [replace(ROW, run_id=str(days), time=now - timedelta(days=days)) for days in (40, 20, 1)]
    shadows = [ShadowRow(row.time, row.run_id, row.question_hash, "legal", 0.1, "billing", 0.7) for row in rows]
    log.record(rows)
    log.record_shadow(shadows)
    log.record_shadow([])
    from_then = (now - timedelta(days=20)).astimezone()
    assert (log.rows(), log.rows(from_then)) == (rows, rows[1:])
    assert (log.shadows(), log.shadows(from_then)) == (shadows, shadows[1:])
    assert log.expire(30) == 1
    assert (log.rows(), log.shadows()) == (rows[1:], shadows[1:])


WRITER = """
import sys
from datetime import UTC, datetime
from routing.log import RouteLog
from routing.log_rows import DecisionRow
log = RouteLog(sys.argv[1])
for place in range(20):
    log.record([DecisionRow(datetime.now(UTC), f"{sys.argv[2]}-{place}", "q1", "", "larkspur")])
sys.exit(log.lost)
"""


def test_processes_that_write_at_once(file: Path) -> None:
    """Processes that begin one log together and write to it at once lose no row."""
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, url_of(file), str(who)], cwd=ROOT) for who in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    runs = sorted(row.run_id for row in RouteLog(url_of(file)).rows())
    assert runs == sorted(f"{who}-{place}" for who in range(3) for place in range(20))


def test_threads_that_write_at_once(log: RouteLog) -> None:
    """Threads that share one log lose no row, and the same row written by all of them is there once."""
    rows = [replace(ROW, run_id=str(place // 2)) for place in range(60)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda row: log.record([row]), rows))
    assert sorted(row.run_id for row in log.rows()) == sorted(str(place) for place in range(30))
    assert log.lost == 0


def test_a_fork(log: RouteLog) -> None:
    """A forked process writes through connections of its own."""
    log.record([ROW])
    child = multiprocessing.get_context("fork").Process(target=log.record, args=([replace(ROW, run_id="child")],))
    child.start()
    child.join(30)
    log.record([replace(ROW, run_id="after")])
    assert [row.run_id for row in log.rows()] == ["run-1", "child", "after"]


def test_a_log_that_cannot_be_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is reported once, without a question's words; every lost row is counted; nothing is raised."""
    (tmp_path / "logs").write_text("a file where a folder should be")
    log = RouteLog(url_of(tmp_path / "logs" / "log.sqlite"))
    with caplog.at_level(logging.WARNING, "signalbox.log"):
        log.record([replace(ROW, text=WARRANTY), replace(ROW, question="q2")])
        log.record_shadow([ShadowRow(AT, "run-1", "h", "legal", 0.1, "billing", 0.7)])
        log.record_run({"decisions": [{}]}, run_id="r", thread=None, catalog="larkspur", versions=VERSIONS)
    assert log.lost == 4
    told = f"the decision log sqlite:///{tmp_path}/logs/log.sqlite cannot be written, runs go on without it: "
    assert [record.getMessage() for record in caplog.records] == [f"{told}[Errno 17] File exists: '{tmp_path}/logs'"]


def test_a_log_that_another_holds(log: RouteLog, file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A writer that waits in vain for another program loses the row, says why, and writes again when it can."""
    log.record([ROW])
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        log.record([replace(ROW, run_id="lost", text=WARRANTY)])
    log.record([replace(ROW, run_id="kept")])
    assert [row.run_id for row in log.rows()] == ["run-1", "kept"]
    assert [record.getMessage().partition("without it: ")[2] for record in caplog.records] == ["database is locked"]


def test_a_log_that_is_deleted(log: RouteLog, file: Path) -> None:
    """A log that is deleted under a running process is begun anew."""
    log.record([ROW])
    for one in file.parent.iterdir():
        one.unlink()
    log.record([replace(ROW, run_id="second")])
    assert [row.run_id for row in log.rows()] == ["second"]


def old_log(file: Path, statement: str) -> None:
    """Write a SQLite file with another version's tables."""
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statement)


def test_an_older_format(log: RouteLog, file: Path) -> None:
    """A log without later columns is given them, with its rows kept; their values are the defaults."""
    old_log(
        file,
        "CREATE TABLE decisions (id INTEGER PRIMARY KEY, time DATETIME, run_id TEXT, question TEXT,"
        " question_hash TEXT, catalog TEXT, bases JSON, tier TEXT);"
        "INSERT INTO decisions VALUES (1, '2026-03-01 12:00:00.250000', 'old', 'q1', 'h', 'larkspur',"
        " '[\"legal\"]', 'rules');",
    )
    old = DecisionRow(AT, "old", "q1", "h", "larkspur", bases=("legal",), tier="rules")
    assert log.rows() == [old]
    new = replace(made(STATE)[0], time=AT + timedelta(seconds=1))
    log.record([new])
    assert log.rows() == [old, new.discreet()]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version FROM log_format").fetchall() == [(2,)]
        names = {row[1] for row in connection.execute("PRAGMA table_info(decisions)")}
    assert names == {"id", *(one.name for one in fields(DecisionRow))}


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (
            "CREATE TABLE log_format (version INTEGER); INSERT INTO log_format VALUES (9);",
            "a decision log of format 9, this version writes 2; update Signalbox or give it another log",
        ),
        (
            "CREATE TABLE decisions (id INTEGER PRIMARY KEY, time DATETIME, verdict TEXT);",
            "its table 'decisions' has no column 'run_id', so it is no decision log; give Signalbox another one",
        ),
    ],
)
def test_a_format_that_is_refused(log: RouteLog, file: Path, statement: str, told: str) -> None:
    """A newer log and somebody else's table are left untouched, and refused with what to do."""
    old_log(file, statement)
    before = dumped(file)
    with pytest.raises(StoreMismatch) as raised:
        log.rows()
    log.record([ROW])
    assert str(raised.value) == f"{url_of(file)}: {told}"
    assert (log.lost, dumped(file)) == (1, before)


def test_a_file_that_is_no_database(log: RouteLog, file: Path) -> None:
    """Reading and expiring say in one line what is wrong with the file."""
    file.parent.mkdir()
    file.write_text("not a database, " * 100)
    readers: list[Callable[[], Any]] = [log.rows, log.shadows, lambda: log.expire(1)]
    for reads in readers:
        with pytest.raises(StoreError) as raised:
            reads()
        assert str(raised.value) == f"{url_of(file)}: the decision log cannot be used: file is not a database"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("log.sqlite", "no database can be reached by this URL: Could not parse SQLAlchemy URL"),
        ("nodb://host/log", "no database can be reached by this URL: Can't load plugin: sqlalchemy.dialects:nodb"),
        ("oracle+cx_oracle://host/log", "no database can be reached by this URL: No module named 'cx_Oracle'"),
        ("sqlite://", "a SQLite log needs a file, for example sqlite:////var/lib/signalbox/log.sqlite"),
    ],
)
def test_a_url_that_is_refused(url: str, told: str) -> None:
    """A URL of no database, of one without its driver, or of one that keeps nothing is a mistake of the settings."""
    with pytest.raises(ConfigError) as raised:
        RouteLog(url)
    assert str(raised.value).startswith(f"log: {told}")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("How do I pay?", "  how do i PAY", True),
        ("Où est l’hôtel ?", "ou est l'hotel", True),
        ("保証は？", "保証は", True),
        ("How do I pay?", "How do I pay twice?", False),
        ("???", "!!!", False),
    ],
)
def test_question_hash(one: str, other: str, same: bool) -> None:
    """A question has one hash in every spelling; other questions have others, signs alone too."""
    assert (question_hash(one) == question_hash(other)) is same
    assert len(question_hash(one)) == 16


def test_versions(make_catalog: Callable[..., Catalog], tmp_path: Path) -> None:
    """A changed description or prompt is another version; no model has a name too."""
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "route.md").write_text("Route.")
    catalog = make_catalog({"wiki": {"files": {"a.md": "A."}}})
    first = Versions.of(catalog, prompts, "", "i1")
    assert Versions.of(catalog, prompts, "", "i1") == first
    (prompts / "route.md").write_text("Route well.")
    other = make_catalog({"wiki": {"description": "Everything.", "files": {"a.md": "A."}}})
    second = Versions.of(other, prompts, "openai:small", "i2")
    assert (first.model, first.index, second.model, second.index) == ("none", "i1", "openai:small", "i2")
    assert first.catalog != second.catalog
    assert first.prompts != second.prompts


def test_sampled() -> None:
    """About the asked share of questions is searched in the shadow, always the same ones, none or all at the ends."""
    asked = [question_hash(f"What is {number}?") for number in range(2000)]
    picked = [one for one in asked if sampled(one, 0.1)]
    assert 150 < len(picked) < 250
    assert set(picked) < {one for one in asked if sampled(one, 0.2)}
    assert [sum(sampled(one, share) for one in asked) for share in (0, 1)] == [0, 2000]


def test_to_dict() -> None:
    """A row for a trace is JSON-able, one value a column."""
    values = made(STATE)[0].to_dict()
    assert (values["time"], values["bases"]) == ("2026-03-01T12:00:00.250000+00:00", ["legal", "billing"])
    assert list(values) == [one.name for one in fields(DecisionRow)]
