"""The command line every suite has of its own: python -m evals.<suite> [--json] [--tune].

`signalbox eval` runs the same suites together; this one is for the person who works on one of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from errors import BenchmarkMissing
from evals.report import Result, plain, table
from graph.settings import Settings
from knowledge.ingest import Progress

Run = Callable[[Settings, Progress], Result]
Tune = Callable[[Settings, Progress], Mapping[str, Any]]


def main(suite: str, run: Run, tune: Tune | None = None, arguments: Sequence[str] | None = None) -> int:
    """Print the suite's table, with --json its object, with --tune the figures its settings were chosen by.

    Returns 0, also where the data is absent, which a line on stderr says. Raises ConfigError for a wrong setting.
    """
    parser = argparse.ArgumentParser(prog=f"python -m evals.{suite}")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    if tune is not None:
        parser.add_argument("--tune", action="store_true", help="the tuning rows' figures instead of the reported ones")
    given = parser.parse_args(arguments)
    settings = Settings.from_env()
    try:
        if tune is not None and given.tune:
            found = dict(tune(settings, on_stderr))
            print(json.dumps(found, indent=None if given.json else 2))  # noqa: T201 - the command's output
        else:
            result = run(settings, on_stderr)
            print(json.dumps(plain(result)) if given.json else table(result))  # noqa: T201 - the command's output
    except BenchmarkMissing as missing:
        print(f"skipped {suite}: {missing}", file=sys.stderr)  # noqa: T201 - the command's word
    return 0


def on_stderr(done: int, total: int) -> None:
    """Say how many texts are embedded, on one line that grows over itself."""
    end = "\n" if done == total else "\r"
    print(f"embedded {done} of {total}", end=end, file=sys.stderr, flush=True)  # noqa: T201 - progress
