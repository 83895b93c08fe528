"""Whether a command that is not run is spelled right: its options exist, its extras and files are there."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

import typer
from typer import main as typer_main

from cli import app
from errors import EvalError
from evals.registry import suites
from graph.settings import ROOT


def check_signalbox(words: Sequence[str], *, values: bool = True) -> str:
    """What is wrong with the words behind `signalbox`, "" for nothing. Without `values` only names are looked at."""
    command: Any = typer_main.get_command(app)
    context: Any = None
    rest = [word for word in words if word != "..."]
    name = "signalbox"
    try:
        while True:
            group = hasattr(command, "resolve_command")
            if group and not rest:
                return ""
            if not group:
                context = command.make_context(name, list(rest), parent=context)
                break
            context = command.make_context(name, list(rest), parent=context)
            name, command, rest = command.resolve_command(context, list(rest))
        if values and name == "eval":
            suites(context.params["name"], context.params["suite"])
    except typer.BadParameter as fault:
        return str(fault) if values else ""
    except typer.Exit:  # --help
        return ""
    except EvalError as fault:
        return str(fault)
    except Exception as fault:  # noqa: BLE001 - typer's own copy of click has no public names for these
        return f"{type(fault).__name__}: {fault}"
    return ""


def check_install(words: Sequence[str]) -> str:
    """What is wrong with a `pip install -q -c constraints.txt -e .[extras]`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    target = words[-1]
    extras = re.findall(r"[\w-]+", target.removeprefix("."))
    unknown = set(extras) - set(project["optional-dependencies"])
    if unknown:
        return f"no extra {', '.join(sorted(unknown))}"
    return "" if list(words[1:-1]) == ["install", "-q", "-c", "constraints.txt", "-e"] else "other options than usual"


def check_help(words: Sequence[str], *command: str) -> str:
    """What is wrong with the options of a program that can tell its own; `command` is how it is asked."""
    told = _help(*command)
    unknown = [word for word in words if word.startswith("--") and word.partition("=")[0] not in told]
    return f"no option {', '.join(unknown)}" if unknown else ""


@cache
def _help(*command: str) -> str:
    asked = [*command, "--help"]
    return subprocess.run(asked, capture_output=True, text=True, check=True, cwd=ROOT, timeout=60).stdout
