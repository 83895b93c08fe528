"""The real `langgraph dev` over a copy of the application: started, stopped, killed and started again by tests."""

from __future__ import annotations

import json
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
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from console.serve import CHECKPOINTERS

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = ("SIGNALBOX_", "OPENAI_", "AZURE_OPENAI_", "LANGSMITH_", "LANGCHAIN_", "LANGGRAPH_")
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "tests", "benchmarks", "docs", "notebooks")
START_S = 180
"""Some ten seconds are needed; how long a busy machine takes is nothing these tests are about."""


@dataclass
class Server:
    """A server over a folder: it can be ended and started again, at the same address and over the same threads."""

    folder: Path
    environ: Mapping[str, str]
    port: int
    config: str = "langgraph.json"
    workers: int = 10
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The file of what it says."""
        return self.folder.parent / f"log-{self.port}"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The running process."""
        assert self._process is not None, "the server was not started"
        return self._process

    def start(self) -> None:
        """Start it and wait until it answers."""
        port, workers = str(self.port), str(self.workers)
        options = ["--port", port, "--n-jobs-per-worker", workers, "--config", self.config]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [_program(), "dev", "--no-browser", "--no-reload", *options],
                cwd=self.folder,
                env={**self.environ, "PYTHONPATH": str(self.folder)},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        until = time.monotonic() + START_S
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with direct.open(f"{self.url}/ok", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        self.kill()
        pytest.fail(f"the server did not start:\n{self.log.read_text()[-4000:]}")

    def stop(self) -> None:
        """End it, and everything it started; its threads are written to its folder."""
        self._end(signal.SIGTERM)
        self._end(signal.SIGKILL)

    def kill(self) -> None:
        """End it as a machine that loses its power does."""
        self._end(signal.SIGKILL)

    def _end(self, sign: signal.Signals) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        os.killpg(self._process.pid, sign)
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            if sign is signal.SIGKILL:
                raise


def copied(folder: Path, *, on_disk: bool = False, **graphs: str) -> Path:
    """A copy of the application, with `graphs` beside those of its langgraph.json; `on_disk` keeps conversations as
    `signalbox serve` does.

    It has no settings of its own: the server keeps threads in its folder, and a `.env` there would rule over the
    environment.
    """
    copy = Path(shutil.copytree(ROOT, folder / "signalbox", ignore=LEFT_OUT))
    settings = json.loads((copy / "langgraph.json").read_text())
    # In front, as a person may write them: the first graph is found by its name.
    settings["graphs"] = graphs | settings["graphs"]
    if on_disk:
        settings["checkpointer"] = CHECKPOINTERS["sqlite"]
    (copy / "langgraph.json").write_text(json.dumps(settings))
    return copy


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
    server = Server(copy, environ, port, config, workers)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _program() -> Path:
    """The `langgraph` beside this interpreter; the test is skipped where it is missing."""
    found = Path(sys.executable).parent / "langgraph"
    if not found.exists():
        pytest.skip(f"{found} is missing: install the extra `serve`")
    return found
