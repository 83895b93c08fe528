"""What a question costs without a model: warm and cold, the graph's own share, ingest, and memory.

    python benchmarks/question.py [--json] [--n 100]

Every figure is taken in fresh processes or after a warm-up; the machine is named with it, because absolute times mean
nothing without one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import operator
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send
from typing_extensions import TypedDict

ROOT = Path(__file__).resolve().parent.parent
COLD_RUNS = 5
sys.path[0] = str(ROOT)  # routing.py beside this file would hide the package of that name


def main() -> None:
    """Measure and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, default=100, help="warm questions (default 100)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--part", choices=["ingest", "warm", "bare"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(json.dumps(_PARTS[options.part](options.n)))
        return
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "SIGNALBOX_HOME": home, "LANGSMITH_TRACING": "false"}
        figures: dict[str, Any] = {"machine": _machine(), "n": options.n}
        for part in ("ingest", "warm", "bare"):
            figures |= _child([__file__, "--part", part, "--n", str(options.n)], env)
        figures["cold_ask_s"] = round(statistics.median(_cold(env) for _ in range(COLD_RUNS)), 2)
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:22} {value}")


def _ingest(_: int) -> dict[str, Any]:
    from graph.resources import Resources
    from graph.settings import Settings

    resources = Resources.load(Settings.from_env())
    resources.embedder.query("load the model first")
    began = time.perf_counter()
    report = resources.ingest()
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    resources.ingest()
    again = time.perf_counter() - began
    return {
        "chunks": report.added,
        "chunks_per_second": round(report.added / seconds, 1),
        "ingest_again_s": round(again, 2),
        "ingest_rss_mb": _peak_mb(),
    }


def _warm(n: int) -> dict[str, Any]:
    from graph.build import build
    from graph.resources import Resources
    from graph.settings import Settings

    resources = Resources.load(Settings.from_env())
    graph = build(resources)
    rows = [json.loads(line) for line in (resources.catalog.folder / "questions.jsonl").read_text().splitlines()]
    questions = [row["question"] for row in rows if not row["history"]][:n]

    async def ask(question: str) -> float:
        began = time.perf_counter()
        await graph.ainvoke({"messages": [{"role": "user", "content": question}]})
        return (time.perf_counter() - began) * 1000

    async def run() -> tuple[list[float], list[float]]:
        first = [await ask(question) for question in questions]
        # A trailing blank makes the question new to the cache of question vectors, but not to the evidence's.
        return first, [await ask(question + " ") for question in questions]

    first, warm = asyncio.run(run())
    return {
        "first_touch_ms": _spread(first[1:]),
        "warm_ms": _spread(warm),
        "warm_rss_mb": _peak_mb(),
    }


class BareState(TypedDict):
    """The channels of the bare graph."""

    messages: list[str]
    findings: Annotated[list[int], operator.add]


def _bare(n: int) -> dict[str, Any]:
    """The graph's own share: the same topology and channels with steps that do nothing."""

    async def step(state: BareState) -> dict[str, Any]:
        return {"messages": state["messages"]}

    async def search(state: dict[str, Any]) -> dict[str, Any]:
        return {"findings": [state["base"]]}

    searches = ["search_0", "search_1", "search_2"]
    graph = StateGraph(BareState)
    for name in ("rewrite", "route", "supervise", "answer", "critique"):
        graph.add_node(name, step)
    for name in searches:
        graph.add_node(name, search)
        graph.add_edge(name, "supervise")
    graph.add_edge(START, "rewrite")
    graph.add_edge("rewrite", "route")
    graph.add_conditional_edges(
        "route", lambda _: [Send(name, {"base": place}) for place, name in enumerate(searches)], searches
    )
    graph.add_edge("supervise", "answer")
    graph.add_edge("answer", "critique")
    graph.add_edge("critique", END)
    compiled = graph.compile()

    async def run() -> list[float]:
        times = []
        for _ in range(n + 5):
            began = time.perf_counter()
            await compiled.ainvoke({"messages": ["?"]})
            times.append((time.perf_counter() - began) * 1000)
        return times[5:]

    return {"graph_itself_ms": _spread(asyncio.run(run()))}


_PARTS = {"ingest": _ingest, "warm": _warm, "bare": _bare}


def _cold(env: dict[str, str]) -> float:
    began = time.perf_counter()
    command = [sys.executable, "-m", "cli", "ask", "How long do you keep my data after I cancel?"]
    subprocess.run(command, env=env, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return time.perf_counter() - began


def _child(arguments: list[str], env: dict[str, str]) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, *arguments], env={**env, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True, timeout=900
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "p50": round(statistics.median(ordered), 1),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "n": len(ordered),
    }


def _peak_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 0)


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("langgraph", "chromadb", "onnxruntime"))
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, {packages}"


if __name__ == "__main__":
    main()
