"""What comes before and around a question: the graph's own cost, the memory of an idle process, and the cold start.

    python benchmarks/overhead.py [--json] [--n 200] [--server] [--out FOLDER]

The graph with empty steps is the product's own wiring; it and bare LangGraph of the same shape are run in turn, in one
process, and compared as a ratio. The cold start is split in fresh processes, the median of five.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.machine import machine, resident_mb, spread

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "How long do you keep my data after I cancel?"
COLD_RUNS = 5
PORT = 22741
READY_S = 90


def main() -> int:
    """Measure and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, default=200, help="runs of each graph (default 200)")
    parser.add_argument("--server", action="store_true", help="start `langgraph dev` and measure it idle, too")
    parser.add_argument("--out", type=Path, help="a folder for overhead.json")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--part", choices=["cold"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(json.dumps(cold()))
        return 0
    report = {"machine": machine(), "graph": asyncio.run(graph(options.n)), "cold": _colds()}
    if options.server:
        report["server"] = server()
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "overhead.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    print(json.dumps(report, indent=1) if options.json else table(report))
    return 0


async def graph(n: int) -> dict[str, Any]:
    """The graphs in turn: medians and spread in ms, and the ratio of our median to the faster bare one's."""
    from benchmarks.shapes import alternately, bare, ours

    own, lean, plain = await alternately([ours(), bare(), bare(plain_edge=True)], n)
    told = {"ours": spread(own), "bare": spread(lean), "bare, its edge a plain function": spread(plain)}
    return {**told, "ratio": round(median(own) / median(lean), 2), "n": n}


def cold() -> dict[str, Any]:
    """One fresh process: seconds of each part of a first question, and memory after it."""
    began = last = time.perf_counter()
    parts: dict[str, Any] = {}

    def took(part: str) -> None:
        nonlocal last
        now = time.perf_counter()
        parts[f"{part}_s"] = round(now - last, 3)
        parts[f"{part}_mb"] = resident_mb()
        last = now

    from graph.build import build
    from graph.resources import Resources
    from graph.settings import Settings

    took("imports")
    resources = Resources.load(Settings.from_env())
    took("catalog")
    _ = resources.embedder.query("load it")
    took("embedder")
    resources.prepare()
    took("stores")
    compiled = build(resources)
    took("graph")
    asyncio.run(compiled.ainvoke({"messages": [("user", QUESTION)]}))
    took("first_question")
    return {**parts, "whole_s": round(time.perf_counter() - began, 3)}


def _colds() -> dict[str, Any]:
    command = [sys.executable, str(Path(__file__).resolve()), "--part", "cold"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "LANGSMITH_TRACING": "false"}
    runs = []
    for _ in range(COLD_RUNS + 1):
        began = time.perf_counter()
        done = subprocess.run(command, env=env, cwd=ROOT, check=True, capture_output=True, timeout=300)
        runs.append(json.loads(done.stdout) | {"process_s": round(time.perf_counter() - began, 3)})
    runs = runs[1:]  # the first one may have built the store
    return {name: round(median(run[name] for run in runs), 3) for name in runs[0]}


def server() -> dict[str, Any]:
    """`langgraph dev`: seconds until it answers, and its memory then, before any question."""
    command = [sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload", "--port", str(PORT)]
    env = {**os.environ, "LANGSMITH_TRACING": "false"}
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while time.perf_counter() - began < READY_S and process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/ok", timeout=1):
                    return {"ready_s": round(time.perf_counter() - began, 1), "idle_mb": resident_mb(process.pid)}
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        return {"ready_s": None, "idle_mb": None}
    finally:
        process.terminate()
        process.wait(timeout=20)


def table(report: dict[str, Any]) -> str:
    """The report as text, with the lines that must show."""
    graph_, parts = report["graph"], report["cold"]
    limit, ratio, most = graph_["ours"]["p50"], graph_["ratio"], 10
    met = "reached" if ratio <= 3 and limit < most else "NOT REACHED"
    lines = [report["machine"], "", f"the graph with empty steps, ms: {graph_['ours']}", f"bare: {graph_['bare']}"]
    lines += [f"{name}: {told}" for name, told in graph_.items() if name.startswith("bare,")]
    lines += [f"{met}: at most 3 times bare and under {most} ms: {ratio} times, {limit} ms", ""]
    lines += [f"{'cold start':16}{'s':>8}{'MB after it':>14}"]
    for part in ("imports", "catalog", "embedder", "stores", "graph", "first_question"):
        lines.append(f"{part:16}{parts[f'{part}_s']:>8}{parts[f'{part}_mb']:>14}")
    lines += [f"{'whole':16}{parts['whole_s']:>8}", f"{'process':16}{parts['process_s']:>8}"]
    return "\n".join([*lines, *([f"server: {report['server']}"] if "server" in report else [])])


if __name__ == "__main__":
    raise SystemExit(main())
