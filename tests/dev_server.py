"""The real `langgraph dev` over a copy of the application, for whoever needs one of its own."""

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
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = ("SIGNALBOX_", "OPENAI_", "AZURE_OPENAI_", "LANGSMITH_", "LANGCHAIN_", "LANGGRAPH_")
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "tests", "benchmarks", "docs", "notebooks")
START_S = 90


@dataclass
class DevServer:
    """A server that can be stopped and started again at the same address, over the same folder.

    The folder has no settings of its own: the server keeps threads there, and a `.env` would rule over the environment.
    """

    folder: Path
    environ: Mapping[str, str]
    port: int
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @classmethod
    def over_a_copy(cls, folder: Path, home: Path, graphs: Mapping[str, Any], **environ: str) -> DevServer:
        """A server not yet started, with `graphs` beside those of langgraph.json. Skips where the extra is missing."""
        if not _program().exists():
            pytest.skip(f"{_program()} is missing: install the extra `serve`")
        copy = Path(shutil.copytree(ROOT, folder / "signalbox", ignore=LEFT_OUT))
        settings = json.loads((copy / "langgraph.json").read_text())
        settings["graphs"] |= graphs
        (copy / "langgraph.json").write_text(json.dumps(settings))
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        clean = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        clean |= {
            "SIGNALBOX_HOME": str(home),
            "LANGSMITH_TRACING": "false",
            "PYTHONPATH": str(copy),
            "NO_PROXY": "127.0.0.1",
        }
        return cls(copy, clean | environ, port)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it has said."""
        return (self.folder.parent / "log").read_text()

    def start(self) -> None:
        """Start it and wait until it answers."""
        more = ["--no-browser", "--no-reload", "--port", str(self.port), "--n-jobs-per-worker", "10"]
        with (self.folder.parent / "log").open("a") as log:
            self._process = subprocess.Popen(
                [_program(), "dev", *more], cwd=self.folder, env=self.environ, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        until = time.monotonic() + START_S
        while time.monotonic() < until and self._process.poll() is None:
            try:
                with direct.open(f"{self.url}/ok", timeout=2):
                    return
            except OSError:
                time.sleep(0.2)
        pytest.fail(f"the server did not start:\n{self.log[-4000:]}")

    def stop(self) -> None:
        """Stop it, and everything it started; its threads are written to its folder."""
        process, self._process = self._process, None
        for sign in (signal.SIGTERM, signal.SIGKILL):
            if process is None or process.poll() is not None:
                return
            os.killpg(process.pid, sign)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                continue


def _program() -> Path:
    return Path(sys.executable).parent / "langgraph"
