"""The statement check refuses every hostile statement and lets reading pass."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from errors import QueryError
from evals.hostile_cypher import HOSTILE
from graph.settings import ROOT
from knowledge.graphdb.readonly import check_read_only
from knowledge.graphdb.tokens import literals

BENCHMARKS = Path(os.environ.get("SIGNALBOX_BENCHMARKS") or ROOT.parent / "shared" / "benchmarks")
QUESTIONS = BENCHMARKS / "text2cypher_movies" / "questions.jsonl"

READING = {
    "a lookup": "MATCH (m:Movie {title: 'Heat'}) RETURN m.title, m.released",
    "a label in backticks": "MATCH (m:`Create`) WHERE m.`set` = 1 RETURN m",
    "keywords in a string": 'MATCH (m:Movie) WHERE m.title = "CREATE; DELETE // x" RETURN m',
    "accents in a string": "MATCH (p:Person) WHERE toLower(p.name) CONTAINS 'pénélope' RETURN p.name",
    "co-actors": "MATCH (p:Person {name: $name})-[:ACTED_IN]->(m)<-[:ACTED_IN]-(q) RETURN DISTINCT q.name LIMIT 5",
    "a bounded path": "MATCH p = shortestPath((a:Person {name: 'A'})-[*..6]-(b:Person {name: 'B'})) RETURN length(p)",
    "two named things": "MATCH (a:Person {name: 'A'}), (b:Person {name: 'B'}) RETURN a.born < b.born AS older",
    "equal properties": "MATCH (a:Movie), (b:Movie) WHERE a.released = b.released AND a.title < b.title RETURN a.title",
    "totals first": "MATCH (m:Movie) WITH count(m) AS films MATCH (p:Person) RETURN films, count(p) AS people",
    "a comprehension": "MATCH (m:Movie) RETURN m.title, [(p)-[:DIRECTED]->(m) | p.name] AS directors",
    "existence": "MATCH (p:Person) WHERE NOT EXISTS { MATCH (p)-[:DIRECTED]->() } RETURN count(*) AS n",
    "a pattern as a condition": "MATCH (p:Person) WHERE (p)-[:ACTED_IN]->() AND NOT (p)-[:DIRECTED]->() RETURN p.name",
    "arithmetic": "MATCH (m:Movie) RETURN (m.released + 1) * 2 - 3, round(avg(m.released) * 10) / 10.0",
    "union": "MATCH (m:Movie) RETURN m.title AS name UNION MATCH (p:Person) RETURN p.name AS name",
    "case": "MATCH (m:Movie) RETURN CASE WHEN m.released < 2000 THEN 'old' ELSE 'new' END AS age, count(*) AS n",
    "unwind": "UNWIND ['A', 'B'] AS name MATCH (p:Person {name: name}) RETURN p.name",
    "a date": "RETURN date.truncate('year', date()) AS start, duration.between(date(), date()) AS none",
}


@pytest.mark.parametrize("statement", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_statements_are_refused(statement: str) -> None:
    """What could write, read beside the graph or run for minutes is refused before any database sees it."""
    with pytest.raises(QueryError):
        check_read_only(statement)


@pytest.mark.parametrize("statement", READING.values(), ids=READING.keys())
def test_reading_passes(statement: str) -> None:
    """What only reads, and ends, is let through whole."""
    assert check_read_only(statement)


def test_a_refusal_names_what_it_saw() -> None:
    """The sentence can be sent back to the model that wrote the statement."""
    with pytest.raises(QueryError, match=r"^SET is not allowed; only reading is"):
        check_read_only("MATCH (m) SET m.x = 1")
    with pytest.raises(QueryError, match=r"^apoc.util.md5\(\) is not allowed"):
        check_read_only("RETURN apoc.util.md5(['x'])")
    with pytest.raises(QueryError, match=r"^'OBLITERATE' before 'm' is not allowed"):
        check_read_only("MATCH (m) OBLITERATE m")


def test_literals_are_the_values_a_statement_compares_with() -> None:
    """Strings with their escapes resolved and numbers count; row counts and bounds of paths do not."""
    statement = "MATCH (m {title: 'It\\'s'})-[*1..3]-(p) WHERE p.born > 1950 AND m.score = 7.5 RETURN m SKIP 2 LIMIT 10"
    assert literals(check_read_only(statement)) == ["It's", 1950, 7.5]


@pytest.mark.skipif(not QUESTIONS.exists(), reason="the public question set is not there")
def test_reference_statements_pass() -> None:
    """Of the verified statements of a public set, every one passes."""
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    statements = [row[key] for row in rows if row["agree"] for key in ("cypher_gpt4turbo", "cypher_opus")]
    assert len(statements) > 100
    assert [statement for statement in statements if _refusal(statement)] == []


def _refusal(statement: str) -> str:
    try:
        check_read_only(statement)
    except QueryError as fault:
        return str(fault)
    return ""
