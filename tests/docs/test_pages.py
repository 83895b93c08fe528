"""The documents are in order without running anything: links lead somewhere, examples parse and load, settings and
options that are named exist.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from shown import PAGES, anchors, blocks, links, spans
from spelled import check_signalbox

from graph.settings import PREFIX, ROOT, Settings
from knowledge.catalog import Catalog
from knowledge.labelled import LabelledQuestion

LANGUAGES = {"bash", "console", "json", "mermaid", "toml"}
_ROW = re.compile(r"^\| (`[A-Z_`, ]+`) \| (.*?) \| (.*) \|$", re.MULTILINE)
_FILE = re.compile(r"[\w.-]+(/[\w.-]+)*/([\w.-]+\.(py|md|mmd|toml|json|yml|png))?")


def test_every_block_says_what_it_is() -> None:
    """A fenced block has a language that is checked here or drawn."""
    assert [(one.at, one.language) for one in blocks() if one.language not in LANGUAGES] == []


def test_links_lead_somewhere() -> None:
    """A link to a file or a heading of this repository leads to one that is there."""
    broken = []
    for at, target in links():
        if "://" in target:
            continue
        page = ROOT / at.rpartition(":")[0]
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(f"{at}: {target}")
    assert broken == []


def test_files_that_are_named_are_there() -> None:
    """A path in a span of code whose first folder is one of the repository's leads to a file or folder."""
    named = [(at, text) for at, text in spans() if _FILE.fullmatch(text) and (ROOT / text.split("/")[0]).is_dir()]
    assert named
    assert [f"{at}: {text}" for at, text in named if not (ROOT / text).exists()] == []


def test_pages_are_linked_from_the_readme() -> None:
    """Who reads the README can get to every page."""
    linked = {target.partition("#")[0] for at, target in links() if at.startswith("README.md")}
    assert {f"docs/{page.name}" for page in PAGES[1:]} - linked == set()


@pytest.mark.parametrize("block", blocks("toml"), ids=lambda block: block.at)
def test_an_example_of_a_catalog_loads(block: Any, tmp_path: Path) -> None:
    """A block of a catalog is one that the catalog's own reader takes; a tool's stands under an sql base."""
    under = '[[base]]\nname = "tickets"\ntype = "sql"\n' if block.text.startswith("[[base.tool]]") else ""
    (tmp_path / "catalog.toml").write_text(under + block.text, encoding="utf-8")
    assert len(Catalog.load(tmp_path).base) == len(tomllib.loads(under + block.text)["base"])


@pytest.mark.parametrize("block", blocks("json"), ids=lambda block: block.at)
def test_an_example_of_a_labelled_question_is_one(block: Any) -> None:
    """Each line is a row that `questions.jsonl` may hold."""
    for line in block.text.splitlines():
        LabelledQuestion.model_validate(json.loads(line))


def test_the_readme_has_every_setting_once() -> None:
    """The table of settings names each field of Settings once and no other, with the default it has where that is a
    number, a switch or a word.
    """
    rows = {
        name.removeprefix(PREFIX).lower(): told.strip("`")
        for names, told, _ in _ROW.findall((ROOT / "README.md").read_text(encoding="utf-8"))
        for name in re.findall(r"`(\w+)`", names)
        if name.startswith(PREFIX)
    }
    assert sorted(rows) == sorted(Settings.model_fields)
    told = {name: rows[name] for name in rows if _default(name) is not None}
    assert told == {name: _default(name) for name in told}


def test_settings_that_are_named_exist() -> None:
    """No page and no `.env.example` names a variable of ours that is not read."""
    files = [*PAGES, ROOT / ".env.example"]
    named = {name for file in files for name in re.findall(rf"{PREFIX}([A-Z_]+)", file.read_text(encoding="utf-8"))}
    assert {name.lower() for name in named} - set(Settings.model_fields) == set()


def test_commands_within_a_sentence_exist() -> None:
    """A command in a span of code is one of ours, with options that it has; its values may be stand-ins."""
    wrong = [
        f"{at}: {text}: {fault}"
        for at, text in spans()
        if text.startswith("signalbox ") and (fault := check_signalbox(text.split()[1:], values=False))
    ]
    assert wrong == []


def _default(name: str) -> str | None:
    # None where the table says it in words: a path, or nothing.
    value = Settings.model_fields[name].default
    if name in {"cache", "web"}:
        return "off"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:g}"
    return value if isinstance(value, str) and value else None
