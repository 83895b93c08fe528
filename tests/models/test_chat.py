"""models.chat: which client a name makes, that it belongs to one event loop, and what a wrong name says."""

from __future__ import annotations

import asyncio
import time

import pytest
from langchain_core.messages import HumanMessage
from langchain_openai import AzureChatOpenAI, ChatOpenAI
from scripted_openai import Reply, ScriptedOpenAI, serve

from errors import ConfigError
from models.chat import ChatModels, check_model_name, make_chat_model


@pytest.mark.parametrize("name", ["", "none"])
async def test_no_model(name: str) -> None:
    """Without a model there is none, and nothing is imported or read for it."""
    assert ChatModels().get(name) is None


@pytest.mark.parametrize("name", ["gpt-5-mini", "anthropic:claude", "openai:", ":gpt", "OpenAI:gpt-5-mini"])
def test_unknown_name(name: str) -> None:
    """A name that is no PROVIDER:MODEL is refused with the providers that are."""
    with pytest.raises(ConfigError) as raised:
        check_model_name(name)
    assert str(raised.value) == f"model: {name!r} is unknown; valid: none, openai:MODEL, azure_openai:MODEL"


@pytest.mark.parametrize("name", ["openai:scripted", "azure_openai:scripted"])
def test_missing_key(name: str) -> None:
    """A missing key is one line that names the model and the variable to set."""
    with pytest.raises(ConfigError) as raised:
        make_chat_model(name, 1.0)
    assert "\n" not in str(raised.value)
    assert f"model: {name!r} cannot be used" in str(raised.value)
    assert "API_KEY" in str(raised.value)


def test_openai(openai_server: ScriptedOpenAI) -> None:
    """An OpenAI name makes LangChain's client with a timeout, two retries and usage in its streams."""
    model = make_chat_model("openai:scripted", 7.0)
    assert type(model) is ChatOpenAI
    assert (model.model_name, model.request_timeout, model.max_retries, model.stream_usage) == (
        "scripted",
        7.0,
        2,
        True,
    )


def test_azure(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Azure name makes LangChain's Azure client from Azure's own variables."""
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", "scripted")
    monkeypatch.setenv("OPENAI_API_VERSION", "2026-01-01")
    model = make_chat_model("azure_openai:support-chat", 7.0)
    assert type(model) is AzureChatOpenAI
    assert (model.deployment_name, model.request_timeout) == ("support-chat", 7.0)


async def test_one_client_a_loop(openai_server: ScriptedOpenAI) -> None:
    """Within an event loop a name's client is made once and shared."""
    models = ChatModels()
    assert models.get("openai:scripted") is models.get("openai:scripted")
    assert models.get("openai:scripted") is not models.get("openai:other")


def test_two_loops(openai_server: ScriptedOpenAI) -> None:
    """Two event loops, one after the other, can ask through the same models."""
    models = ChatModels(timeout_s=5)

    async def one_question() -> str:
        model = models.get("openai:scripted")
        assert model is not None
        said = (await model.ainvoke([HumanMessage("hello")])).text
        await models.close()
        return said

    openai_server.use([Reply("one"), Reply("two")])
    assert [asyncio.run(one_question()), asyncio.run(one_question())] == ["one", "two"]


async def test_close(openai_server: ScriptedOpenAI) -> None:
    """After closing, the same loop gets a new client that works; closing twice does nothing."""
    models = ChatModels()
    before = models.get("openai:scripted")
    await models.close()
    await models.close()
    after = models.get("openai:scripted")
    assert after is not None
    assert after is not before
    openai_server.use([Reply("hello")])
    assert (await after.ainvoke([HumanMessage("hello")])).text == "hello"
    await models.close()


async def test_calls_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls of one loop run side by side: eight of 300 ms each take far less than 2.4 s."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted")
    with serve(lambda request: Reply("hello"), pause_s=0.3) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        models = ChatModels()
        model = models.get("openai:scripted")
        assert model is not None
        began = time.monotonic()
        await asyncio.gather(*(model.ainvoke([HumanMessage("hello")]) for _ in range(8)))
        assert time.monotonic() - began < 1.5
        assert server.calls == 8
        await models.close()
