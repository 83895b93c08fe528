"""The suite `rewrite cast`: follow-ups of TREC CAsT 2019 to 2021 made standalone by rules, held against people's own
rewrites. Conversations are halved by md5: even ones chose the rules, odd ones are reported.

Run: signalbox eval rewrite --suite cast
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from errors import ModelError
from evals.public import Benchmarks, Half, half
from evals.report import Result, Row, mean_of_rows
from graph.settings import Settings
from knowledge.ingest import Progress, no_progress
from knowledge.text import words
from models.ask import Asker, Usage
from models.chat import NO_MODEL, ChatModels
from nodes.rewrite import by_model
from routing.followup import complete, refers_back

FILE = "cast_rewrite/cast_rewrites_2019_2021.jsonl"
AT_ONCE = 4
"""Model calls under way together."""
Rewriter = Callable[[str, Sequence[str]], str]
"""A message and what the user said before it, oldest first, to the standalone question."""


def run(
    settings: Settings,
    progress: Progress = no_progress,  # noqa: ARG001 - nothing is embedded
    *,
    of: Half = "odd",
    rewrite: Rewriter = complete,
) -> Result:
    """token_f1: mean F1 of the words with a person's rewrite; token_f1_copy: the same of the message as it is.
    left_alone: of the turns that people left alone, the share that passes byte for byte. restored: of the words people
    added, the share that is there; spurious: words a rewrite has that neither message nor person has, for each turn
    that needs one. Where a model is set it rewrites what refers back, as in a run, and model_calls and fell_back (its
    rewrites that were refused or failed, so that the rules' took their place) are counted. Raises BenchmarkMissing.
    """
    began = time.perf_counter()
    rows = [row for row in Benchmarks(settings.benchmarks).rows(FILE) if half(f"{row['year']}_{row['topic']}") == of]
    counted: dict[str, float] = {}
    pairs: list[tuple[Mapping[str, Any], str]]
    if settings.model in NO_MODEL:
        pairs = [(row, rewrite(row["raw"], _said(row))) for row in rows]
    else:
        pairs, counted = asyncio.run(_by_model(rows, settings, rewrite))
    copied = fmean(token_f1(row["raw"], row["manual_rewrite"]) for row in rows)
    needing = [(row, text) for row, text in pairs if row["needs_rewrite"]]
    judged = [
        Row(
            id=row["id"],
            wanted=[],
            chosen=[],
            right={} if row["needs_rewrite"] else {"left_alone": int(text == row["raw"])},
        )
        for row, text in pairs
    ]
    return Result(
        suite="cast",
        split=of,
        tuned_on="even",
        n=len(rows),
        metrics={
            "token_f1": fmean(token_f1(text, row["manual_rewrite"]) for row, text in pairs),
            "token_f1_copy": copied,
            "left_alone": mean_of_rows(judged, "left_alone"),
            "restored": _restored(needing),
            "spurious": fmean(sum(_added(row, text).values()) - _right(row, text) for row, text in needing),
            **counted,
        },
        targets={"token_f1": copied, "left_alone": 1.0},
        seconds=time.perf_counter() - began,
        rows=judged,
    )


def token_f1(text: str, wanted: str) -> float:
    """F1 of two texts' words, each counted as often as it stands there."""
    mine, theirs = Counter(words(text)), Counter(words(wanted))
    total = mine.total() + theirs.total()
    return 2 * (mine & theirs).total() / total if total else 1.0


async def _by_model(
    rows: Sequence[Mapping[str, Any]], settings: Settings, rules: Rewriter
) -> tuple[list[tuple[Mapping[str, Any], str]], dict[str, float]]:
    """The rows as the graph's rewrite step makes them standalone with the settings' model, and what that took."""
    models, usage, gate = ChatModels(settings.model_timeout), Usage(), asyncio.Semaphore(AT_ONCE)
    chat = models.get(settings.model)
    fell_back = 0

    async def one(row: Mapping[str, Any]) -> str:
        nonlocal fell_back
        # What stands alone costs no call, in a run as here.
        if chat is None or not _said(row) or not refers_back(row["raw"]):
            return str(row["raw"])
        asking = Asker(chat, usage, settings.structured, settings.deadline)
        try:
            async with gate:
                parts = await by_model(asking, row["raw"], _messages(row), settings.model_window)
        except ModelError:
            fell_back += 1
            return rules(row["raw"], _said(row))
        return " ".join(part.text for part in parts)

    try:
        texts = await asyncio.gather(*(one(row) for row in rows))
    finally:
        await models.close()
    return list(zip(rows, texts, strict=True)), {"model_calls": usage.calls, "fell_back": fell_back}


def _messages(row: Mapping[str, Any]) -> list[AnyMessage]:
    kinds = {"user": HumanMessage, "assistant": AIMessage}
    return [*(kinds[turn["role"]](turn["content"]) for turn in row["history"]), HumanMessage(row["raw"])]


def _said(row: Mapping[str, Any]) -> list[str]:
    return [turn["content"] for turn in row["history"] if turn["role"] == "user"]


def _added(row: Mapping[str, Any], text: str) -> Counter[str]:
    return Counter(words(text)) - Counter(words(row["raw"]))


def _right(row: Mapping[str, Any], text: str) -> int:
    return (_added(row, text) & _added(row, row["manual_rewrite"])).total()


def _restored(pairs: Sequence[tuple[Mapping[str, Any], str]]) -> float:
    wanted = sum(_added(row, row["manual_rewrite"]).total() for row, _ in pairs)
    return sum(_right(row, text) for row, text in pairs) / max(wanted, 1)
