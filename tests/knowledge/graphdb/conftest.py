"""One embedded graph server for the tests of this folder, in a home of its own."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.bases.graph import GraphBase
from knowledge.graphdb.launch import INSTALL, PACKAGE
from knowledge.graphdb.loading import load
from knowledge.graphdb.server import EmbeddedServer, server_of
from tests.knowledge.graphdb.small import write_catalog


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that no other test uses."""
    if importlib.util.find_spec(PACKAGE) is None:
        pytest.skip(f"the embedded graph store is not installed: {INSTALL}")
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def server(home: Path) -> Iterator[EmbeddedServer]:
    """The home's server, started when it is first asked and stopped at the end."""
    server = server_of(home)
    yield server
    server.close()


@pytest.fixture
def base(home: Path, server: EmbeddedServer, tmp_path: Path) -> Iterator[GraphBase]:
    """A loaded base over the small graph."""
    catalog = write_catalog(tmp_path / "small")
    base = GraphBase.of(catalog, catalog.base[0], home)
    load(base.client, base.name, tmp_path / "small" / "documents" / "films")
    yield base
    base.close()
