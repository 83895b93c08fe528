"""A value that nobody gave: asked back at a terminal, or printed with the way to go on, over the built store."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

ROOT = Path(__file__).resolve().parents[2]
QUESTION = "My server was down for an hour and I want the service credit. How much is it?"
ASKS = "For “service credit” I still need: "
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(home: Path) -> dict[str, str]:
    """This process's environment without settings of the machine, over the built store."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNALBOX_")}
    return {**kept, "SIGNALBOX_HOME": str(home), "LANGSMITH_TRACING": "false", "COLUMNS": "200"}


@pytest.fixture
def run(larkspur_home: Path) -> Run:
    """Runs `signalbox ask` where nobody sits at a terminal."""

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cli", "ask", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env=environment(larkspur_home),
            timeout=120,
            check=False,
        )

    return call


def test_a_thread_stops_and_tells_how_to_go_on(run: Run) -> None:
    """What is missing is one object with the command; another process goes on from there and computes once."""
    thread = f"credit {uuid4().hex[:6]}"
    stopped = run(QUESTION, "--thread", thread, "--json")
    assert stopped.returncode == 5, stopped.stderr
    told = json.loads(stopped.stdout)
    assert list(told) == ["waiting", "missing", "thread", "resume"]
    assert told["waiting"].startswith(ASKS)
    assert [one["argument"] for one in told["missing"]] == ["monthly_fee"]
    assert told["thread"] == thread
    assert told["resume"] == f"signalbox ask --catalog larkspur --thread '{thread}' --resume VALUE"
    done = run("--thread", thread, "--resume", "I pay ninety dollars a month", "--json")
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    assert [(call["arguments"]["monthly_fee"], call["missing"]) for call in outcome["calls"]] == [(90, [])]
    again = run("--thread", thread, "--resume", "80")
    assert (again.returncode, again.stdout) == (2, "")
    assert f"thread {thread!r} waits for nothing; ask it a question" in again.stderr


def test_an_object_gives_values_by_name(run: Run) -> None:
    """Without --json the question stands on stdout and the command on stderr."""
    first = uuid4().hex[:6]
    told = run(QUESTION, "--thread", first)
    assert (told.returncode, told.stdout.startswith(ASKS)) == (5, True)
    assert f"to go on: signalbox ask --catalog larkspur --thread {first} --resume VALUE" in told.stderr
    done = run("--thread", first, "--resume", '{"monthly_fee": 120}', "--json")
    assert json.loads(done.stdout)["calls"][0]["arguments"]["monthly_fee"] == 120


def test_resuming_needs_a_thread_and_no_question(run: Run) -> None:
    """A usage error says so."""
    done = run(QUESTION, "--thread", "t", "--resume", "90")
    assert done.returncode == 2
    assert "--resume goes with --thread, and with no question" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("typed", "said"), [("90 dollars\n", "service credit"), ("\n", ASKS)], ids=["a value", "Enter"]
)
def test_a_person_at_the_terminal_is_asked_once(larkspur_home: Path, typed: str, said: str) -> None:
    """What is missing is asked in words; the reply computes, and Enter goes on without it."""
    head, tail = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "ask", QUESTION],
        stdin=tail,
        stderr=tail,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment(larkspur_home) | {"TERM": "xterm"},
    ) as process:
        os.close(tail)
        shown = b""
        until = time.monotonic() + 100
        while b"Enter to go on without it" not in shown and time.monotonic() < until and process.poll() is None:
            if select.select([head], [], [], 0.2)[0]:
                shown += os.read(head, 65536)
        os.write(head, typed.encode())
        # What a terminal is sent must be read, or the command waits for it.
        while process.poll() is None and time.monotonic() < until:
            if select.select([head], [], [], 0.2)[0]:
                try:
                    shown += os.read(head, 65536)
                except OSError:
                    break
        out = process.stdout.read().decode() if process.stdout else ""
    os.close(head)
    assert ASKS in shown.decode(errors="replace")
    assert shown.count(b"Enter to go on without it") == 1
    assert said in out
    assert (ASKS in out) is (said == ASKS)
