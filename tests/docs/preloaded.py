"""Runs commands of ours, each in a fork of a process that has imported what they need: most of a short command's time
is importing. One JSON object a line comes in ({"words", "environment", "folder"}), one exit code a line goes out.
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

NEEDED = (
    "chromadb",
    "console.explain",
    "console.session",
    "evals.report",
    "graph.backup",
    "graph.build",
    "langchain_chroma",
    "langchain_openai",
    "onnxruntime",
    "routing.semantic",
)


def main() -> None:
    """Serve until the input ends."""
    import cli

    for name in NEEDED:
        importlib.import_module(name)
    with open(0, "rb", buffering=0, closefd=False) as orders:  # a buffer would go along into the fork
        while line := orders.readline():
            order = json.loads(line)
            child = os.fork()
            if not child:
                _become(order["folder"])
                os.environ.update(order["environment"])
                sys.argv = ["signalbox", *order["words"]]
                _run(cli.main)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            os.write(1, f"{code}\n".encode())


def _run(command: Callable[[], object]) -> NoReturn:
    code: object = 1
    atexit._clear()  # what the parent's imports registered waits for the parent's threads
    try:
        command()
    except SystemExit as left:
        code = left.code
    except BaseException:  # noqa: BLE001 - a fork must not go on as its parent
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()  # a graph server is left, and so stopped
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def _become(folder: str) -> None:
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        how = os.O_RDONLY if descriptor == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open(Path(folder) / name, how, 0o600), descriptor)


if __name__ == "__main__":
    main()
