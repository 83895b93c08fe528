"""Many questions at once for minutes in one process: errors, times, memory, open files and threads, start against end.

    python benchmarks/limits.py [--json] [--n 2000] [--at-once 50] [--minutes 10] [--model] [--out FOLDER]

Larkspur's tune questions are asked in turn, each time in words that were not asked before, until there were `--n` of
them and, where `--minutes` is given, until that time is over. `--model` has the scripted model answer after 300 ms.
The start is measured once the first tenth is done: caches are full by then. A file may not grow past `--file-mb`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.machine import machine, open_files, resident_mb, spread
from benchmarks.model_server import running
from benchmarks.oracle import Known
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings
from knowledge.labelled import labelled_questions

FIRST = 0.1
"""The share of the questions after which the start is measured."""


def main() -> int:
    """Measure and print a table, or one JSON object; 1 where a question failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, default=2000, help="questions at least (default 2000)")
    parser.add_argument("--at-once", type=int, default=50, help="at once (default 50)")
    parser.add_argument("--minutes", type=float, default=0, help="go on for so long (default: until they are asked)")
    parser.add_argument("--most-minutes", type=float, default=12, help="stop asking after so long (default 12)")
    parser.add_argument("--file-mb", type=int, default=2048, help="what a file may grow to (default 2048)")
    parser.add_argument("--model", action="store_true", help="with the scripted model")
    parser.add_argument("--out", type=Path, help="a folder for limits.json")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    bound_files(options.file_mb)
    report = run(options, Settings.from_env(log="none", shadow=0))
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "limits.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    print(json.dumps(report, indent=1) if options.json else table(report))
    return int(bool(report["errors"]))


def bound_files(most_mb: int) -> None:
    """As `ulimit -f`: a store that runs away is an error, not a full disk."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    wanted = most_mb * 2**20
    resource.setrlimit(resource.RLIMIT_FSIZE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def run(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """The report: n, errors by kind, ms, seconds, and memory, files and threads at the start and at the end."""
    with ExitStack() as stack:
        resources = stack.enter_context(Resources.load(settings))
        resources.prepare()
        rows = labelled_questions(resources.catalog, "tune")
        if options.model:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            known = [Known(one.question, one.question, ((one.question, one.bases),)) for one in rows]
            about = {spec.name: spec.description for spec in resources.catalog.base}
            address = stack.enter_context(running(known, about, folder))
            at = f"{address}/v1"
            os.environ.update(OPENAI_BASE_URL=at, OPENAI_API_KEY="sk-scripted", NO_PROXY="127.0.0.1")
        found = asyncio.run(_asked(resources, [one.question for one in rows], options))
    return {"machine": machine(), "model": options.model, "at_once": options.at_once, **found}


async def _asked(resources: Resources, texts: list[str], options: argparse.Namespace) -> dict[str, Any]:
    graph = build(resources)
    model = {"model": "openai:scripted"} if options.model else {"model": "none"}
    errors: Counter[str] = Counter()
    times: list[float] = []
    waits: list[float] = []
    began, number = time.monotonic(), 0
    start: dict[str, float] = {}

    def more() -> bool:
        minutes = (time.monotonic() - began) / 60
        return minutes < options.most_minutes and (number < options.n or minutes < options.minutes)

    async def worker() -> None:
        nonlocal number, start
        while more():
            mine, number = number, number + 1
            # A blank more or less: new to the cache of question vectors, and the same to everything else.
            text = texts[mine % len(texts)] + " " * (mine // len(texts))
            asked = time.perf_counter()
            try:
                state = await graph.ainvoke({"messages": [("user", text)]}, context=model)
                errors.update(f"warning: {told[:80]}" for told in state["warnings"])
                errors.update(
                    f"failure: {one['failure']['reason'][:80]}" for one in state["findings"] if one["failure"]
                )
            except Exception as fault:  # noqa: BLE001 - what fails is what is counted
                errors[f"{type(fault).__name__}: {fault}"[:120]] += 1
            times.append((time.perf_counter() - asked) * 1000)
            if not start and len(times) >= options.n * FIRST:
                start = _state()

    async def late() -> None:
        # How long the event loop itself keeps a timer waiting: what no base and no model is to blame for.
        while True:
            then = time.perf_counter()
            await asyncio.sleep(0.05)
            waits.append((time.perf_counter() - then - 0.05) * 1000)

    watching = asyncio.create_task(late())
    await asyncio.gather(*(worker() for _ in range(options.at_once)))
    watching.cancel()
    seconds = time.monotonic() - began
    await resources.models.close()
    end = _state()
    return {
        "n": len(times), "errors": dict(errors), "ms": spread(times), "loop_late_ms": spread(waits),
        "seconds": round(seconds, 1), "a_second": round(len(times) / seconds, 1), "start": start, "end": end,
        "memory_ratio": round(end["resident_mb"] / max(start.get("resident_mb", 0), 1), 3),
    }  # fmt: skip


def _state() -> dict[str, float]:
    gc.collect()
    return {"resident_mb": resident_mb(), "open_files": open_files(), "threads": threading.active_count()}


def table(report: dict[str, Any]) -> str:
    """The report as text, with the lines that must show."""
    files = {when: report[when]["open_files"] for when in ("start", "end")}
    checks = [
        ("no error", not report["errors"], report["errors"] or "none"),
        ("memory within 5 percent of the start", abs(report["memory_ratio"] - 1) <= 0.05, report["memory_ratio"]),
        ("no more files than at the start", files["end"] <= files["start"], files),
    ]
    with_ = "the scripted model" if report["model"] else "no model"
    lines = [
        report["machine"],
        f"{report['n']} questions, {report['at_once']} at once, {report['seconds']} s, with {with_}",
        f"{report['a_second']} questions a second; ms: {report['ms']}",
        f"the event loop was late by, ms: {report['loop_late_ms']}",
        f"start: {report['start']}",
        f"end:   {report['end']}",
    ]
    return "\n".join(
        [*lines, *(f"{'reached' if met else 'NOT REACHED'}: {what}: {seen}" for what, met, seen in checks)]
    )


if __name__ == "__main__":
    raise SystemExit(main())
