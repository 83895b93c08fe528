"""Two questions about two bases in one message, through the whole graph into six slots, with no model call.

The messages are MTRAG's pairs (Katsis et al., TACL 2025). Run: python -m evals.context_pairs --json
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import fmean

from langchain_core.messages import HumanMessage

from evals import command
from evals.mtrag_catalog import ready
from evals.mtrag_data import Pair, pairs
from evals.mtrag_graph import Graph, in_slots, width
from evals.public import Benchmarks, Half, half
from evals.ranking import recall
from evals.report import Result, Row, mean_of_rows
from evals.vectors import VectorCache
from graph.settings import Settings
from graph.state import State
from knowledge.ingest import Progress, no_progress

SUITE = "pairs-context"
TARGETS = {"gold_recall_6": 0.65, "mean_width": 2.1}
SLOTS = 6


def run(settings: Settings, progress: Progress = no_progress) -> Result:
    """Report the odd half.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    suite = Suite.of(settings, progress)
    metrics, rows = suite.measure("odd")
    suite.cache.save()
    return Result(
        suite=SUITE,
        split="odd",
        tuned_on="even md5 of id",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
        rows=rows,
    )


def tune(settings: Settings, progress: Progress = no_progress) -> dict[str, dict[str, float]]:
    """The figures of the even half."""
    suite = Suite.of(settings, progress)
    found, _ = suite.measure("even")
    suite.cache.save()
    return {"even": found}


@dataclass(frozen=True)
class Suite:
    """What running one half takes."""

    graph: Graph
    cache: VectorCache
    every: tuple[Pair, ...]

    @classmethod
    def of(cls, settings: Settings, progress: Progress) -> Suite:
        """Open data, vectors and store, and know every sentence. Raises BenchmarkMissing."""
        every = pairs(Benchmarks(settings.benchmarks))
        resources, cache = ready(settings, progress)
        return cls(Graph(resources), cache, every)

    def measure(self, of: Half) -> tuple[dict[str, float], list[Row]]:
        """gold_recall_6: the mean share of the relevant passages in six slots. mean_width: distinct bases searched.

        all_needed: the share of messages whose two bases are both searched. split: those that were cut at all.
        """
        rows = [pair for pair in self.every if half(pair.id) == of]
        states = self.graph.states([[HumanMessage(pair.question)] for pair in rows], slots=SLOTS)
        judged = [_row(pair, state) for pair, state in zip(rows, states, strict=True)]
        return {
            "gold_recall_6": fmean(
                recall(in_slots(state), pair.relevant, SLOTS) for pair, state in zip(rows, states, strict=True)
            ),
            "mean_width": fmean(map(width, states)),
            "all_needed": mean_of_rows(judged, "all_needed"),
            "split": fmean(len(state["questions"]) > 1 for state in states),
        }, judged


def _row(pair: Pair, state: State) -> Row:
    chosen = list(dict.fromkeys(base["name"] for decision in state["decisions"] for base in decision["bases"]))
    return Row(id=pair.id, wanted=sorted(pair.kbs), chosen=chosen, right={"all_needed": int(pair.kbs <= set(chosen))})


if __name__ == "__main__":
    raise SystemExit(command.main("context_pairs", run, tune))
