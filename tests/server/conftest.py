"""The real `langgraph dev`, started once over larkspur, and a client of its SDK."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from dev_server import Server, clean, copied, running
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient


@pytest.fixture(scope="package")
def server(larkspur_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the store already built, no key and no tracing."""
    folder = tmp_path_factory.mktemp("server")
    home = Path(shutil.copytree(larkspur_home, folder / "home"))
    with running(copied(folder), clean(SIGNALBOX_HOME=str(home))) as started:
        yield started


@pytest.fixture
async def client(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LangGraphClient]:
    """The SDK's client, as Studio uses it."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with get_client(url=server.url) as opened:
        yield opened
