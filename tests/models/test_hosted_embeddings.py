"""Embeddings by setting, through the real client: they build a store, answer a question, and never mix with others."""

from __future__ import annotations

import numpy as np
import pytest
from scripted_openai import ScriptedOpenAI, vector

from errors import ConfigError, StoreError, StoreMismatch
from graph.checks import examine
from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.base import Search
from knowledge.embedding import Hosted, _openai, embedder

WIKI = {"wiki": {"files": {"tea.md": "# Tea\n\nGreen tea is brewed at 75 degrees.", "bus.md": "# Bus\n\nLate again."}}}


@pytest.fixture(autouse=True)
def _fresh_clients(openai_server: ScriptedOpenAI):
    """Clients are kept for the life of a process; each test's server has its own address."""
    _openai.cache_clear()
    yield
    _openai.cache_clear()


def test_vectors(openai_server: ScriptedOpenAI) -> None:
    """Texts come back as unit vectors in their order; a question asked twice is embedded once."""
    model = embedder("openai:scripted-embedding")
    assert isinstance(model, Hosted)
    wanted = [np.array(vector(text)) / np.linalg.norm(vector(text)) for text in ("a cup of tea", "the bus")]
    assert np.allclose(model.encode(["a cup of tea", "the bus"]), wanted, atol=1e-6)
    assert model.query("a cup of tea") is model.query("a cup of tea")
    assert openai_server.embedded == ["a cup of tea", "the bus", "a cup of tea"]


@pytest.mark.parametrize("name", ["openai:", "cohere:embed", "bge-m3"])
def test_unknown_name(name: str) -> None:
    """A name that is no embedding model is refused with the valid ones."""
    with pytest.raises(ConfigError, match="valid: embedded, openai:MODEL"):
        embedder(name)


def test_store(openai_server: ScriptedOpenAI, make_resources) -> None:
    """A store built with hosted embeddings finds the passage that shares the question's words."""
    resources = make_resources(WIKI, settings={"embedding": "openai:scripted-embedding"})
    resources.prepare()
    found = resources.bases["wiki"].search(Search("At how many degrees is green tea brewed?"))
    assert [passage.source for passage in found] == ["wiki/tea.md"]
    resources.store.close()


def test_no_mixing(openai_server: ScriptedOpenAI, make_resources) -> None:
    """A store built with one model is not searched with another, nor added to: the error names both and the cure."""
    first = make_resources(WIKI, settings={"embedding": "openai:scripted-embedding"})
    first.prepare()
    first.store.close()
    settings = Settings.from_env({}, **(first.settings.model_dump() | {"embedding": "openai:another-embedding"}))
    second = Resources.load(settings)
    for use in (second.ingest, lambda: second.bases["wiki"].search(Search("green tea"))):
        with pytest.raises(StoreMismatch) as raised:
            use()
        assert "'openai:scripted-embedding', not of 'openai:another-embedding'" in str(raised.value)
        assert "signalbox ingest --rebuild" in str(raised.value)
    second.store.close()


def test_rebuild(openai_server: ScriptedOpenAI, make_resources) -> None:
    """Rebuilding moves a store from one model to another."""
    first = make_resources(WIKI, settings={"embedding": "openai:scripted-embedding"})
    first.prepare()
    first.store.close()
    settings = Settings.from_env({}, **(first.settings.model_dump() | {"embedding": "openai:another-embedding"}))
    second = Resources.load(settings)
    assert second.ingest(rebuild=True).added == 2
    assert second.bases["wiki"].search(Search("green tea"))
    second.store.close()


def test_a_missing_key_is_told_by_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key there is no client: the error names the model and what to set."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ConfigError, match=r"embedding: 'openai:scripted-embedding' cannot be used: .*OPENAI_API_KEY"):
        embedder("openai:scripted-embedding")


def test_a_server_that_does_not_answer(
    openai_server: ScriptedOpenAI, monkeypatch: pytest.MonkeyPatch, make_resources
) -> None:
    """What the model's client raises is one line of ours, for texts and questions, and `doctor` goes on behind it."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    model = embedder("openai:scripted-embedding")
    told = r"embedding: openai:scripted-embedding cannot be asked: APIConnectionError: .*; check OPENAI_BASE_URL"
    with pytest.raises(StoreError, match=told):
        model.encode(["a cup of tea"])
    with pytest.raises(StoreError, match=told):
        model.query("a cup of tea")
    resources = make_resources(WIKI, settings={"embedding": "openai:scripted-embedding"})
    checks = {check.what: check for check in examine(resources)}
    assert (checks["embedding"].state, list(checks)[-1]) == ("fault", "model")
