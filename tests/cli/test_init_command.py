"""`signalbox init`: a draft that loads, ingests and answers, and that never takes the place of a catalog."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result as Done
from fakes import write_files
from scripted_openai import Reply, Request, ScriptedOpenAI, failure, value
from typer.testing import CliRunner

from cli import app
from errors import ConfigError
from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.base import Search, ToolCall
from knowledge.catalog import Catalog

FILES = {
    'a "quoted" base/tea.md': "# Tea\n\nGreen tea steeps for two minutes in warm water.\n",
    "Rückgaben/refund.txt": "A refund takes fourteen days to reach your bank.\n",
    "loose.csv": "Plan;Price\nPro;14\n",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Documents, and settings that lead to folders of the test's own."""
    write_files(tmp_path / "documents", FILES)
    monkeypatch.setenv("SIGNALBOX_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SIGNALBOX_CATALOGS", str(tmp_path / "catalogs"))
    return tmp_path


def init(home: Path, *more: str, folder: str = "documents", name: str = "shop") -> Done:
    """Runs the command in this process; errors of ours are raised."""
    return CliRunner().invoke(app, ["init", name, str(home / folder), *more], catch_exceptions=False)


def test_a_draft_loads_ingests_and_finds(home: Path) -> None:
    """Every folder is a base, loose files are one more, and each finds its own document."""
    done = init(home)
    assert done.exit_code == 0, done.output
    file = home / "catalogs" / "shop" / "catalog.toml"
    assert done.stdout.splitlines()[-1] == (f"{file} is a draft: edit it, then run: signalbox ingest --catalog shop")
    resources = Resources.load(Settings.from_env(catalog="shop"))
    assert resources.catalog.names == ["Rückgaben", 'a "quoted" base', "documents"]
    # What the page offers to be asked are questions; sentences of documents are none.
    assert resources.catalog.samples == ()
    assert resources.ingest().documents == 3
    found = {
        name: base.search(Search("What stands here?", k=9, threshold=-1)) for name, base in resources.bases.items()
    }
    assert {name: [passage.source for passage in passages] for name, passages in found.items()} == {
        "Rückgaben": ["Rückgaben/refund.txt"],
        'a "quoted" base': ['a "quoted" base/tea.md'],
        "documents": ["documents/loose.csv"],
    }


def test_a_database_is_asked_without_a_word_written(home: Path) -> None:
    """A lookup of the draft runs where one of its legal values is said, and gives the row."""
    with closing(sqlite3.connect(home / "documents" / "berths.sqlite")) as db:
        db.executescript("CREATE TABLE berth (mark TEXT, depth REAL); INSERT INTO berth VALUES ('Gull \"3\"', 2.5);")
    assert init(home).exit_code == 0
    with Resources.load(Settings.from_env(catalog="shop")) as resources:
        (tool,) = resources.catalog.spec("berths").tool
        assert (tool.name, tool.cues) == ("berth_by_mark", ("{mark}",))
        (row,) = resources.bases["berths"].run(ToolCall(tool.name, {"mark": 'Gull "3"'}))
        assert row.text == 'mark: Gull "3"; depth: 2.5.'


def test_a_catalog_is_never_overwritten(home: Path) -> None:
    """A second draft of the same name is refused, and the first stays as it was edited."""
    init(home)
    file = home / "catalogs" / "shop" / "catalog.toml"
    file.write_text("edited")
    with pytest.raises(ConfigError, match="is there already and is never overwritten"):
        init(home)
    assert file.read_text() == "edited"


@pytest.mark.parametrize(
    ("name", "folder", "why"),
    [
        ("../x", "documents", r"name: '\.\./x' is not a name for a catalog"),
        ("shop", "nowhere", "is no folder; name one that holds documents"),
        ("shop", "empty", "nothing to ingest in"),
    ],
)
def test_what_cannot_be_drafted_is_told(home: Path, name: str, folder: str, why: str) -> None:
    """A bad name, a folder that is none and one without documents are errors, and nothing is written."""
    (home / "empty").mkdir()
    with pytest.raises(ConfigError, match=why):
        init(home, name=name, folder=folder)
    assert not (home / "catalogs").exists()


def test_json_tells_what_was_drafted(home: Path) -> None:
    """One object: the file, and each base with its words."""
    told = json.loads(init(home, "--json").stdout)
    assert told["file"] == str(home / "catalogs" / "shop" / "catalog.toml")
    assert told["bases"][0] == {
        "name": "Rückgaben",
        "files": 1,
        "description": "refund. About refund, bank, days, fourteen, reach, takes.",
        "examples": ["A refund takes fourteen days to reach your bank."],
    }


def test_a_model_writes_better_words(home: Path, openai_server: ScriptedOpenAI) -> None:
    """It is shown each base's titles and sentences and the other bases' names; where it fails, the count stays."""

    def script(request: Request) -> Reply:
        if "The base: Rückgaben" in request.user:
            return value({"description": "Refunds and returns.", "examples": ["When do I get my money?"]})
        return failure(401)

    openai_server.script = script
    done = init(home, "--model", "openai:scripted")
    assert done.exit_code == 0, done.output
    first, second, third = Catalog.load(home / "catalogs" / "shop").base
    assert (first.description, first.examples) == ("Refunds and returns.", ("When do I get my money?",))
    assert second.examples == ("Green tea steeps for two minutes in warm water.",)
    assert third.description.startswith("loose. About ")
    assert 'a "quoted" base is drafted without the model: the model\'s server refused the key' in done.stderr
    asked = openai_server.requests[0].user
    assert 'The other bases: a "quoted" base, documents' in asked
    assert "A refund takes fourteen days to reach your bank." in asked
