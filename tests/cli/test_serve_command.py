"""`signalbox serve` and `signalbox key`: what they write, what they refuse, and that the server comes up with two
catalogs, both answering.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fakes import write_catalog

from console.serve import Wanted
from console.serve import run as serve
from errors import ConfigError
from graph.settings import Settings
from web.keys import read

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Two tiny catalogs and a home."""
    for name, text in (("tea", "Green tea steeps for two minutes."), ("pots", "A pot of clay keeps tea warm.")):
        write_catalog(tmp_path / "catalogs", name, {"notes": {"files": {"a.md": f"# A\n\n{text}\n"}}}, title=name)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNALBOX_")}
    places = {"SIGNALBOX_HOME": str(tmp_path / "home"), "SIGNALBOX_CATALOGS": str(tmp_path / "catalogs")}
    return kept | places | {"SIGNALBOX_CATALOG": "tea", "LANGSMITH_TRACING": "false", "PYTHONPATH": str(ROOT)}


@pytest.fixture
def run(environ: dict[str, str], tmp_path: Path) -> Run:
    """Runs `signalbox`; returns the finished process."""

    def call(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "cli.py"), *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path, env=environ | more
        )

    return call


def test_a_langgraph_json_for_several_catalogs(run: Run, tmp_path: Path) -> None:
    """The first catalog is the graph `signalbox`, the others have their own names; the rest is the repository's."""
    done = run("serve", "--catalog", "tea", "--catalog", "pots", "--dry-run")
    file = tmp_path / "home" / "serve" / "langgraph.json"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{file}\n", "")
    ours: dict[str, Any] = json.loads((ROOT / "langgraph.json").read_text())
    del ours["env"]
    assert json.loads(file.read_text()) == ours | {
        "dependencies": [str(ROOT)],
        "graphs": {
            "signalbox": {"path": "graph.app:graph", "description": "tea"},
            "pots": {"path": "graph.app:catalog_pots", "description": "pots"},
        },
        "checkpointer": {"path": "web.checkpoints.sqlite"},
    }


def test_what_cannot_be_served(environ: dict[str, str]) -> None:
    """An unknown catalog or a path in its place, other machines without keys, a taken port: one line that says so."""
    here = Wanted("127.0.0.1", 2024, 10, "server", dry_run=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused: list[tuple[dict[str, str], Wanted, str]] = [
            ({"catalog": "nope"}, here, "no such file; valid catalogs in"),
            ({"served": "pots,../../etc"}, here, "catalog: '../../etc' is not a name"),
            ({"served": "signalbox"}, here, "'signalbox' is the name of the first graph"),
            ({}, replace(here, threads="paper"), "--threads: 'paper' is unknown; valid: sqlite, server"),
            ({}, replace(here, host="0.0.0.0"), "other machines could ask, and no keys are set; make one"),  # noqa: S104
            ({}, replace(here, port=port), f"--host 127.0.0.1 --port {port}: Address already in use; end what listens"),
        ]
        for given, wanted, says in refused:
            with pytest.raises(ConfigError, match=re.escape(says)):
                serve(Settings.from_env(environ, **given), wanted)


def test_a_key_is_printed_once(run: Run, tmp_path: Path) -> None:
    """The key alone goes to stdout; the file under home keeps its digest and what it may see."""
    done = run("key", "alice", "--bases", "notes, tea/notes", "--access", "")
    file = tmp_path / "home" / "keys.toml"
    assert done.returncode == 0
    assert done.stdout.startswith("sb_")
    assert f"SIGNALBOX_KEYS={file}" in done.stderr.replace("\n", "")
    (key,) = read(file)
    assert (key.name, key.bases, key.access, key.operator) == ("alice", ("notes", "tea/notes"), (), False)
    again = run("key", "alice")
    assert (again.returncode, again.stdout) == (2, "")
    assert "there is a key 'alice' already" in again.stderr


@pytest.mark.server
def test_the_server_comes_up_with_both(environ: dict[str, str], tmp_path: Path) -> None:
    """It says where everything is, both graphs answer from their own catalogs, its threads are kept under home, and
    Ctrl-C ends it without a word of Python's.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, str(ROOT / "cli.py"), "serve", "--catalog", "tea", "--catalog", "pots"]
    log = tmp_path / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, "--port", str(port)], cwd=tmp_path, env=environ, stdout=out, stderr=out, start_new_session=True
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=240, trust_env=False) as http:
            _wait(http, process, log)
            told = log.read_text()
            for line in (
                f"page      http://127.0.0.1:{port}/",
                "graphs    signalbox (tea), pots",
                f"baseUrl=http://127.0.0.1:{port}",
                "store     pots: the first question builds it",
            ):
                assert line in told
            for graph, says in (("signalbox", "two minutes"), ("pots", "keeps tea warm")):
                asked = {"assistant_id": graph, "input": {"messages": [{"role": "user", "content": "What about tea?"}]}}
                assert says in str(http.post("/runs/wait", json=asked).json())
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
        assert "Traceback" not in log.read_text()
        assert (tmp_path / "home" / "serve" / ".langgraph_api").is_dir()
        assert (tmp_path / "home" / "server-threads.sqlite").exists()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=30)


def _wait(http: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 180
    while time.monotonic() < until and process.poll() is None:
        try:
            http.get("/ok")
        except httpx.TransportError:
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"the server did not start:\n{log.read_text()[-4000:]}")
