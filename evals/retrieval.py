"""Finding the passages of follow-ups in the right base, on MTRAG (Katsis et al., TACL 2025), with no model call.

The bases are the product's own, over its store; the base of each question is given, so that routing does not count.
Run: python -m evals.retrieval --json
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from evals import command
from evals.mtrag import switches
from evals.mtrag_catalog import Opened, ready
from evals.mtrag_data import Task, passages, tasks
from evals.public import Benchmarks, Half, half
from evals.ranking import ndcg, recall
from evals.report import Result, Row, mean_of_rows
from evals.timing import milliseconds
from evals.vectors import VectorCache
from graph.settings import Settings
from knowledge.bases.base import NOTHING, Said, Search
from knowledge.ingest import Progress, no_progress
from routing.followup import refers_back

SUITE = "mtrag-retrieval"
TARGETS = {"recall5": 0.62, "ndcg5": 0.56}
K = 5
DEEP = 100


def run(settings: Settings, progress: Progress = no_progress) -> Result:
    """Report the odd half: recall5, ndcg5 over the questions with judged passages; govt, whose base holds judged
    passages only, and the kinds of turn apart; ms_ with the embedding known.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    suite = Suite.of(settings, progress)
    rows = suite.half("odd")
    metrics, judged = suite.measure(rows)
    metrics |= {"index_recall100": suite.index_recall(rows)}
    metrics |= milliseconds(suite.ranked, rows)
    suite.cache.save()
    return Result(
        suite=SUITE,
        split="odd",
        tuned_on="even md5 of conversation_id",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
        rows=judged,
    )


def tune(settings: Settings, progress: Progress = no_progress) -> dict[str, dict[str, float]]:
    """The figures of the even half."""
    suite = Suite.of(settings, progress)
    found, _ = suite.measure(suite.half("even"))
    suite.cache.save()
    return {"even": found}


def said(task: Task) -> Said:
    """What was said before a task's question."""
    if not task.user_turns:
        return NOTHING
    answer = task.answers[-1] if task.answers else ""
    return Said(task.user_turns[0], task.user_turns[-1], answer, refers_back(task.question))


@dataclass(frozen=True)
class Suite:
    """What searching one half takes."""

    resources: Opened
    cache: VectorCache
    every: tuple[Task, ...]

    @classmethod
    def of(cls, settings: Settings, progress: Progress) -> Suite:
        """Open data, vectors and store, and know every sentence. Raises BenchmarkMissing."""
        every = tasks(Benchmarks(settings.benchmarks))
        resources, cache = ready(settings, progress)
        return cls(resources, cache, every)

    def half(self, of: Half) -> list[Task]:
        """The tasks of one half that have a relevant passage."""
        return [task for task in self.every if half(task.conversation_id) == of and task.relevant]

    def ranked(self, task: Task) -> list[str]:
        """The ids that the base of a task returns, best first."""
        search = Search(task.question, task.question, K, 0.0, said=said(task))
        return [passage.id for passage in self.resources.bases[task.kb].search(search)]

    def measure(self, rows: Sequence[Task]) -> tuple[dict[str, float], list[Row]]:
        """The figures of some tasks, and what became of each.

        recall5_switch: of openings asked in the middle of a conversation about another base, beside
        recall5_switch_alone, what they reach without it.
        """
        ranks = {task.id: self.ranked(task) for task in rows}

        def mean(of: Sequence[Task]) -> float:
            return fmean(recall(ranks[task.id], task.relevant, K) for task in of)

        turns = {
            "opening": [task for task in rows if not task.user_turns],
            "refers_back": [task for task in rows if task.user_turns and refers_back(task.question)],
            "standalone": [task for task in rows if task.user_turns and not refers_back(task.question)],
            "govt": [task for task in rows if task.kb == "govt"],
        }
        switched = [task for task in switches(rows) if task.relevant]
        judged = [_row(task, ranks[task.id]) for task in rows]
        return {
            "recall5": mean(rows),
            "ndcg5": fmean(ndcg(ranks[task.id], task.relevant, K) for task in rows),
            **{f"recall5_{name}": mean(some) for name, some in turns.items()},
            "recall5_but_govt": mean([task for task in rows if task.kb != "govt"]),
            "recall5_switch": fmean(recall(self.ranked(task), task.relevant, K) for task in switched),
            "recall5_switch_alone": fmean(
                recall(self.ranked(replace(task, user_turns=(), answers=())), task.relevant, K) for task in switched
            ),
            "found5": mean_of_rows(judged, "found5"),
        }, judged

    def index_recall(self, rows: Sequence[Task]) -> float:
        """Of the 100 passages that are really nearest to a question, the share that the vector index finds."""
        shares = []
        for name in sorted({task.kb for task in rows}):
            held = [one for one in passages(Benchmarks(self.resources.settings.benchmarks)) if one.kb == name]
            exact = self.cache([one.text for one in held])
            ids = np.array([one.id for one in held])
            spec = self.resources.catalog.spec(name)
            with self.resources.store.reading(
                self.resources.catalog.collection(spec), self.resources.embedder
            ) as rows_:
                for task in (task for task in rows if task.kb == name):
                    query = self.resources.embedder.query(task.question)
                    near = rows_.similarity_search_by_vector_with_relevance_scores(query.tolist(), k=DEEP)
                    found = {str(document.id) for document, _ in near}
                    shares.append(len(found & set(ids[np.argsort(-(exact @ query))[:DEEP]])) / DEEP)
        return fmean(shares)


def _row(task: Task, ranked: Sequence[str]) -> Row:
    found = int(recall(ranked, task.relevant, K) > 0)
    return Row(id=task.id, wanted=[task.kb], chosen=[task.kb] if ranked else [], right={"found5": found})


if __name__ == "__main__":
    raise SystemExit(command.main("retrieval", run, tune))
