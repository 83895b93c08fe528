"""Routing a question among four bases within its conversation, on MTRAG (Katsis et al., TACL 2025).

Beside the benchmark's rows, where a conversation never leaves its base, changes of subject are made by putting the
opening question of another conversation, about another base, in the place of a follow-up: memory must not drown it.
Run: python -m evals.mtrag --json
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evals import command
from evals.mtrag_data import KBS, Task, first_turns, tasks
from evals.mtrag_stores import Stores
from evals.public import Benchmarks, Half, half
from evals.report import Result, Row
from evals.scores import ece
from evals.timing import milliseconds
from evals.vectors import VectorCache
from graph.settings import Settings
from knowledge.ingest import Progress, no_progress
from routing.conversation import read, views

Floats = NDArray[np.float64]

SUITE = "mtrag"
TARGETS = {"top1": 0.985}
SEED = 20240607


def run(settings: Settings, progress: Progress = no_progress) -> Result:
    """Report the odd half; `top1_all` covers both halves, the tuned one included. ms_ are without the embedding.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    suite = Suite.of(settings, progress)
    of = suite.half("odd")
    shares = suite.route(of)
    metrics = suite.measure(of, shares)
    every = tasks(suite.data)
    metrics["top1_all"] = _top(suite.route(every), every, 1)
    suite.stores.forget()
    metrics |= milliseconds(suite.one, of)
    suite.encode.save()
    return Result(
        suite=SUITE,
        split="odd",
        tuned_on="even md5 of conversation_id",
        n=len(of),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
        rows=[_row(task, share) for task, share in zip(of, shares, strict=True)],
    )


def tune(settings: Settings, progress: Progress = no_progress) -> dict[str, dict[str, float]]:
    """The figures of the even half."""
    suite = Suite.of(settings, progress)
    rows = suite.half("even")
    measured = suite.measure(rows, suite.route(rows))
    suite.encode.save()
    return {"even": measured}


@dataclass(frozen=True)
class Suite:
    """What routing one half takes."""

    data: Benchmarks
    encode: VectorCache
    stores: Stores

    @classmethod
    def of(cls, settings: Settings, progress: Progress) -> Suite:
        """Open data, vectors and stores. Raises BenchmarkMissing."""
        data, encode = Benchmarks(settings.benchmarks), VectorCache.of(settings, progress)
        return cls(data, encode, Stores(data, encode))

    def half(self, of: Half) -> list[Task]:
        """The tasks of the conversations of one half."""
        return [row for row in tasks(self.data) if half(row.conversation_id) == of]

    def measure(self, rows: Sequence[Task], shares: Floats) -> dict[str, float]:
        """top1 and top2: the share of tasks whose base is the best, or among the best two; follow-ups, openings apart.

        switch_top1 and switch_top2: the same where the newest question changes the subject. alone_top1 and
        switch_alone_top1: what the newest question reaches without the conversation, the ceiling of a switch. ece: of
        the best base's probability. `shares` are those of `rows`.
        """
        followed = np.array([bool(row.user_turns) for row in rows])
        switched = switches(rows)
        switch_shares = self.route(switched)
        alone = [replace(row, user_turns=(), answers=()) for row in rows]
        switched_alone = [replace(row, user_turns=(), answers=()) for row in switched]
        return {
            "top1": _top(shares, rows, 1),
            "top2": _top(shares, rows, 2),
            "follow_up_top1": _top(shares[followed], [row for row in rows if row.user_turns], 1),
            "opening_top1": _top(shares[~followed], [row for row in rows if not row.user_turns], 1),
            "alone_top1": _top(self.route(alone), alone, 1),
            "switch_top1": _top(switch_shares, switched, 1),
            "switch_top2": _top(switch_shares, switched, 2),
            "switch_alone_top1": _top(self.route(switched_alone), switched_alone, 1),
            "ece": ece(shares.max(axis=1), [_best(share) == row.kb for row, share in zip(rows, shares, strict=True)]),
        }

    def route(self, rows: Sequence[Task]) -> Floats:
        """The probabilities of the four bases, shape (len(rows), 4)."""
        self.encode(_texts(rows))  # long texts take minutes: all of them at once
        return np.stack([self.one(row) for row in rows])

    def one(self, row: Task) -> Floats:
        """The probabilities of the four bases for one task, shape (4,)."""
        return read(row.question, row.history, self.stores.dense, self.stores.sparse, self.encode).fused


def switches(rows: Sequence[Task]) -> list[Task]:
    """Each follow-up with its question replaced by the opening question of a conversation about another base."""
    rng = random.Random(SEED)  # noqa: S311 - a draw of rows, not a secret
    openings = first_turns(rows)
    made = []
    for row in rows:
        if row.user_turns:
            other = rng.choice([opening for opening in openings if opening.kb != row.kb])
            made.append(replace(row, question=other.question, kb=other.kb, relevant=other.relevant))
    return made


def _texts(rows: Sequence[Task]) -> list[str]:
    # All that `read` will ask the encoder for.
    texts: dict[str, None] = {}
    for row in rows:
        seen = views(row.question, row.history)
        texts.update(dict.fromkeys((seen.question, seen.turns, seen.exchange, *row.history.turns[-1:])))
        texts[row.history.answered] = None
    return list(texts)


def _top(shares: Floats, rows: Sequence[Task], k: int) -> float:
    best = np.argsort(-shares, axis=1, kind="stable")[:, :k]
    return float(np.mean([KBS.index(row.kb) in top for row, top in zip(rows, best, strict=True)]))


def _best(share: Floats) -> str:
    return KBS[int(share.argmax())]


def _row(task: Task, share: Floats) -> Row:
    return Row(id=task.id, wanted=[task.kb], chosen=[_best(share)], right={"top1": int(_best(share) == task.kb)})


if __name__ == "__main__":
    raise SystemExit(command.main(SUITE, run, tune))
