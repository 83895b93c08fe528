"""The whole graph over three small bases, with the real OpenAI client and a scripted server."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from fakes import scripted
from langgraph.checkpoint.memory import InMemorySaver
from scripted_openai import ScriptedOpenAI
from scripted_world import TEXTS, World, holding, table

from graph.build import build
from models.chat import ChatModels


@pytest.fixture
async def make_world(openai_server: ScriptedOpenAI, tmp_path: Path) -> AsyncIterator[Callable[..., World]]:
    """Builds the graph; every model client is closed with the test."""
    made: list[ChatModels] = []

    def make(
        texts: Mapping[str, str] | None = None,
        *,
        catalog: Mapping[str, Any] | None = None,
        tables: Mapping[str, Callable[[str], str]] | None = None,
        **settings: Any,
    ) -> World:
        answers = {name: holding(name, text) for name, text in (TEXTS | dict(texts or {})).items()}
        given = {"model": "openai:scripted", **settings}
        resources, bases = scripted(tmp_path, answers, table, catalog=catalog, settings=given, tables=tables)
        made.append(ChatModels(resources.settings.model_timeout))
        resources = dataclasses.replace(resources, models=made[-1])
        return World(openai_server, resources, bases, build(resources, InMemorySaver()))

    yield make
    for models in made:
        await models.close()


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """The graph with every setting at its default."""
    return make_world()
