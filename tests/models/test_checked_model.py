"""The check of the chat model, over the real client: what it says, and what it leaves behind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scripted_openai import Reply, ScriptedOpenAI

from graph.checks import examine
from models.chat import ChatModels, make_chat_model


def test_the_model_is_asked_and_let_go(openai_server: ScriptedOpenAI, make_resources) -> None:
    """A check has an event loop of its own; the client that was made for it is closed with that loop."""
    openai_server.use([Reply("ready")])
    made: list[Any] = []

    def make(name: str, timeout_s: float) -> Any:
        made.append(make_chat_model(name, timeout_s))
        return made[-1]

    wiki = {"wiki": {"files": {"tea.md": "# Tea\n\nGreen tea is brewed at 75 degrees."}}}
    resources = make_resources(wiki, settings={"model": "openai:scripted"})
    last = list(examine(replace(resources, models=ChatModels(make=make))))[-1]
    assert (last.what, last.state, last.seen) == ("model", "ok", "openai:scripted answers")
    assert [model.root_async_client.is_closed() for model in made] == [True]
