"""The real `langgraph dev` over a copy of the application, started, killed and started again by tests."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

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
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """End it with SIGKILL, as a machine that loses its power does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=10)


def program() -> Path:
    """The `langgraph` beside this interpreter; the test is skipped where it is missing."""
    found = Path(sys.executable).parent / "langgraph"
    if not found.exists():
        pytest.skip(f"{found} is missing: install the extra `serve`")
    return found


def copied(folder: Path) -> Path:
    """A copy of the application without settings of its own: the server keeps threads in its folder, and a `.env`
    there would rule over the environment.
    """
    return Path(shutil.copytree(ROOT, folder / "signalbox", ignore=LEFT_OUT))


def clean(**settings: str) -> dict[str, str]:
    """This process's environment without the machine's settings, without a key and without tracing."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    return kept | {"LANGSMITH_TRACING": "false", "NO_PROXY": "127.0.0.1"} | settings


@contextmanager
def running(
    copy: Path, environ: Mapping[str, str], *, config: str = "langgraph.json", workers: int = 10
) -> Iterator[Server]:
    """A server over a copy, until the end of the block."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = [
        "--no-browser",
        "--no-reload",
        "--port",
        str(port),
        "--n-jobs-per-worker",
        str(workers),
        "--config",
        config,
    ]
    log_file = copy.parent / f"log-{port}"
    with log_file.open("w") as log:
        process = subprocess.Popen(
            [program(), "dev", *options],
            cwd=copy,
            env={**environ, "PYTHONPATH": str(copy)},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    started = Server(f"http://127.0.0.1:{port}", copy, log_file, process)
    try:
        _wait(started)
        yield started
    finally:
        _end(process)


def _wait(server: Server) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + START_S
    while time.monotonic() < until and server.process.poll() is None:
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
