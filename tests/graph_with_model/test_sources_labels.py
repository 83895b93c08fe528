"""The shipped catalog `sources`: its two closed labels lead a model to a base, and its questions are labelled."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from pathlib import Path
from typing import Any

from fakes import ScriptedBase, ScriptedResources
from scripted_openai import ScriptedOpenAI
from scripted_world import by_shape, routed
from streams import message

from graph.build import build
from graph.settings import ROOT, Settings
from knowledge.catalog import find
from knowledge.labelled import labelled_questions
from models.chat import ChatModels

CATALOG = find("sources", ROOT / "catalogs")
UNSURE = {"handbook": 0.4, "web": 0.4}


def test_the_labels_are_closed_and_lead_to_the_bases() -> None:
    """A router may return these two words and no other."""
    assert CATALOG.closed_labels == {"vectordb": "handbook", "web_search": "web"}
    assert [(spec.name, spec.type) for spec in CATALOG.base] == [("handbook", "vector"), ("web", "web")]


def test_sixty_questions_are_labelled() -> None:
    """Both halves hold questions for each base, for both, and for none."""
    rows = labelled_questions(CATALOG)
    kinds = Counter((row.split, row.bases) for row in rows)
    assert len(rows) == len({row.question for row in rows}) == 60
    for split in ("tune", "report"):
        assert kinds[split, ("handbook",)] >= 12
        assert kinds[split, ("web",)] >= 12
        assert kinds[split, ("handbook", "web")] >= 3


def test_a_models_label_leads_to_its_base(tmp_path: Path, openai_server: ScriptedOpenAI) -> None:
    """The model is told the labels, says one, and its base is searched."""
    openai_server.use(by_shape("It rains [1].", Routes=routed("web_search")))
    bases = {name: ScriptedBase(name) for name in CATALOG.names}
    settings = Settings.from_env({}, catalog="sources", home=tmp_path / "home", model="openai:scripted", log="none")
    resources = ScriptedResources(
        settings, CATALOG, ChatModels(), open_base=bases.__getitem__, table=lambda text: UNSURE
    )

    async def run() -> dict[str, Any]:
        try:
            context = {"policy": "single", "max_turns": 1}
            state: dict[str, Any] = await build(resources).ainvoke(message("Is it wet in Keswick?"), context=context)
        finally:
            await resources.models.close()
        return state

    state = asyncio.run(run())
    [request] = [one for one in openai_server.requests if one.shape]
    assert re.findall(r"vectordb|web_search", request.system)
    assert [base["name"] for base in state["decisions"][0]["bases"]] == ["web"]
    assert [len(bases[name].asked) for name in ("handbook", "web")] == [0, 1]
