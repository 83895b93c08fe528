"""What every test shares: a clean environment, one built store of the catalog `larkspur`, small catalogs on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fakes import catalog_of, write_catalog
from keyed_server import keyed  # noqa: F401 - a fixture of the whole session
from scripted_openai import ScriptedOpenAI, serve
from word_vectors import WordEmbedder

from graph.resources import Resources
from graph.settings import Settings
from knowledge.catalog import Catalog
from knowledge.store import Store

FOREIGN = ("SIGNALBOX_", "OPENAI_", "AZURE_OPENAI_", "LANGSMITH_", "LANGCHAIN_", "LANGGRAPH_")


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's settings reaches a test, and nothing is traced."""
    for name in list(os.environ):
        if name.startswith(FOREIGN):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANGSMITH_TRACING", "false")


@pytest.fixture
def openai_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedOpenAI]:
    """A scripted server that the OpenAI client of this process is pointed at."""
    with serve() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield server


@pytest.fixture(scope="session")
def larkspur_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the built store of `larkspur`, made once with the real embedder and a real Chroma. Read only."""
    home = tmp_path_factory.mktemp("home")
    with Resources.load(Settings.from_env({}, home=home)) as built:
        built.prepare()
    return home


@pytest.fixture(scope="session")
def resources(larkspur_home: Path) -> Iterator[Resources]:
    """The opened resources of `larkspur`."""
    with Resources.load(Settings.from_env({}, home=larkspur_home)) as opened:
        opened.prepare()
        yield opened


@pytest.fixture
def make_catalog(tmp_path: Path) -> Callable[..., Catalog]:
    """A function that writes and loads a tiny catalog; it takes {"wiki": {"files": {"a.md": "..."}}}."""
    return partial(catalog_of, tmp_path / "catalogs")


@pytest.fixture
def make_resources(tmp_path: Path) -> Iterator[Callable[..., Resources]]:
    """Writes a tiny catalog and opens resources over it, with a store of its own and the real embedder."""
    made: list[Resources] = []

    def make(bases: dict[str, dict[str, Any]], *, settings: dict[str, Any] | None = None, **top: Any) -> Resources:
        write_catalog(tmp_path / "catalogs", "tiny", bases, **top)
        given = {"catalog": "tiny", "catalogs": tmp_path / "catalogs", "home": tmp_path / "home", **(settings or {})}
        made.append(Resources.load(Settings.from_env({}, **given)))
        return made[-1]

    yield make
    for opened in made:
        opened.close()


@pytest.fixture
def make_store(tmp_path: Path) -> Iterator[Callable[[str], Store]]:
    """Opens an empty store under a name; it is closed with the test."""
    with ExitStack() as kept:
        yield lambda name: kept.enter_context(closing(Store(tmp_path / name)))


@pytest.fixture
def store(make_store: Callable[[str], Store]) -> Store:
    """An empty store in the test's folder."""
    return make_store("store")


@pytest.fixture
def words() -> WordEmbedder:
    """A quick embedder: texts that share words are near."""
    return WordEmbedder()
