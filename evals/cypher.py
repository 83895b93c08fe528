"""The eval `cypher`: questions over the public movie graph, which is loaded into a database of the embedded server.

Without a model it measures what stands before one: how many of the verified statements pass the checks, are planned and
give the verified rows, and how many hostile ones are refused. With SIGNALBOX_MODEL it measures execution match: whether
the rows of the model's statement are those of the verified one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from evals.command import main
from evals.executing import Asked, Rows, by_model, ran, refused, same
from evals.hostile_cypher import HOSTILE
from evals.public import Benchmarks, half
from evals.report import Result, Row
from graph.settings import Settings
from knowledge.base_spec import BaseSpec
from knowledge.bases.graph import GraphBase
from knowledge.graphdb.client import GraphClient
from knowledge.graphdb.places import Embedded, database_name
from knowledge.graphdb.readonly import check_read_only
from knowledge.graphdb.server import server_of
from knowledge.ingest import Progress

GRAPH: Final = "text2cypher_movies/movies_graph.json"
FILE: Final = "text2cypher_movies/questions.jsonl"
REFERENCES: Final = ("cypher_gpt4turbo", "cypher_opus")
TARGETS: Final = {"gold_passed": 1.0, "gold_planned": 0.98, "hostile_refused": float(len(HOSTILE))}
MODEL_TARGETS: Final = {"execution_match": 0.6}
MOST: Final = 50
"""Rows that the set keeps of a verified answer; one of as many is left out, since it may have been cut."""


def run(settings: Settings, progress: Progress) -> Result:  # noqa: ARG001 - nothing is embedded
    """The odd half of the verified questions, by md5 of the id. No row of either half chose anything here.

    Raises BenchmarkMissing where the data is not there, StoreMissing where the embedded server is not installed.
    """
    started = time.perf_counter()
    data = Benchmarks(settings.benchmarks)
    rows = [row for row in data.rows(FILE) if row["agree"] and row["result"] and half(row["id"]) == "odd"]
    base = opened(settings.home / "evals")
    try:
        fill(base, data.table(GRAPH))
        metrics, judged = measure(settings, rows, base)
    finally:
        base.close()
    return Result(
        suite="cypher",
        split="odd half by md5 of the row's id, verified rows",
        tuned_on="nothing",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS | (MODEL_TARGETS if "execution_match" in metrics else {}),
        seconds=time.perf_counter() - started,
        rows=judged,
    )


def measure(
    settings: Settings, rows: Sequence[Mapping[str, Any]], base: GraphBase
) -> tuple[dict[str, float], list[Row]]:
    """The figures over verified questions on a loaded base, and what became of each.

    gold_passed: the share of the verified statements, two a question, that the statement check lets through;
    gold_planned: those whose names and directions are the graph's too, and which the database plans; gold_same: those
    whose rows are the verified ones, of those whose rows are all known and that name no LIMIT: which of several equal
    rows come first is each database's own affair.
    """
    golds = [(row, row[key]) for row in rows for key in REFERENCES]
    whole = [(row, gold) for row, gold in golds if len(row["result"]) < MOST and "LIMIT" not in gold.upper()]
    metrics = {
        "gold_passed": 1 - refused([gold for _, gold in golds], check_read_only) / max(len(golds), 1),
        "gold_planned": 1 - refused([gold for _, gold in golds], base.check) / max(len(golds), 1),
        "gold_same": _share([_gives(base, gold, row["result"]) for row, gold in whole]),
        "gold_total": float(len(golds)),
        "hostile_refused": float(refused(HOSTILE.values(), check_read_only)),
        "hostile_total": float(len(HOSTILE)),
    }
    asked = [
        Asked(row["id"], base, row["question"], [row["result"], *_here(row, base)])
        for row in rows
        if len(row["result"]) < MOST and settings.model not in {"", "none"}
    ]
    outcomes = by_model(settings, asked)
    judged = []
    for question, outcome in zip(asked, outcomes, strict=bool(outcomes)):
        right = outcome.rows is not None and any(same(outcome.rows, one) for one in question.right)
        chosen = ["rows"] if outcome.rows is not None else []
        judged.append(Row(id=question.id, wanted=["rows"], chosen=chosen, right={"execution_match": int(right)}))
    if outcomes:
        metrics |= {
            "execution_match": _share([bool(row["right"]["execution_match"]) for row in judged]),
            "answered": _share([one.rows is not None for one in outcomes]),
            "model_failed": _share([bool(one.fault) for one in outcomes]),
        }
    return metrics, judged


def opened(home: Path) -> GraphBase:
    """The base of this eval in the embedded server of a home, whatever Neo4j the environment names."""
    spec = BaseSpec(name="movies", type="graph", timeout_s=30)
    place = Embedded(server_of(home), database_name("text2cypher_movies", spec))
    return GraphBase(spec, GraphClient(place), home)


def fill(base: GraphBase, graph: Mapping[str, Any]) -> None:
    """Put the public graph into the base's database, in place of whatever stands there. Raises StoreError."""
    base.client.place.writer()  # makes the database
    base.client.write([("MATCH (n) DETACH DELETE n", {}), *_steps(graph)])
    base.client.close()  # a reader's connection may be older than the database


def _steps(graph: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    # Nodes are found by a mark that is taken off at the end: what the set calls them is no property of theirs.
    for label in {node["label"] for node in graph["nodes"]}:
        rows = [{**node["properties"], "mark_": node["id"]} for node in graph["nodes"] if node["label"] == label]
        yield f"UNWIND $rows AS row CREATE (n:{label}) SET n = row", {"rows": rows}
    for kind in {edge["type"] for edge in graph["edges"]}:
        rows = [edge for edge in graph["edges"] if edge["type"] == kind]
        ends = "UNWIND $rows AS row MATCH (a {mark_: row.start}), (b {mark_: row.end})"
        yield f"{ends} CREATE (a)-[r:{kind}]->(b) SET r = row.properties", {"rows": rows}
    yield "MATCH (n) REMOVE n.mark_", {}


def _here(row: Mapping[str, Any], base: GraphBase) -> list[Rows]:
    """The verified statements' rows in this database, which orders equal rows in its own way."""
    return [rows for key in REFERENCES if (rows := ran(row[key], base)) is not None]


def _gives(base: GraphBase, statement: str, wanted: Sequence[Sequence[Any]]) -> bool:
    found = ran(statement, base)
    return found is not None and same(found, wanted)


def _share(held: Sequence[bool]) -> float:
    return sum(held) / len(held) if held else 0.0


if __name__ == "__main__":
    sys.exit(main("cypher", run))
