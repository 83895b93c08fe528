"""Two questions about two bases in one message: splitting must find both bases, and leave single questions alone.

The messages join two opening questions of MTRAG (Katsis et al., TACL 2025) with a space and nothing else, so there is
often no mark where one ends. Run: python -m evals.pairs --json
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evals import command
from evals.mtrag_data import KBS, Pair, first_turns, pairs, tasks
from evals.mtrag_stores import Stores
from evals.public import Benchmarks, Half, half
from evals.report import Result, Row, mean_of_rows
from evals.timing import milliseconds
from evals.vectors import VectorCache
from graph.settings import Settings
from knowledge.ingest import Progress, no_progress
from routing.split import split

SUITE = "pairs"
TARGETS = {"all_needed": 0.97, "mean_width": 2.1, "single_split_rate": 0.10}
NEED_THRESHOLD = 0.09
"""A part is searched in its best base and in every other at least this probable: chosen on the even half, where .07
reaches a width of 2.10."""
TRIED = (0.05, 0.06, 0.07, 0.08, 0.1, 0.15, 0.2, 1.1)


def run(settings: Settings, progress: Progress = no_progress) -> Result:
    """Report the odd half. ms_ are without the embedding.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    suite = Suite.of(settings, progress)
    metrics, rows = suite.measure("odd", NEED_THRESHOLD)
    suite.stores.forget()
    metrics |= milliseconds(lambda pair: suite.searched(pair.question), suite.pairs("odd"))
    suite.stores.encode.save()
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
    """The figures of the even half at each threshold."""
    suite = Suite.of(settings, progress)
    found = {str(threshold): suite.measure("even", threshold)[0] for threshold in TRIED}
    suite.stores.encode.save()
    return found


@dataclass(frozen=True)
class Suite:
    """What splitting one half takes."""

    data: Benchmarks
    stores: Stores

    @classmethod
    def of(cls, settings: Settings, progress: Progress) -> Suite:
        """Open data and stores. Raises BenchmarkMissing."""
        data = Benchmarks(settings.benchmarks)
        return cls(data, Stores(data, VectorCache.of(settings, progress)))

    def pairs(self, of: Half) -> list[Pair]:
        """The pairs of one half."""
        return [row for row in pairs(self.data) if half(row.id) == of]

    def measure(self, of: Half, threshold: float) -> tuple[dict[str, float], list[Row]]:
        """all_needed: the share of pairs whose two bases are both searched. mean_width: distinct bases searched.

        exact: the share cut into the two original questions. single_split_rate: the share of single opening questions
        that are cut, over the conversations of the same half. oracle_all_needed: all_needed with the true cut.
        whole_all_needed: all_needed of the uncut message.
        """
        pairs_ = self.pairs(of)
        rows = [self._row(pair, threshold) for pair in pairs_]
        oracle = [self.bases(pair.parts, threshold) for pair in pairs_]
        whole = [self.bases([pair.question], threshold) for pair in pairs_]
        singles = [task for task in first_turns(tasks(self.data)) if half(task.conversation_id) == of]
        return {
            "all_needed": mean_of_rows(rows, "all_needed"),
            "mean_width": float(np.mean([len(row["chosen"]) for row in rows])),
            "single_split_rate": float(np.mean([len(self.parts(task.question)) > 1 for task in singles])),
            "exact": mean_of_rows(rows, "exact"),
            "oracle_all_needed": float(np.mean([row.kbs <= set(got) for row, got in zip(pairs_, oracle, strict=True)])),
            "oracle_mean_width": float(np.mean([len(names) for names in oracle])),
            "whole_all_needed": float(np.mean([row.kbs <= set(got) for row, got in zip(pairs_, whole, strict=True)])),
        }, rows

    def parts(self, message: str) -> list[str]:
        """The questions of one message."""
        return split(message, self.stores.affinity, self.stores.nearness)

    def searched(self, message: str) -> list[str]:
        """The bases searched for one message."""
        return self.bases(self.parts(message), NEED_THRESHOLD)

    def bases(self, parts: Sequence[str], threshold: float) -> list[str]:
        """The bases searched for the parts of one message, in the order of KBS."""
        shares = self.stores.affinity(parts)
        chosen = set(shares.argmax(axis=1).tolist()) | set(np.nonzero(shares >= threshold)[1].tolist())
        return [KBS[index] for index in sorted(chosen)]

    def _row(self, pair: Pair, threshold: float) -> Row:
        parts = self.parts(pair.question)
        chosen = self.bases(parts, threshold)
        exact = [part.strip() for part in parts] == [part.strip() for part in pair.parts]
        right = {"all_needed": int(pair.kbs <= set(chosen)), "exact": int(exact)}
        return Row(id=pair.id, wanted=sorted(pair.kbs), chosen=chosen, right=right)


if __name__ == "__main__":
    raise SystemExit(command.main(SUITE, run, tune))
