"""The suites `cypher` and `sql` on a few rows made here: what they measure without a model, and what with one."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from scripted_openai import Reply, Request, ScriptedOpenAI, failure, value

from errors import BenchmarkMissing
from evals import cypher, sql
from evals.executing import same
from evals.public import half
from graph.settings import Settings
from knowledge.graphdb.launch import INSTALL, PACKAGE
from knowledge.graphdb.server import server_of
from knowledge.ingest import no_progress

ODD = [name for name in map("row/{}".format, range(99)) if half(name) == "odd"]
GOOD, OTHER = "SELECT name FROM film WHERE year > 1999", "SELECT name, year FROM film WHERE year > 1999"


def says(replies: dict[str, str]) -> Callable[[Request], Reply]:
    """A model that writes a statement by a word of the question, and fails where it knows none."""

    def script(request: Request) -> Reply:
        # The word stands in the question itself, not in what was refused before it.
        asked = request.user.partition("\n\n")[0]
        told = next((statement for word, statement in replies.items() if word in asked), None)
        return failure(400) if told is None else value({"statement": told, "says": "It lists films."})

    return script


def write(folder: Path, rows: list[dict[str, Any]]) -> None:
    """The questions of a set."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def films(tmp_path: Path) -> Path:
    """A public folder with one database and six odd rows."""
    folder = tmp_path / "public" / "sql_defog"
    rows = [
        {"question": "late films", "gold_sql": [GOOD, OTHER]},
        {"question": "late years", "gold_sql": [OTHER]},
        {"question": "early films", "gold_sql": ["SELECT name FROM film WHERE year < 2000"]},
        {"question": "with a function", "gold_sql": ["SELECT hex(name) FROM film"]},
        {"question": "the weather", "set": "idk", "gold_sql": []},
        {"question": "the price", "set": "idk", "gold_sql": []},
    ]
    write(folder, [{"id": id_, "db": "films", "set": "gen", **row} for id_, row in zip(ODD, rows, strict=False)])
    with closing(sqlite3.connect(folder / "films.sqlite")) as connection:
        connection.executescript(
            "CREATE TABLE film (name TEXT, year INTEGER); INSERT INTO film VALUES ('Aa', 1990), ('Bb', 2001)"
        )
    return folder.parent


def test_sql_without_a_model_measures_the_check(films: Path, tmp_path: Path) -> None:
    """Gold queries that are accepted, those that give the same rows, and hostile ones of both dialects."""
    result = sql.run(Settings.from_env({}, home=tmp_path, benchmarks=films), no_progress)
    hostile = float(len(sql.HOSTILE) * 2)
    assert result["metrics"] == {
        "gold_accepted": 0.8,
        "gold_same": 1.0,
        "gold_total": 5.0,
        "hostile_refused": hostile,
        "hostile_total": hostile,
        "answerable_of": 4.0,
        "unanswerable_of": 2.0,
        "gold_accepted_tune": 1.0,
    }
    assert (result["suite"], result["n"], result["rows"]) == ("sql", 6, [])


def test_sql_with_a_model_measures_rows_and_refusals(
    films: Path, tmp_path: Path, openai_server: ScriptedOpenAI
) -> None:
    """Rows in any order and any alternative are a match; a query for what no table holds is no refusal, nor is a model
    that fails.
    """
    openai_server.use(
        says(
            {
                "late films": OTHER,
                "late years": "SELECT year, name FROM film WHERE year = 2001",
                "early": "SELECT name FROM film",
                "weather": "",
                "price": "SELECT year FROM film",
            }
        )
    )
    settings = Settings.from_env({}, home=tmp_path, benchmarks=films, model="openai:scripted")
    result = sql.run(settings, no_progress)
    assert (result["metrics"]["execution_match"], result["metrics"]["refused_unanswerable"]) == (0.5, 0.5)
    assert [(row["chosen"], row["right"]) for row in result["rows"]] == [
        (["rows"], {"execution_match": 1}),
        (["rows"], {"execution_match": 1}),
        (["rows"], {"execution_match": 0}),
        ([], {"execution_match": 0}),
        ([], {"refused_unanswerable": 1}),
        (["rows"], {"refused_unanswerable": 0}),
    ]
    assert set(result["targets"]) >= {"execution_match", "refused_unanswerable"}


@pytest.fixture
def movies(tmp_path: Path) -> Path:
    """A public folder with a graph of two films and three odd rows."""
    folder = tmp_path / "public" / "text2cypher_movies"
    late = "MATCH (m:Movie) WHERE m.released > 1999 RETURN m.title"
    rows = [
        {"question": "late films", "result": [["Bb"]], "cypher_gpt4turbo": late, "cypher_opus": f"{late} AS title"},
        {
            "question": "who plays",
            "result": [["Ana", 1.0]],
            "cypher_gpt4turbo": "MATCH (p:Person)-[:ACTED_IN]->(m:Movie) RETURN p.name, count(m)",
            "cypher_opus": "MATCH (m:Movie)-[:ACTED_IN]->(p:Person) RETURN p.name, count(m)",
        },
        {"question": "unverified", "agree": False, "result": None, "cypher_gpt4turbo": "x", "cypher_opus": "y"},
    ]
    write(folder, [{"id": id_, "agree": True, **row} for id_, row in zip(ODD, rows, strict=False)])
    graph = {
        "nodes": [
            {"id": "a", "label": "Movie", "properties": {"title": "Aa", "released": 1990}},
            {"id": "b", "label": "Movie", "properties": {"title": "Bb", "released": 2001}},
            {"id": "p", "label": "Person", "properties": {"name": "Ana"}},
        ],
        "edges": [{"start": "p", "type": "ACTED_IN", "end": "b", "properties": {"roles": ["Mia"]}}],
    }
    (folder / "movies_graph.json").write_text(json.dumps(graph), encoding="utf-8")
    return folder.parent


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home whose server both tests use."""
    if importlib.util.find_spec(PACKAGE) is None:
        pytest.skip(f"the embedded graph store is not installed: {INSTALL}")
    home = tmp_path_factory.mktemp("home")
    yield home
    server_of(home / "evals").close()


@pytest.mark.server
def test_cypher_without_a_model_measures_the_check(movies: Path, home: Path) -> None:
    """The graph is loaded, and of the verified statements the one with a wrong direction is not planned."""
    result = cypher.run(Settings.from_env({}, home=home, benchmarks=movies), no_progress)
    assert result["metrics"] == {
        "gold_passed": 1.0,
        "gold_planned": 0.75,
        "gold_same": 0.75,
        "gold_total": 4.0,
        "hostile_refused": float(len(cypher.HOSTILE)),
        "hostile_total": float(len(cypher.HOSTILE)),
    }
    assert (result["n"], result["rows"]) == (2, [])


@pytest.mark.server
def test_cypher_with_a_model_measures_rows(movies: Path, home: Path, openai_server: ScriptedOpenAI) -> None:
    """A statement that gives the verified rows is a match, whatever it calls them."""
    openai_server.use(
        says({"late films": "MATCH (f:Movie) WHERE f.released = 2001 RETURN f.title AS film", "who": "MATCH (p:Person"})
    )
    result = cypher.run(Settings.from_env({}, home=home, benchmarks=movies, model="openai:scripted"), no_progress)
    shown = {name: result["metrics"][name] for name in ("execution_match", "answered", "model_failed")}
    assert shown == {"execution_match": 0.5, "answered": 0.5, "model_failed": 0.0}


@pytest.mark.parametrize("suite", [cypher, sql], ids=["cypher", "sql"])
def test_absent_data_skips_the_suite(suite: Any, tmp_path: Path) -> None:
    """What a caller skips on is raised before any server starts."""
    with pytest.raises(BenchmarkMissing):
        suite.run(Settings.from_env({}, home=tmp_path / "home", benchmarks=tmp_path), no_progress)
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("found", "wanted", "alike"),
    [
        ([[1, "a"], [2, "b"]], [["b", 2.0], ["a", 1]], True),
        ([["450"]], [[450]], True),
        ([[0.33333]], [[0.33334]], True),
        ([[{"labels": ["Movie"], "title": "x"}]], [[{"_id": 3, "_label": "Movie", "title": "x", "votes": None}]], True),
        ([[["a", "b"]]], [[["b", "a"]]], False),
        ([[1], [1]], [[1]], False),
        ([[True]], [[1]], False),
        ([], [[None]], False),
    ],
)
def test_rows_are_compared_by_what_they_hold(found: Any, wanted: Any, alike: bool) -> None:
    """Order, names and the kind of a number do not matter; how often a row comes, and a list's own order, do."""
    assert same(found, wanted) is alike
