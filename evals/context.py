"""What of the evidence reaches the context through the whole graph, and whether its absence is noticed.

On MTRAG (Katsis et al., TACL 2025), with no model call. Run: python -m evals.context --json
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from evals import command
from evals.mtrag_catalog import ready
from evals.mtrag_data import Task, tasks
from evals.mtrag_graph import Graph, conversation, in_slots, width
from evals.public import Benchmarks, Half, half
from evals.ranking import recall
from evals.report import Result, Row, mean_of_rows
from evals.scores import auroc
from evals.vectors import VectorCache
from graph.settings import Settings
from graph.state import State
from knowledge.budget import Room, pack
from knowledge.ingest import Progress, no_progress
from knowledge.passage import Passage
from nodes.supervise import MOST_SLOTS

SUITE = "mtrag-context"
TARGETS = {
    "context_recall_4000": 0.46,
    "context_recall_8000": 0.64,
    "base_absent_auroc": 0.95,
    "abstain_auroc": 0.68,
}
BUDGETS = (4000, 8000)
"""Characters of passages."""


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
        tuned_on="even md5 of conversation_id",
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
    every: tuple[Task, ...]

    @classmethod
    def of(cls, settings: Settings, progress: Progress) -> Suite:
        """Open data, vectors and store, and know every sentence. Raises BenchmarkMissing."""
        every = tasks(Benchmarks(settings.benchmarks))
        resources, cache = ready(settings, progress)
        return cls(Graph(resources), cache, every)

    def measure(self, of: Half) -> tuple[dict[str, float], list[Row]]:
        """context_recall_N: the mean share of the relevant passages in N characters, all bases open; govt apart.

        base_absent_auroc: how well the best passage's score tells the questions searched in every base from the same
        ones searched in every base but their own. abstain_auroc: the same of answerable and unanswerable questions,
        whose passages are all about the subject. declined_: the share that the graph answers with no citation.
        """
        of_half = [task for task in self.every if half(task.conversation_id) == of]
        rows = [task for task in of_half if task.relevant]
        states = self.graph.states(map(conversation, rows), budget=max(BUDGETS))
        metrics: dict[str, float] = {}
        for budget in BUDGETS:
            filled = [in_budget(state, budget) for state in states]
            shares = [recall(ids, task.relevant, len(ids)) for task, ids in zip(rows, filled, strict=True)]
            govt = [share for task, share in zip(rows, shares, strict=True) if task.kb == "govt"]
            metrics |= {f"context_recall_{budget}": fmean(shares), f"context_recall_{budget}_govt": fmean(govt)}
        metrics["mean_width"] = fmean(map(width, states))
        judged = [_row(task, state) for task, state in zip(rows, states, strict=True)]
        metrics["all_relevant_8000"] = mean_of_rows(judged, "all_relevant_8000")
        return metrics | self._abstaining(of_half), judged

    def _abstaining(self, rows: Sequence[Task]) -> dict[str, float]:
        # All 55 unanswerable tasks are reported on: nothing is tuned on them.
        without = [task for task in self.every if task.answerable == "UNANSWERABLE"]
        able = [task for task in rows if task.answerable == "ANSWERABLE"]
        declined, answered = (
            self.graph.states(map(conversation, some), answer=True, policy="all") for some in (without, able)
        )
        gone = [best(state, task.kb) for task, state in zip(able, answered, strict=True)]
        there = [best(state) for state in answered]
        return {
            "base_absent_auroc": auroc(gone, there),
            "abstain_auroc": auroc([best(state) for state in declined], there),
            "declined_unanswerable": fmean(not state["citations"] for state in declined),
            "declined_answerable": fmean(not state["citations"] for state in answered),
        }


def in_budget(state: State, budget: int) -> list[str]:
    """The ids that get a slot in so many characters, of what one run found."""
    found = [
        (finding["question"], Passage.from_dict(one)) for finding in state["findings"] for one in finding["passages"]
    ]
    order = [question["id"] for question in state["questions"]]
    return [one.passage.id for one in pack(found, order, Room(MOST_SLOTS, MOST_SLOTS, budget=budget))]


def best(state: State, without: str = "") -> float:
    """The score of the best passage found, in [0, 1], one base left out as if it were not there; 0 for none."""
    findings = [finding for finding in state["findings"] if finding["base"] != without]
    return max((float(one["score"]) for finding in findings for one in finding["passages"]), default=0.0)


def _row(task: Task, state: State) -> Row:
    chosen = list(dict.fromkeys(str(slot["passage"]["base"]) for slot in state["slots"]))
    whole = int(_share(task, state) == 1)
    return Row(id=task.id, wanted=[task.kb], chosen=chosen, right={"all_relevant_8000": whole})


def _share(task: Task, state: State) -> float:
    slots = in_slots(state)
    return recall(slots, task.relevant, len(slots))


if __name__ == "__main__":
    raise SystemExit(command.main("context", run, tune))
