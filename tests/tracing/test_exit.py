"""A collector that hangs must not hold up the end of a command for more than two seconds."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from collector import Environ, collect

COMMAND = [sys.executable, "-m", "cli", "ask", "What does the Pro plan cost?"]
MOST_S = 2.0
BOUND_S = 50.0


def lingers(environ: dict[str, str], folder: Path) -> tuple[float, str]:
    """Seconds between a command's last output and its end, and what it printed."""
    process = subprocess.Popen(
        COMMAND, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    bound = threading.Timer(BOUND_S, process.kill)
    bound.start()
    with process, process.stdout as out:
        printed, last = "", time.monotonic()
        for line in out:
            printed, last = printed + line, time.monotonic()
    seconds = time.monotonic() - last
    bound.cancel()
    assert process.returncode == 0
    return seconds, printed


@pytest.fixture(scope="module")
def plain(environ: Environ, tmp_path_factory: pytest.TempPathFactory) -> tuple[float, str]:
    """How a command ends without tracing."""
    return lingers(environ(), tmp_path_factory.mktemp("plain"))


def test_hung_collector(environ: Environ, plain: tuple[float, str], tmp_path: Path) -> None:
    """With a collector that accepts and never answers the answer is the same, and the command ends within 2 s of it."""
    with collect(hangs=True) as collector:
        tracing = {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "x"}
        seconds, printed = lingers(environ(**tracing), tmp_path)
    assert collector.asked
    assert printed == plain[1]
    assert seconds - plain[0] < MOST_S


def test_dead_collector(environ: Environ, plain: tuple[float, str], tmp_path: Path) -> None:
    """With nobody at the collector's address, and tracing switched on the older way, it ends in time as well."""
    tracing = {"LANGCHAIN_TRACING_V2": "true", "LANGSMITH_ENDPOINT": "http://127.0.0.1:9", "LANGSMITH_API_KEY": "x"}
    seconds, printed = lingers(environ(**tracing, LANGSMITH_TRACING=""), tmp_path)
    assert printed == plain[1]
    assert seconds - plain[0] < MOST_S


def test_failing_collector(environ: Environ, plain: tuple[float, str], tmp_path: Path) -> None:
    """With a collector that answers every request with 500 the answer is the same, and the command ends in time."""
    with collect(status=500) as collector:
        tracing = {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "x"}
        seconds, printed = lingers(environ(**tracing), tmp_path)
    assert collector.asked
    assert printed == plain[1]
    assert seconds - plain[0] < MOST_S


def test_working_collector(environ: Environ, tmp_path: Path) -> None:
    """With a collector that works, the command waits long enough for its traces to arrive whole."""
    with collect() as collector:
        tracing = {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "x"}
        seconds, _ = lingers(environ(**tracing), tmp_path)
    (root,) = collector.roots
    assert root["outputs"]["answer"]
    assert seconds < MOST_S
