"""The scripted server as the environment's OpenAI, and one way to ask it that always cleans up."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
from scripted_openai import ScriptedOpenAI

from models.ask import Asker, Usage
from models.chat import ChatModels, Method

MakeAsker = Callable[..., Asker]


@pytest.fixture
async def make_asker(openai_server: ScriptedOpenAI) -> AsyncIterator[MakeAsker]:
    """Makes an asker over the real client; its connections are closed with the test."""
    made: list[ChatModels] = []

    def make(method: Method = "json_schema", *, timeout_s: float = 5.0, limit_s: float = 10.0) -> Asker:
        models = ChatModels(timeout_s)
        made.append(models)
        model = models.get("openai:scripted")
        assert model is not None
        return Asker(model, Usage(), method, limit_s)

    yield make
    for models in made:
        await models.close()
