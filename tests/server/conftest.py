"""The real `langgraph dev`, started once over a copy of the application, and a client of its SDK."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

ROOT = Path(__file__).resolve().parent.parent.parent
FOREIGN = ("SIGNALBOX_", "OPENAI_", "AZURE_OPENAI_", "LANGSMITH_", "LANGCHAIN_", "LANGGRAPH_")
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "tests", "benchmarks", "docs", "notebooks")
START_S = 90


@dataclass(frozen=True)
class Server:
    """A running server: its address, the folder it serves and the file its log goes to."""

    url: str
    folder: Path
    log: Path


@pytest.fixture(scope="package")
def server(larkspur_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`langgraph dev` over a copy without settings of its own (the server keeps threads in its folder, and a `.env`
    there would rule over the environment), with the store already built, no key and no tracing.
    """
    program = Path(sys.executable).parent / "langgraph"
    if not program.exists():
        pytest.skip(f"{program} is missing: install the extra `serve`")
    folder = tmp_path_factory.mktemp("server")
    copy = Path(shutil.copytree(ROOT, folder / "signalbox", ignore=LEFT_OUT))
    home = Path(shutil.copytree(larkspur_home, folder / "home"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    environ |= {"SIGNALBOX_HOME": str(home), "LANGSMITH_TRACING": "false", "PYTHONPATH": str(copy)}
    command = [program, "dev", "--no-browser", "--no-reload", "--port", str(port), "--n-jobs-per-worker", "10"]
    started = Server(f"http://127.0.0.1:{port}", copy, folder / "log")
    with started.log.open("w") as log:
        process = subprocess.Popen(
            command, cwd=copy, env=environ, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        _wait(started, process)
        yield started
    finally:
        _end(process)


def _wait(server: Server, process: subprocess.Popen[bytes]) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        try:
            with direct.open(f"{server.url}/ok", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the server did not start:\n{server.log.read_text()[-4000:]}")


def _end(process: subprocess.Popen[bytes]) -> None:
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
            process.wait(timeout=10)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


@pytest.fixture
async def client(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LangGraphClient]:
    """The SDK's client, as Studio uses it."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with get_client(url=server.url) as opened:
        yield opened
