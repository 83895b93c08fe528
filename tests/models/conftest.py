"""The scripted server as the environment's OpenAI, and one way to ask it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from scripted_openai import ScriptedOpenAI, serve


@pytest.fixture
def openai_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedOpenAI]:
    """A scripted server that the OpenAI client of this process is pointed at."""
    with serve() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted")
        yield server
