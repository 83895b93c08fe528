"""The eval `sql`: public questions over seven SQLite databases, half of which no query can answer.

Without a model it measures what stands before one: how many of the gold queries the check accepts, whether what is
written anew from them gives the same rows, and how many hostile ones are refused. With SIGNALBOX_MODEL it measures
execution match, and refusal of what cannot be answered.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from errors import BenchmarkMissing
from evals.command import main
from evals.executing import MOST, Asked, Outcome, Rows, by_model, ran, refused, same
from evals.hostile_sql import HOSTILE
from evals.public import SETTING, Benchmarks, half
from evals.report import Result, Row
from graph.settings import Settings
from knowledge.base_spec import BaseSpec
from knowledge.bases.sql import SqlBase
from knowledge.ingest import Progress
from knowledge.sqldb.check import Dialect, checked
from knowledge.sqldb.client import SqlClient

FOLDER: Final = "sql_defog"
DIALECTS: Final[tuple[Dialect, ...]] = ("sqlite", "postgres")
TARGETS: Final = {"gold_accepted": 0.98, "gold_same": 0.98, "hostile_refused": float(len(HOSTILE) * len(DIALECTS))}
MODEL_TARGETS: Final = {"execution_match": 0.6, "refused_unanswerable": 0.8}


def run(settings: Settings, progress: Progress) -> Result:  # noqa: ARG001 - nothing is embedded
    """The odd half of the questions, by md5 of the id; `gold_accepted_tune` is of the even half.

    Raises BenchmarkMissing where the data is not there.
    """
    started = time.perf_counter()
    rows = Benchmarks(settings.benchmarks).rows(f"{FOLDER}/questions.jsonl")
    folder = settings.benchmarks / FOLDER
    bases = {name: opened(folder / f"{name}.sqlite") for name in {row["db"] for row in rows if row["db"]}}
    reported = [row for row in rows if half(row["id"]) == "odd"]
    metrics, judged = measure(settings, reported, bases)
    metrics["gold_accepted_tune"] = _accepted([row for row in rows if half(row["id"]) == "even"], bases)
    return Result(
        suite="sql",
        split="odd half by md5 of the row's id",
        tuned_on="even half",
        n=len(reported),
        metrics=metrics,
        targets=TARGETS | (MODEL_TARGETS if "execution_match" in metrics else {}),
        seconds=time.perf_counter() - started,
        rows=judged,
    )


def measure(
    settings: Settings, rows: Sequence[Mapping[str, Any]], bases: Mapping[str, SqlBase]
) -> tuple[dict[str, float], list[Row]]:
    """The figures over questions and their databases, and what became of each where a model was asked.

    gold_accepted: the share of the gold queries, alternatives included, that pass the check and are planned; gold_same:
    of those, the share whose rows are those of the query as the set has it.
    """
    wanted = {id(row): [_raw(bases[row["db"]], gold) for gold in row["gold_sql"]] for row in rows if _answerable(row)}
    pairs = [
        (bases[row["db"]], gold, raw)
        for row in rows
        if _answerable(row)
        for gold, raw in zip(row["gold_sql"], wanted[id(row)], strict=True)
    ]
    found = [(ran(gold, base), raw) for base, gold, raw in pairs]
    metrics = {
        "gold_accepted": _accepted(rows, bases),
        "gold_same": _share([same(rows_, raw) for rows_, raw in found if rows_ is not None]),
        "gold_total": float(len(pairs)),
        "hostile_refused": float(sum(refused(HOSTILE.values(), _check(dialect)) for dialect in DIALECTS)),
        "hostile_total": float(len(HOSTILE) * len(DIALECTS)),
        "answerable_of": float(len(wanted)),
        "unanswerable_of": float(len(rows) - len(wanted)),
    }
    asked = [Asked(row["id"], bases[row["db"]], _question(row), wanted.get(id(row), [])) for row in rows]
    outcomes = by_model(settings, asked)
    judged = [_judged(question, outcome) for question, outcome in zip(asked, outcomes, strict=bool(outcomes))]
    for metric in ("execution_match", "refused_unanswerable") if outcomes else ():
        metrics[metric] = _share([bool(row["right"][metric]) for row in judged if metric in row["right"]])
    return metrics, judged


def opened(file: Path) -> SqlBase:
    """A database of the set as a base, read only where it lies. Raises BenchmarkMissing where it is not there."""
    if not file.is_file():
        raise BenchmarkMissing(f"{file} is missing: set {SETTING} to the folder of public data")
    spec = BaseSpec(name=file.stem, type="sql", url=f"sqlite:///{file}", timeout_s=30)
    return SqlBase(spec, SqlClient(spec.name, spec.url, file, spec.timeout_s), file.parent)


def _judged(question: Asked, outcome: Outcome) -> Row:
    chosen = ["rows"] if outcome.rows is not None else []
    if question.right:
        right = outcome.rows is not None and any(same(outcome.rows, rows) for rows in question.right)
        return Row(id=question.id, wanted=["rows"], chosen=chosen, right={"execution_match": int(right)})
    # A model that failed refused nothing.
    held = outcome.rows is None and not outcome.fault
    return Row(id=question.id, wanted=[], chosen=chosen, right={"refused_unanswerable": int(held)})


def _accepted(rows: Sequence[Mapping[str, Any]], bases: Mapping[str, SqlBase]) -> float:
    golds = [(bases[row["db"]], gold) for row in rows if _answerable(row) for gold in row["gold_sql"]]
    return 1 - sum(refused([gold], base.check) for base, gold in golds) / max(len(golds), 1)


def _answerable(row: Mapping[str, Any]) -> bool:
    return bool(row["set"] == "gen")


def _question(row: Mapping[str, Any]) -> str:
    return "\n".join(part for part in (row["question"], row.get("instructions") or "") if part)


def _check(dialect: Dialect) -> Any:
    return partial(_checked, dialect=dialect)


def _checked(statement: str, *, dialect: Dialect) -> str:
    return checked(statement, ["ticket"], dialect, 10)


def _raw(base: SqlBase, gold: str) -> Rows:
    file = Path(base.client.url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        return [list(row) for row in connection.execute(gold).fetchmany(MOST)]


def _share(held: Sequence[bool]) -> float:
    return sum(held) / len(held) if held else 0.0


if __name__ == "__main__":
    sys.exit(main("sql", run))
