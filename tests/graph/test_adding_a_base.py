"""Adding a base is one block in catalog.toml and its documents, and no code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from streams import ask

from graph.build import build
from graph.resources import Resources
from graph.settings import ROOT, Settings

BLOCK = """
[[base]]
name = "beekeeping"
description = "Keeping bees on the roof of the office: hives, swarms, honey and who feeds them."
examples = ["Who feeds the bees in winter?", "How many hives stand on the roof?"]
"""
DOCUMENT = "# Bees\n\n## Hives\n\nSeven hives stand on the roof of the office, and Marta feeds the bees in winter.\n"
QUESTION = "How many hives stand on the roof?"


def test_one_block_and_its_documents(larkspur_home: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A catalog that was built and asked before gets a base: its documents are added, the rest stays as it was, the
    router learns it, and a question to it is answered from it while the others go where they went.
    """
    folder = Path(shutil.copytree(ROOT / "catalogs" / "larkspur", tmp_path / "catalogs" / "larkspur"))
    home = Path(shutil.copytree(larkspur_home, tmp_path / "home"))
    settings = Settings.from_env({}, catalogs=folder.parent, home=home)
    learned = {file.name for file in (home / "larkspur" / "learned").glob("router-*")}

    with (folder / "catalog.toml").open("a", encoding="utf-8") as catalog:
        catalog.write(BLOCK)
    (folder / "documents" / "beekeeping").mkdir()
    (folder / "documents" / "beekeeping" / "bees.md").write_text(DOCUMENT, encoding="utf-8")
    resources = Resources.load(settings)
    request.addfinalizer(resources.close)
    report = resources.ingest()
    assert (report.added, report.deleted, report.skipped) == (1, 0, ())
    assert report.unchanged > 0

    graph = build(resources)
    assert "retrieve_beekeeping" in graph.get_graph().nodes
    state = ask(graph, QUESTION)
    assert state["answer"].startswith("Seven hives stand on the roof of the office")
    assert state["citations"][0]["source"] == "beekeeping/bees.md"
    assert state["decisions"][0]["bases"][0]["name"] == "beekeeping"
    assert {file.name for file in (home / "larkspur" / "learned").glob("router-*")} != learned

    old = ask(graph, "What does the Pro plan cost?")
    assert "$14" in old["answer"]
    assert old["decisions"][0]["bases"][0]["name"] == "billing"
