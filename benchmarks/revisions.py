"""Two revisions of this project beside each other: what a change made faster, in one run.

    python benchmarks/revisions.py BASE [--rounds 5] [--json] [--out FOLDER]

BASE is a commit; it is checked out into a worktree of its own and removed again. One process of each revision is run in
turn, so that whatever else the machine does falls on both; figures are medians over the rounds, and their ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HOPS = 20
"""Pieces of blocking work a question has."""
WARM = 30
SEARCHES = 5
"""That want the vector of the same text at the same moment: one a base, or one a stretch of a message."""


def main() -> int:
    """Measure both and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, help="a folder for revisions.json")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(json.dumps(asyncio.run(part())))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", str(base), options.base], cwd=ROOT, check=True)
        try:
            runs = [(_child(base), _child(ROOT)) for _ in range(options.rounds)]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(base)], cwd=ROOT, check=True)
    report = {name: _compared([one[name] for one, _ in runs], [two[name] for _, two in runs]) for name in runs[0][0]}
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "revisions.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        print(f"{'ms':36}{'before':>10}{'after':>10}{'ratio':>8}")
        print(
            "\n".join(
                f"{name:36}{one['before']:>10}{one['after']:>10}{one['ratio']:>8}" for name, one in report.items()
            )
        )
    return 0


def _compared(before: list[float], after: list[float]) -> dict[str, float]:
    ratio = median(now / then for then, now in zip(before, after, strict=True))
    return {"before": round(median(before), 3), "after": round(median(after), 3), "ratio": round(ratio, 3)}


def _child(revision: Path) -> dict[str, float]:
    env = {**os.environ, "PYTHONPATH": str(revision), "LANGSMITH_TRACING": "false"}
    env.setdefault("SIGNALBOX_HOME", str(ROOT / ".signalbox"))
    command = [sys.executable, str(Path(__file__).resolve()), "--part", ""]
    done = subprocess.run(command, env=env, cwd=revision, check=True, capture_output=True, timeout=600)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


async def part() -> dict[str, float]:
    """One process of one revision: a warm question (wall and processor), a hop into a thread, the gate, the wiring."""
    sys.path[0] = os.environ["PYTHONPATH"]  # this file is of one revision, what it measures of another
    from benchmarks.shapes import ours
    from graph.build import build
    from graph.resources import Resources
    from graph.settings import Settings
    from knowledge.blocking import in_thread
    from knowledge.labelled import labelled_questions

    resources = Resources.load(Settings.from_env(log="none", shadow=0))
    resources.prepare()
    graph, wiring = build(resources), ours()
    texts = [row.question for row in labelled_questions(resources.catalog, "tune") if not row.history][:WARM]

    async def ask(text: str) -> None:
        await graph.ainvoke({"messages": [("user", text)]})

    for text in texts:
        await ask(text)
    worked = time.process_time()
    warm = [await _took(lambda text=text: ask(f"{text} ")) for text in texts]  # type: ignore[misc]
    cpu = (time.process_time() - worked) * 1000 / len(texts)

    async def hops() -> None:
        for _ in range(HOPS):
            await in_thread(int)

    async def wanted(at: int) -> None:
        text = f"The dashboard of team {at} logs everyone out after a while, on every browser and every phone."
        await asyncio.gather(*(in_thread(lambda: resources.embedder.query(text)) for _ in range(SEARCHES)))

    async def gate() -> None:
        resources.registry.offered("How much is the credit for six hours of downtime?", resources.catalog.names, None)

    return {
        "warm question, wall": median(warm),
        "warm question, processor": cpu,
        f"{HOPS} hops into a thread": median([await _took(hops) for _ in range(WARM)]),
        "tools offered": median([await _took(gate) for _ in range(WARM)]),
        f"{SEARCHES} searches want one text": median([await _took(lambda at=at: wanted(at)) for at in range(WARM)]),  # type: ignore[misc]
        "wiring with empty steps, processor": await _worked(wiring),
    }


async def _worked(work: Callable[[], Awaitable[Any]], n: int = 200) -> float:
    began = time.process_time()
    for _ in range(n):
        await work()
    return (time.process_time() - began) * 1000 / n


async def _took(work: Callable[[], Awaitable[Any]]) -> float:
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    raise SystemExit(main())
