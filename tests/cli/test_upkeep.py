"""`signalbox threads`, `review`, `backup` and `restore` as they are typed, and what they print."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import typer
from fakes import scripted, write_catalog
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from streams import message, thread_of
from typer.testing import CliRunner

from console import upkeep
from errors import InputError
from graph.build import build
from graph.threads import Threads
from routing.log import RouteLog

RUN: dict[str, Any] = {
    "started": datetime(2026, 3, 1, tzinfo=UTC).timestamp(),
    "messages": [HumanMessage("Are apples red?")],
    "questions": [{"id": "q1", "origin": "q1", "kind": "lookup"}],
    "decisions": [{"bases": [{"name": "fruit", "score": 0.2}], "fell_back": True}],
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with one thread, one row to review, and the environment that leads there."""
    write_catalog(tmp_path, "tiny", {"fruit": {"files": {"a.md": "Apples are red."}}})
    for name, value in {"CATALOG": "tiny", "CATALOGS": tmp_path, "HOME": tmp_path / "home", "LOG_TEXT": "true"}.items():
        monkeypatch.setenv(f"SIGNALBOX_{name}", str(value))
    world, _ = scripted(tmp_path / "scripted", {"fruit": lambda search: []}, lambda text: {"fruit": 0.9})
    threads = Threads.under(tmp_path / "home")
    threads.prepare()

    async def write() -> None:
        async with AsyncSqliteSaver.from_conn_string(str(threads.file)) as saver:
            await build(world, saver).ainvoke(message("Are apples red?"), thread_of("tiny/sales"))

    asyncio.run(write())
    log = RouteLog(f"sqlite:///{tmp_path / 'home' / 'routes.sqlite'}", keep_text=True)
    log.record_review(RUN, run_id="r", catalog="tiny", share=0)
    log.close()
    return tmp_path / "home"


def run(app: typer.Typer, *words: str) -> str:
    """What a command prints; raises what it raises."""
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_threads(home: Path) -> None:
    """Listed, shown and deleted by name."""
    assert run(upkeep.threads, "list").endswith("  sales\n")
    assert run(upkeep.threads, "show", "sales").startswith("> Are apples red?\n")
    assert [one["name"] for one in json.loads(run(upkeep.threads, "list", "--json"))] == ["sales"]
    assert run(upkeep.threads, "expire", "30") == "0 threads deleted\n"
    assert run(upkeep.threads, "delete", "sales") == "sales is deleted\n"
    assert run(upkeep.threads, "list").startswith("No thread of tiny is kept.")
    with pytest.raises(InputError, match="'sales' is no thread of 'tiny'"):
        run(upkeep.threads, "show", "sales")


def test_review(home: Path) -> None:
    """Listed, labelled and exported under the catalog's labelled questions."""
    (row,) = json.loads(run(upkeep.review, "list", "--json"))
    assert (row["text"], row["why"], row["bases"]) == ("Are apples red?", "fell back", ["fruit"])
    assert "Are apples red?" in run(upkeep.review, "list")
    said = ("--base", "fruit", "--point", "red | crimson", "--split", "report")
    made = json.loads(run(upkeep.review, "label", row["id"], *said))
    assert (made["bases"], made["points"], made["split"]) == (["fruit"], [["red", "crimson"]], "report")
    assert run(upkeep.review, "list") == "No message over tiny waits for a label.\n"
    file = home.parent / "tiny" / "questions.jsonl"
    assert run(upkeep.review, "export") == f"1 labelled questions written to {file}\n"
    assert json.loads(file.read_text()) == made


def test_backup_and_restore(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One archive, and what was in it is back in another home."""
    app = typer.Typer()
    app.command()(upkeep.backup)
    app.command()(upkeep.restore)
    assert run(app, "backup", str(tmp_path / "kept.zip")).startswith(
        f"backed up to {tmp_path / 'kept.zip'}: no store; 2"
    )
    monkeypatch.setenv("SIGNALBOX_HOME", str(tmp_path / "new"))
    assert run(app, "restore", str(tmp_path / "kept.zip")).startswith(f"restored to {tmp_path / 'new'}: ")
    assert run(upkeep.threads, "list").endswith("  sales\n")
