"""How a question's cost grows: with bases, chunks, turns on a thread, and questions in a message.

    python benchmarks/growth.py [--json] [--bases 3 10 30 60] [--chunks 1000 10000 100000] [--turns 100] [--out FOLDER]

Bases are of made-up words; the vectors of `--chunks` are synthetic. Sizes that are compared are asked in turn, in one
process, where they fit into it, and every line that must show is a ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from benchmarks.machine import machine, resident_mb, spread
from benchmarks.made_up import catalog, fill, opened, subjects
from benchmarks.pictures import curves
from benchmarks.shapes import ours
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.base import Search

ASKED = 30
"""Questions a size."""
SLEEPS_MS = (60, 120, 180)
"""What the branches of the fan-out take."""
MANY = (
    "What does the Pro plan cost?", "Why does the dashboard keep logging me out?",
    "How long do you keep my data after I cancel?", "Can I get last year's invoices?",
    "How do I add a second security key?", "Do you offer a discount for schools?",
)  # fmt: skip


def main() -> int:
    """Measure and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bases", type=int, nargs="+", default=[3, 10, 30, 60])
    parser.add_argument("--chunks", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--asked", type=int, default=ASKED, help="questions a size")
    parser.add_argument("--out", type=Path, help="a folder for growth.json and growth.png")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = {
            "machine": machine(),
            "bases": of_bases(Path(folder), options.bases, options.asked),
            "chunks": of_chunks(Path(folder), options.chunks, options.asked),
            "turns": asyncio.run(of_turns(Path(folder), options.turns)),
            "questions": asyncio.run(of_questions(options.asked // 3)),
            "fan_out": asyncio.run(of_fan_out(options.asked // 3)),
        }
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "growth.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
        _picture(report, options.out / "growth.png")
    print(json.dumps(report, indent=1) if options.json else table(report))
    return 0


def of_bases(folder: Path, sizes: Sequence[int], asked: int) -> dict[str, Any]:
    """Until the first base is searched, for catalogs of so many bases: ms, in turn, and memory once all are open."""
    held = {}
    for size in sizes:
        held[size] = opened(catalog(folder, size), f"of{size}", folder / "home")
        held[size].prepare()
    asks = {size: (_decided(one), subjects(one)) for size, one in held.items()}
    times: dict[int, list[float]] = {size: [] for size in sizes}

    async def run() -> None:
        for number in range(asked + 3):
            for size, (ask, of) in asks.items():
                # In words of its own: a vector that another size has asked for would be remembered.
                took = await ask(f"What does {of[number % len(of)]} cost in number {number} of {size}?")
                if number >= 3:
                    times[size].append(took)

    asyncio.run(run())
    for one in held.values():
        one.close()
    first, last = min(sizes), max(sizes)
    ratio = median(now / then for now, then in zip(times[last], times[first], strict=True))
    return {"ms": {size: spread(own) for size, own in times.items()}, "ratio": round(ratio, 2), "of": [first, last],
            "resident_mb": resident_mb()}  # fmt: skip


def _decided(resources: Resources) -> Callable[[str], Any]:
    graph = build(resources)

    async def ask(text: str) -> float:
        began = time.perf_counter()
        async for update in graph.astream({"messages": [("user", text)]}, stream_mode="updates"):
            if "route" in update:
                break
        return (time.perf_counter() - began) * 1000

    return ask


def of_chunks(folder: Path, sizes: Sequence[int], asked: int) -> dict[str, Any]:
    """One warm search of one base, and what routing takes, over stores of so many chunks with synthetic vectors."""
    found: dict[int, Any] = {}
    for size in sizes:
        before = resident_mb()
        with opened(catalog(folder, 3), "of3", folder / f"home{size}") as resources:
            began = time.perf_counter()
            fill(resources, size)
            filled = time.perf_counter() - began
            resources.prepare()
            base = resources.bases[resources.catalog.names[0]]
            texts = [f"What does {of} cost in number {n}?" for n in range(asked) for of in subjects(resources)[:1]]
            searches, routes = [], []
            for number, text in enumerate(["warm it", *texts]):
                resources.embedder.query(text)
                began = time.perf_counter()
                resources.cascade.judge(text)
                routed = time.perf_counter()
                base.search(Search(text, text, 3, 0.0, {}))
                if number:
                    routes.append((routed - began) * 1000)
                    searches.append((time.perf_counter() - routed) * 1000)
            found[size] = {"search_ms": spread(searches), "route_ms": spread(routes), "fill_s": round(filled, 1),
                           "more_mb": round(resident_mb() - before, 1)}  # fmt: skip
    return found


async def of_turns(folder: Path, turns: int) -> dict[str, Any]:
    """One long thread of larkspur kept in SQLite beside short ones, asked in turn: ms of each turn, and the ratio of
    the last turns to second turns of fresh threads with the same questions.
    """
    with Resources.load(Settings.from_env(log="none", shadow=0)) as resources:
        resources.prepare()
        async with AsyncSqliteSaver.from_conn_string(str(folder / "threads.sqlite")) as saver:
            graph = build(resources, saver)
            texts = [f"{MANY[turn % len(MANY)]} I ask for team {turn}." for turn in range(turns)]

            async def ask(text: str, thread: str) -> float:
                began = time.perf_counter()
                given, place = {"messages": [("user", text)]}, {"configurable": {"thread_id": thread}}
                await graph.ainvoke(given, place, durability="exit")  # a checkpoint a turn, as the terminal keeps it
                return (time.perf_counter() - began) * 1000

            # First the same conversation once without a clock: sentences are embedded when they are first looked at.
            for text in texts:
                await ask(text, "touched")
            long: dict[int, float] = {}
            short: dict[int, float] = {}
            for turn, text in enumerate(texts, 1):
                long[turn] = await ask(text + " ", "long")
                if turn > turns - min(20, turns // 2):
                    await ask("Do you have an office?", f"short{turn}")
                    # A blank more: the vector of the question is new to both.
                    short[turn] = await ask(text + "  ", f"short{turn}")
    size = (folder / "threads.sqlite").stat().st_size / 1e6
    ratio = median(long[turn] / short[turn] for turn in short)
    return {"ms": long, "second_turn_ms": spread(list(short.values())), "ratio": round(ratio, 2),
            "last_ms": spread([long[turn] for turn in short]), "file_mb": round(size, 1)}  # fmt: skip


async def of_questions(asked: int) -> dict[str, Any]:
    """One to six questions in a message, in turn: ms and searches."""
    with Resources.load(Settings.from_env(log="none", shadow=0)) as resources:
        resources.prepare()
        graph = build(resources)
        times: dict[int, list[float]] = {count: [] for count in range(1, len(MANY) + 1)}
        spent: dict[int, Any] = {}
        for number in range(asked + 1):
            for count, own in times.items():
                text = " ".join(MANY[:count]) + " " * number
                began = time.perf_counter()
                state = await graph.ainvoke({"messages": [("user", text)]})
                if number:
                    own.append((time.perf_counter() - began) * 1000)
                spent[count] = {"found": len(state["questions"]), "searches": state["ledger"]["retrievals"],
                                "model_calls": state["ledger"]["model_calls"]}  # fmt: skip
    return {count: {**spread(own), **spent[count]} for count, own in times.items()}


async def of_fan_out(asked: int) -> dict[str, Any]:
    """The product's wiring over branches that sleep: the wall less that of empty steps, through the slowest branch."""
    sleeps = dict(zip(("base0", "base1", "base2"), SLEEPS_MS, strict=True))

    async def sleep(name: str) -> None:
        await asyncio.sleep(sleeps[name] / 1000)

    slow, empty = ours(3, sleep), ours(3)
    times = []
    for _ in range(max(asked, 3)):
        began = time.perf_counter()
        await empty()
        between = time.perf_counter()
        await slow()
        times.append((time.perf_counter() - between - (between - began)) * 1000)
    return {"branches_ms": SLEEPS_MS, "ratio": round(median(times) / max(SLEEPS_MS), 3), **spread(times)}


def table(report: dict[str, Any]) -> str:
    """The report as text, with the lines that must show."""
    bases, turns, wide = report["bases"], report["turns"], report["fan_out"]
    first, last = bases["of"]
    checks = [
        (f"{last} bases cost at most twice {first} before retrieval", bases["ratio"], 2.0),
        (f"turn {len(turns['ms'])} of a thread costs at most 1.5 times a second turn", turns["ratio"], 1.5),
        ("a fan-out takes at most 1.1 of its slowest branch", wide["ratio"], 1.1),
    ]
    lines = [report["machine"], ""]
    lines += [f"{size:>8} bases, until retrieval, ms: {told}" for size, told in bases["ms"].items()]
    lines += [f"{'':>8} all of them open: {bases['resident_mb']} MB"]
    for size, told in report["chunks"].items():
        took = f"search {told['search_ms']['p50']} ms, routing {told['route_ms']['p50']} ms"
        lines.append(f"{size:>8} synthetic chunks: {took}, {told['more_mb']} MB more, filled in {told['fill_s']} s")
    lines += [f"{'':>8} second turns, ms: {turns['second_turn_ms']}; last turns: {turns['last_ms']}"]
    lines += [f"{count:>8} questions, ms: {told}" for count, told in report["questions"].items()]
    lines += ["", *(f"{'reached' if seen <= most else 'NOT REACHED'}: {what}: {seen}" for what, seen, most in checks)]
    return "\n".join(lines)


def _picture(report: dict[str, Any], file: Path) -> None:
    chunks = report["chunks"]
    panels: dict[str, Any] = {
        "bases": {"until retrieval, ms": {n: one["p50"] for n, one in report["bases"]["ms"].items()}},
        "chunks": {name: {n: one[name]["p50"] for n, one in chunks.items()} for name in ("search_ms", "route_ms")},
        "turns": {"a turn, ms": report["turns"]["ms"]},
        "questions": {"a message, ms": {n: one["p50"] for n, one in report["questions"].items()}},
    }
    curves(file, panels, {name: name for name in panels})


if __name__ == "__main__":
    raise SystemExit(main())
