"""Ctrl-C while an answer grows on a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

from scripted_openai import Reply, ScriptedOpenAI

ROOT = Path(__file__).resolve().parents[2]
HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"
"""What a terminal is told of its cursor."""


def test_the_cursor_comes_back(larkspur_home: Path, openai_server: ScriptedOpenAI) -> None:
    """The growing answer hides the cursor; whatever ends the command shows it again."""
    openai_server.use(lambda request: Reply("The Pro plan costs a little for each seat. [1] " * 50, pause_s=0.2))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNALBOX_")}
    given = {"SIGNALBOX_HOME": str(larkspur_home), "SIGNALBOX_MODEL": "openai:scripted", "TERM": "xterm"}
    head, tail = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "ask", "What does the Pro plan cost?"],
        stdin=tail,
        stdout=subprocess.DEVNULL,
        stderr=tail,
        cwd=ROOT,
        env={**kept, **given},
        start_new_session=True,
    )
    os.close(tail)
    told = ""
    try:
        while "costs a" not in told:
            told += os.read(head, 1024).decode(errors="replace")
        process.send_signal(signal.SIGINT)
        while chunk := _read(head):
            told += chunk
        process.wait(timeout=30)
    finally:
        process.kill()
        process.wait()
        os.close(head)
    assert process.returncode == 130
    assert told.count(HIDDEN) == told.count(SHOWN) > 0
    assert "Traceback" not in told


def _read(head: int) -> str:
    try:
        return os.read(head, 1024).decode(errors="replace")
    except OSError:  # the other side is closed
        return ""
