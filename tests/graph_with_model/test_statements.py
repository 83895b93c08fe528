"""The fallback of an SQL base: a model writes the query, and every fault of it is refused, repaired or named."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fakes import write_catalog
from scripted_openai import Reply, Request, ScriptedOpenAI, value

from graph.build import build
from graph.resources import Resources
from graph.settings import Settings

TABLES = "CREATE TABLE film (title TEXT, year INTEGER);" + "".join(
    f"INSERT INTO film VALUES ('Film {number}', {1990 + number});" for number in range(12)
)
QUESTION = "How many films are there since 1999?"
GOOD = {"statement": "SELECT COUNT(*) AS n FROM film WHERE year >= 1999", "says": "the number of films since 1999"}
ANSWER = "There are three films since 1999 [1]."
FAULTS = {
    "a write": "DELETE FROM film",
    "two statements": "SELECT 1; SELECT 2",
    "prose": "I would count the films.",
    "the bare word first": "sql SELECT COUNT(*) FROM film",
    "SQLQuery first": "SQLQuery: SELECT COUNT(*) FROM film",
    "a chat marker": "<|assistant|> SELECT COUNT(*) FROM film",
    "thinking": "<think>count</think> SELECT COUNT(*) FROM film",
    "a fence": "```sql\nSELECT COUNT(*) FROM film\n```",
    "an unknown table": "SELECT COUNT(*) FROM movie",
    "an unknown column": "SELECT COUNT(*) FROM film WHERE director = 1999",
    "a value that nobody said": "SELECT COUNT(*) FROM film WHERE year >= 1980",
}


def ask(root: Path, server: ScriptedOpenAI, *statements: Any) -> tuple[dict[str, Any], list[str]]:
    """The final state, and what the model was told each time it was asked for a statement."""
    tool = {"name": "text2sql", "description": "Anything about films.", "fallback": True}
    block = {"type": "sql", "description": "Films and their years.", "tool": [tool], "files": {"f.sql": TABLES}}
    write_catalog(root / "catalogs", "tiny", {"films": block})
    given = {"catalog": "tiny", "catalogs": root / "catalogs", "home": root / "home", "shadow": 0}
    resources = Resources.load(Settings.from_env({}, model="openai:scripted", **given))
    left, told = list(statements), []

    def script(request: Request) -> Reply:
        if request.shape == "Statement":
            told.append(request.user)
            return value(left.pop(0))
        return Reply(ANSWER) if not request.shape else Reply(status=418)

    server.script = script

    async def run() -> dict[str, Any]:
        try:
            found: dict[str, Any] = await build(resources).ainvoke({"messages": [("user", QUESTION)]})
        finally:
            await resources.models.close()
            resources.close()
        return found

    return asyncio.run(run()), told


@pytest.mark.parametrize("fault", FAULTS)
def test_a_statement_that_is_refused_goes_back_with_its_reason(
    fault: str, tmp_path: Path, openai_server: ScriptedOpenAI
) -> None:
    """The next try is run, and the answer cites its row by what it asks for in words."""
    state, told = ask(tmp_path, openai_server, {"statement": FAULTS[fault], "says": "x"}, GOOD)
    assert [one["text"] for one in state["findings"][0]["passages"]] == ["the number of films since 1999: n: 3."]
    assert [one["title"] for one in state["citations"]] == ["the number of films since 1999"]
    assert len(told) == 2
    assert f"Your last query was refused: {FAULTS[fault]}\nReason: " in told[1]


def test_a_repair_that_repeats_itself_ends_it(tmp_path: Path, openai_server: ScriptedOpenAI) -> None:
    """The failure is named, and nothing was read."""
    bad = {"statement": "DELETE FROM film", "says": "x"}
    state, told = ask(tmp_path, openai_server, bad, bad)
    reason = "no query could be written: DELETE is not allowed; write exactly one SELECT"
    assert [one["failure"]["reason"] for one in state["findings"]] == [reason]
    assert len(told) == 2


def test_two_repairs_are_the_most(tmp_path: Path, openai_server: ScriptedOpenAI) -> None:
    """Three statements are tried, and no fourth."""
    bad = [{"statement": f"DELETE FROM film WHERE year = {year}", "says": "x"} for year in range(5)]
    state, told = ask(tmp_path, openai_server, *bad)
    assert len(told) == 3
    assert state["findings"][0]["failure"] is not None
