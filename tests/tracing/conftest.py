"""The environment of a traced process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from collector import Environ

ROOT = Path(__file__).resolve().parent.parent.parent

FOREIGN = ("SIGNALBOX_", "OPENAI_", "AZURE_OPENAI_", "LANGSMITH_", "LANGCHAIN_", "LANGGRAPH_")


@pytest.fixture(scope="session")
def environ(larkspur_home: Path) -> Environ:
    """Makes the environment of a process that finds the application, its built store, and what else is given."""

    def make(**more: str) -> dict[str, str]:
        given = {"PYTHONPATH": str(ROOT), "SIGNALBOX_HOME": str(larkspur_home), "NO_PROXY": "127.0.0.1"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        return {**kept, "LANGSMITH_TRACING": "false", **given, **more}

    return make
