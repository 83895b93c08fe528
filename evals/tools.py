"""The suite `tools`: the calls that a catalog's labelled questions lead to, through the whole graph, without a model.

A row of `tools.jsonl` names the calls that must run, each with its whole arguments, and the arguments that must be
asked for. A row is right where nothing else runs and nothing else is asked.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from errors import EvalError
from evals.public import half
from evals.report import Result, Row
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings

TARGETS = {"right_calls": 0.95}


def run(catalog: str, settings: Settings) -> Result:
    """The odd half of a catalog's rows, by md5 of the question; `right_calls_tune` is of the even half.

    Raises EvalError where the catalog has no labelled calls.
    """
    started = time.perf_counter()
    resources = Resources.load(settings.model_copy(update={"catalog": catalog, "model": "none", "shadow": 0.0}))
    file = resources.catalog.folder / "tools.jsonl"
    if not file.exists():
        raise EvalError(f"{file}: no such file; write one question with its calls a line")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    judged = {
        one: asyncio.run(_rows(resources, [row for row in rows if half(row["question"]) == one]))
        for one in ("even", "odd")
    }
    reported = judged["odd"]
    calling = [row for row in reported if row["wanted"]]
    silent = [row for row in reported if not row["wanted"]]
    metrics = {
        "right_calls": _share(reported),
        "right_calls_where_some": _share(calling),
        "right_calls_where_none": _share(silent),
        "right_calls_tune": _share(judged["even"]),
        "rows_where_some": float(len(calling)),
        "rows_where_none": float(len(silent)),
        "rows_tune": float(len(judged["even"])),
    }
    return Result(
        suite=f"tools/{catalog}",
        split="odd half by md5 of the question",
        tuned_on="even half",
        n=len(reported),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - started,
        rows=reported,
    )


async def _rows(resources: Resources, rows: list[dict[str, Any]]) -> list[Row]:
    graph = build(resources)
    judged = []
    for row in rows:
        state: Any = await graph.ainvoke({"messages": [{"role": "user", "content": row["question"]}]})
        ready = [_told(call["tool"], call["arguments"]) for call in state["calls"] if call["stage"] == "ready"]
        asked = [f"? {ask['argument']}" for call in state["calls"] for ask in call["asks"]]
        wanted = [
            *(_told(call["tool"], call["arguments"]) for call in row["calls"]),
            *(f"? {one}" for one in row["asks"]),
        ]
        chosen = sorted({*ready, *asked})
        judged.append(
            Row(
                id=row["question"], wanted=sorted(wanted), chosen=chosen, right={"calls": int(chosen == sorted(wanted))}
            )
        )
    return judged


def _told(tool: str, arguments: dict[str, Any]) -> str:
    return f"{tool}({', '.join(f'{name}={value}' for name, value in sorted(arguments.items()))})"


def _share(rows: list[Row]) -> float:
    return sum(row["right"]["calls"] for row in rows) / len(rows) if rows else 0.0
