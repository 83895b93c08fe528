"""Every command that the documents show is run as it stands, in order, in a copy of the repository with homes of its
own; those that install, serve or measure for long are recognised by the list below and have their options checked.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from scripted_openai import Reply, Request, ScriptedOpenAI, serve
from shown import Command, commands
from spelled import check_help, check_install, check_signalbox

from graph.settings import ROOT

LEAST = 30
"""Commands that are run; a page that lost its blocks would otherwise pass."""


def _signalbox(command: Command) -> str:
    return check_signalbox(command.words[1:])


NOT_RUN: tuple[tuple[str, Callable[[Command], str]], ...] = (
    (r"python3 -m venv \.venv", lambda _: ""),
    (r"\.venv/bin/pip install .*", lambda command: check_install(command.words)),
    (r"\.venv/bin/pytest", lambda _: ""),
    (r"\.venv/bin/langgraph dev .*", lambda command: check_help(command.words, _beside("langgraph"), "dev")),
    (r"signalbox (eval|tune) .*", _signalbox),
)
"""What takes minutes, the network or a terminal of its own: a pattern of the whole command, and what is checked."""


def _check(command: Command) -> Callable[[Command], str] | None:
    return next((check for pattern, check in NOT_RUN if re.fullmatch(pattern, command.text)), None)


def _beside(program: str) -> str:
    return str(Path(sys.executable).parent / program)


RUN = [one for one in commands() if _check(one) is None]
CHECKED = [one for one in commands() if _check(one) is not None]


def test_every_command_is_known() -> None:
    """What is not on the list above is a command of ours, and is run."""
    assert [f"{one.at}: {one.text}" for one in RUN if not re.fullmatch(r"(\.venv/bin/)?signalbox", one.words[0])] == []
    assert len(RUN) >= LEAST


@pytest.mark.parametrize("command", CHECKED, ids=lambda one: one.at)
def test_a_command_that_is_not_run_is_spelled_right(command: Command) -> None:
    """Its extras, options and suites exist."""
    check = _check(command)
    assert check is not None
    assert check(command) == ""


@dataclass
class Reader:
    """Somebody who follows the documents in a folder of their own, with a store that is built."""

    place: Path
    process: subprocess.Popen[str]
    done: set[tuple[object, ...]] = field(default_factory=set)

    def run(self, command: Command) -> str:
        """What went wrong with a command, "" for nothing; one that is shown twice is run once."""
        words = [*command.words[1:], *(["--dry-run"] if command.words[1:2] == ("serve",) else [])]
        key = (*words, *sorted(command.environment.items()))
        if key in self.done:
            return ""
        self.done.add(key)
        (self.place / "stdin").write_text("What does the Pro plan cost?\n", encoding="utf-8")
        order = {"words": words, "environment": command.environment, "folder": str(self.place)}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        out, err = ((self.place / name).read_text(encoding="utf-8") for name in ("stdout", "stderr"))
        if code == command.exit_code and "Traceback" not in err and "warning" not in err:
            return ""
        return f"{command.text}\nended with {code}\n{out}\n{err}"


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedOpenAI]:
    """A model on loopback that writes one answer and nothing else."""
    with serve(_model) as server:
        yield server


@pytest.fixture(scope="module")
def reader(larkspur_home: Path, model: ScriptedOpenAI, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """A reader in a fresh folder with what the commands name: the documents and the catalogs."""
    place = tmp_path_factory.mktemp("reader")
    for name in ("docs", "catalogs"):
        shutil.copytree(ROOT / name, place / name)
    shutil.copytree(larkspur_home, place / "home")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SIGNALBOX_", "OPENAI_"))}
    given = {
        "HOME": str(place),
        "SIGNALBOX_HOME": str(place / "home"),
        "SIGNALBOX_CATALOGS": str(place / "catalogs"),
        "LANGSMITH_TRACING": "false",
        "OPENAI_BASE_URL": model.url,
        "NO_PROXY": "127.0.0.1",
        "PYTHONPATH": str(ROOT),
    }
    process = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("preloaded.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=place,
        env=kept | given,
    )
    with process:
        yield Reader(place, process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize("command", RUN, ids=lambda one: one.at)
def test_a_command_does_what_it_says(command: Command, reader: Reader) -> None:
    """It ends with 0, or with the exit code that its comment promises, and warns of nothing."""
    assert reader.run(command) == ""


def test_the_model_was_asked(reader: Reader, model: ScriptedOpenAI) -> None:
    """What is shown with a model asked one, once: a question that is routed with confidence costs one call."""
    command = next(one for one in RUN if "SIGNALBOX_MODEL" in one.environment)
    reader.run(command)
    assert model.shapes == [""]


def _model(request: Request) -> Reply:
    return Reply(status=418) if request.shape else Reply("The Pro plan costs $14 per user and month. [1]")
