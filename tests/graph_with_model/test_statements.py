"""The fallback of a structured base through the whole graph, in SQL and in Cypher: a model writes the statement, and
every fault of it is cleaned, refused, repaired or named.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from fakes import write_catalog
from scripted_openai import Reply, Request, ScriptedOpenAI, value

from graph.build import build
from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.graph import GraphBase
from knowledge.graphdb.launch import INSTALL, PACKAGE
from knowledge.graphdb.server import server_of

QUESTION = "How many films are there since 1999?"
SAYS = "the number of films since 1999"
ANSWER = "There are three films since 1999 [1]."
YEARS = range(1990, 2002)
TOOL = {"name": "text2query", "description": "Anything about films.", "fallback": True}
BLOCK = {"description": "Films and their years.", "tool": [TOOL], "timeout_s": 30}
TABLES = "CREATE TABLE film (title TEXT, year INTEGER);" + "".join(
    f"INSERT INTO film VALUES ('Film {year}', {year});" for year in YEARS
)
NODES = "title,year:int\n" + "".join(f"Film {year},{year}\n" for year in YEARS)
STEPS = "name,title\nAna Ruiz,Film 1999\n"


@dataclass(frozen=True)
class Asked:
    """A catalog of one base in one language, and a right statement in it."""

    resources: Resources
    good: str
    language: str


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Resources]]:
    """Both catalogs, filled once; the graph's only where its server is installed."""
    root = tmp_path_factory.mktemp("statements")
    files = {"sql": {"f.sql": TABLES}}
    files["graph"] = {"Film.csv": NODES, "Person.csv": "name\nAna Ruiz\n", "Person-MADE-Film.csv": STEPS}
    opened = {}
    for kind, held in files.items():
        write_catalog(root / "catalogs", kind, {"films": {"type": kind, **BLOCK, "files": held}})
        given = {"catalog": kind, "catalogs": root / "catalogs", "home": root / "home", "shadow": 0, "log": "none"}
        # A cache and a rest would make one case depend on another.
        settings = Settings.from_env({}, model="openai:scripted", rest_after=1000, **given)
        opened[kind] = Resources.load(settings)
    yield opened
    if "bases" in opened["graph"].__dict__:
        base = opened["graph"].bases["films"]
        assert isinstance(base, GraphBase)
        base.close()
        server_of(root / "home").close()


@pytest.fixture(params=["sql", pytest.param("graph", marks=pytest.mark.server)])
def asked(request: pytest.FixtureRequest, homes: dict[str, Resources]) -> Asked:
    """One of the two."""
    if request.param == "sql":
        return Asked(homes["sql"], "SELECT COUNT(*) AS n FROM film WHERE year >= 1999", "sql")
    if importlib.util.find_spec(PACKAGE) is None:
        pytest.skip(f"the embedded graph store is not installed: {INSTALL}")
    return Asked(homes["graph"], "MATCH (f:Film) WHERE f.year >= 1999 RETURN count(*) AS n", "cypher")


def ask(asked: Asked, server: ScriptedOpenAI, *statements: str) -> tuple[dict[str, Any], list[str]]:
    """The final state, and what the model was told each time it was asked for a statement."""
    left, told = list(statements), []

    def script(request: Request) -> Reply:
        if request.shape == "Statement":
            told.append(request.user)
            return value({"statement": left.pop(0), "says": SAYS})
        return Reply(ANSWER) if not request.shape else Reply(status=418)

    server.script = script

    async def run() -> dict[str, Any]:
        try:
            found: dict[str, Any] = await build(asked.resources).ainvoke({"messages": [("user", QUESTION)]})
        finally:
            await asked.resources.models.close()
            asked.resources.close()
        return found

    return asyncio.run(run()), told


def answered(state: dict[str, Any]) -> bool:
    """Whether the row was found, and is cited by what was asked for in words."""
    texts = [one["text"].removeprefix(f"{SAYS}: ") for one in state["findings"][0]["passages"]]
    return texts == ["n: 3."] and [one["title"] for one in state["citations"]] == [SAYS]


WRAPPED = {
    "plain": "{good}",
    "a fence": "```{language}\n{good}\n```",
    "a fence after prose": "Here is the query:\n```\n{good}\n```\nIt counts.",
    "thinking": "<think>DELETE everything? No.</think>{good}",
    "the bare word first": "{language} {good}",
    "a word and a colon": "SQLQuery: {good}",
    "its result made up": "{good}\nSQLResult: 12\nAnswer: 12",
    "chat markers": "<|im_start|>{good}<|im_end|>",
    "other markers": "<s>[INST]{good}[/INST]</s>",
    "a last semicolon": "{good};",
}


@pytest.mark.parametrize("name", WRAPPED)
def test_what_stands_around_a_statement_is_taken_off(name: str, asked: Asked, openai_server: ScriptedOpenAI) -> None:
    """It needs no second reply, and runs."""
    state, told = ask(asked, openai_server, WRAPPED[name].format(good=asked.good, language=asked.language))
    assert answered(state)
    assert len(told) == 1


FAULTS: dict[str, dict[str, tuple[str, str]]] = {
    "a write": {
        "sql": ("DELETE FROM film", "DELETE is not allowed; write exactly one SELECT"),
        "cypher": ("MATCH (f:Film) DETACH DELETE f", "DETACH is not allowed"),
    },
    "two statements": {
        "sql": ("SELECT 1; SELECT 2", "2 statements"),
        "cypher": ("MATCH (f:Film) RETURN f.year AS y; MATCH (f) DELETE f", "write one statement, without ';'"),
    },
    "prose only": {
        "sql": ("I would count the films.", "not valid SQL"),
        "cypher": ("I would count the films.", "starts with 'I'"),
    },
    "thoughts only": {
        "sql": ("<think>I count", "0 statements; write exactly one SELECT"),
        "cypher": ("<think>I count", "the statement is empty"),
    },
    "an unknown table or label": {
        "sql": ("SELECT COUNT(*) AS n FROM movie", "'movie' is not a table; valid: film"),
        "cypher": ("MATCH (m:Movie) RETURN count(*) AS n", "'Movie' is no label; valid: Film, Person"),
    },
    "an unknown column or property": {
        "sql": ("SELECT COUNT(*) FROM film WHERE director = 1999", "no such column: director"),
        "cypher": ("MATCH (f:Film) WHERE f.released > 1999 RETURN count(*) AS n", "'released' is no property of Film"),
    },
    "a quoted column that is none": {
        "sql": ('SELECT COUNT(*) FROM film WHERE "director" = 1999', "'director' is not a column; valid: title, year"),
        "cypher": ("MATCH (f:Film) WHERE f.`made in` = 1999 RETURN count(*) AS n", "'made in' is no property of Film"),
    },
    "a wrong direction or function": {
        "sql": ("SELECT load_extension('x') AS n FROM film", "is not allowed"),
        "cypher": ("MATCH (f:Film)-[:MADE]->(p:Person) RETURN count(*) AS n", "there is (:Person)-[:MADE]->(:Film)"),
    },
    "what the database cannot plan": {
        "sql": ("SELECT year FROM film GROUP BY year HAVING MAX(COUNT(*)) > 1999", "refused the query"),
        "cypher": ("MATCH (f:Film) RETURN count(*) AS n ORDER", "refused the statement"),
    },
    "a value that nobody said": {
        "sql": ("SELECT COUNT(*) AS n FROM film WHERE year >= 1980", "the value 1980 was said by nobody"),
        "cypher": ("MATCH (f:Film) WHERE f.year >= 1980 RETURN count(*) AS n", "the value 1980 was said by nobody"),
    },
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_statement_that_is_refused_goes_back_with_its_reason(
    fault: str, asked: Asked, openai_server: ScriptedOpenAI
) -> None:
    """The next try is run, and the answer cites its row by what it asks for in words."""
    wrong, reason = FAULTS[fault][asked.language]
    state, told = ask(asked, openai_server, wrong, asked.good)
    assert len(told) == 2
    assert "This statement of yours was refused:" in told[1]
    assert reason in told[1]
    assert answered(state)


def test_a_repair_that_repeats_itself_ends_it(asked: Asked, openai_server: ScriptedOpenAI) -> None:
    """The same in a fence too; the failure is named, and nothing was read."""
    wrong, reason = FAULTS["a write"][asked.language]
    state, told = ask(asked, openai_server, wrong, f"```\n{wrong}\n```")
    [failure] = [one["failure"] for one in state["findings"]]
    assert failure["kind"] == "query"
    assert failure["reason"].startswith("the model repeated a statement that was refused: ")
    assert reason in failure["reason"]
    assert len(told) == 2


def test_two_repairs_are_the_most(asked: Asked, openai_server: ScriptedOpenAI) -> None:
    """Three statements are tried, and no fourth."""
    wrong = [FAULTS[name][asked.language][0] for name in ("a write", "two statements", "an unknown table or label")]
    state, told = ask(asked, openai_server, *wrong, asked.good)
    assert len(told) == 3
    assert state["findings"][0]["failure"]["reason"].startswith("no statement passed in 3 replies; the last reason: ")


def test_a_model_may_say_that_the_base_cannot_answer(asked: Asked, openai_server: ScriptedOpenAI) -> None:
    """An empty statement with a reason is taken at its word: no repair is asked for, and the answer says so."""
    state, told = ask(asked, openai_server, " ")
    assert [one["failure"]["reason"] for one in state["findings"]] == [
        f"the model says that this base cannot answer it: {SAYS}"
    ]
    assert len(told) == 1
