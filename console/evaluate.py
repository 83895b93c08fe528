"""`signalbox eval`: runs suites one after the other, and prints their tables or their objects."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape

from console.show import ingest_progress, print_json, print_out, stderr
from errors import BenchmarkMissing, EvalError
from evals import confusion
from evals.compare import compare, lines, read_run
from evals.registry import Suite
from evals.report import Result, missed, plain, table
from graph.settings import Settings


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be made of the suites' results."""

    as_json: bool = False
    several: bool = True
    """Whether a list of objects is printed and saved, however many there are; else one object."""
    rows: Path | None = None
    """The file that gets the results with their rows."""
    matrix: bool = False
    """Whether confusions are printed; they are no part of the JSON."""
    pictures: Path | None = None
    """The folder that gets a PNG of each confusion matrix."""


def evaluate(chosen: Mapping[str, Suite], settings: Settings, wanted: Wanted) -> bool:
    """Run suites, by the names they are called by, and print what comes out; whether every target was met.

    What is absent is skipped with a line on stderr and misses nothing. Raises EvalError for a missing plotting library
    (before anything runs) or a file that cannot be written.
    """
    if wanted.pictures is not None:
        confusion.check_picture()
    results: list[Result] = []
    for result in _run(chosen, settings):
        results.append(result)
        if not wanted.as_json:
            print_out(table(result) + "\n")
        _show_confusion(result, wanted)
    if wanted.as_json and (results or wanted.several):
        print_json(_all_or_one([plain(one) for one in results], wanted))
    if wanted.rows is not None and results:
        _save(_all_or_one([plain(one) | {"rows": one.get("rows", [])} for one in results], wanted), wanted.rows)
    return not any(missed(one) for one in results)


def show_comparison(first: Path, second: Path, *, as_json: bool) -> None:
    """Print the paired differences, second minus first, of two files that `evaluate` saved rows in.

    Raises EvalError for files that cannot be compared.
    """
    found = compare(read_run(first), read_run(second))
    if not as_json:
        print_out(lines(found))
        return
    keys = ("suite", "metric", "n", "first", "second", "difference", "low", "high", "gained", "lost", "sure")
    print_json([{key: getattr(one, key) for key in keys} for one in found])


def _run(chosen: Mapping[str, Suite], settings: Settings) -> Iterator[Result]:
    for name, suite in chosen.items():
        stderr.print(f"[dim]running[/] {name}")
        try:
            with ingest_progress(f"embedding the texts of {name}") as advance:
                result = suite(settings, advance)
        except BenchmarkMissing as absent:
            stderr.print(f"[yellow]skipped[/] {name}: {escape(str(absent))}")
        else:
            yield result


def _show_confusion(result: Result, wanted: Wanted) -> None:
    # A row that needs two bases has no one cell; a catalog's other rows still make a matrix.
    matrix = confusion.confusion([row for row in result.get("rows", []) if len(row["wanted"]) < 2])
    if matrix is None:
        return
    if wanted.matrix and not wanted.as_json:
        print_out(confusion.table(matrix) + "\n")
    if wanted.pictures is not None:
        file = wanted.pictures / f"confusion-{result['suite']}.png"
        confusion.picture(matrix, f"{result['suite']} ({result['split']})", file)
        stderr.print(f"[dim]picture[/] {escape(str(file))}")


def _all_or_one(results: Sequence[dict[str, Any]], wanted: Wanted) -> Any:
    return list(results) if wanted.several else results[0]


def _save(saved: Any, file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(saved, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as fault:
        raise EvalError(f"{file}: cannot be written: {fault.strerror}") from None
    stderr.print(f"[dim]rows[/] {escape(str(file))}")
