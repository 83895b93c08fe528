"""Searches in the shadow: for a small share of decisions the bases that were left out are searched too, afterwards.

A silent misroute raises nothing: the wrong base returns something, and something is answered. It shows only where an
unchosen base holds a clearly better passage. These searches run beside the runs, after their answers, and neither
an answer nor the end of a process waits for them; whatever goes wrong is told to the process's log and to nobody else.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from knowledge.bases.base import Base, Search
from knowledge.catalog import Catalog
from knowledge.embedding import model_named
from routing.log import RouteLog
from routing.log_rows import DecisionRow, ShadowRow, sampled

logger = logging.getLogger("signalbox.log")

PAUSE_S = 0.25
"""Before each look: the answer that has just been written is on its way out, and has the processor first."""
DEADLINE_S = 5.0
"""For all searches of one decision together."""
MOST_WAITING = 100
"""Decisions that wait; under a load that leaves no time for them the sample is smaller, and nothing else changes."""


@dataclass(frozen=True, slots=True)
class Look:
    """One decision to look behind: the best passage score it found, and the bases to search beside it."""

    row: DecisionRow
    text: str
    literal: str
    chosen_best: float
    others: tuple[str, ...]


def looks(
    state: Mapping[str, Any],
    rows: Sequence[DecisionRow],
    *,
    share: float,
    allowed: Collection[str],
    comparable: Collection[str],
) -> list[Look]:
    """The looks that a finished run's rows (see `routing.log_rows.rows_of`) are worth, drawn by question.

    Only `allowed` bases are searched, and of them those in `comparable`, whose scores lie on one scale. Nothing is
    compared where a chosen base is on another scale or failed, or where nothing was searched. What the critic had
    searched for the same question is seen already.
    """
    questions = {one["id"]: one for one in state["questions"]}
    findings = state["findings"]
    wanted = []
    for row in rows:
        whole = bool(row.passages) and None not in row.passages.values() and set(row.passages) <= set(comparable)
        if not row.bases or not whole or not sampled(row.question_hash, share):
            continue
        seen = {one["base"] for one in findings if questions[one["question"]]["origin"] == row.origin}
        others = tuple(name for name in allowed if name in comparable and name not in seen)
        scores = [
            passage["score"] for one in findings if one["question"] == row.question for passage in one["passages"]
        ]
        asked = questions[row.question]
        if others:
            wanted.append(Look(row, asked["text"], asked["literal"], max(scores, default=0.0), others))
    return wanted


@dataclass
class ShadowSearches:
    """Looks behind decisions one after the other, in a thread that ends when none waits. Threads may share it.

    `share` (0 to 1) of the decisions are looked behind, the same questions each time; `embedding` names the model of
    bases that have none of their own.
    """

    catalog: Catalog
    bases: Mapping[str, Base]
    log: RouteLog
    share: float
    embedding: str
    pause_s: float = PAUSE_S
    deadline_s: float = DEADLINE_S
    _waiting: deque[Look] = field(default_factory=deque, repr=False)
    _changed: threading.Condition = field(default_factory=threading.Condition, repr=False)
    _hurry: threading.Event = field(default_factory=threading.Event, repr=False)
    _works: bool = False
    _hanging: dict[str, threading.Thread] = field(default_factory=dict, repr=False)
    _told: set[str] = field(default_factory=set, repr=False)

    def offer(self, state: Mapping[str, Any], rows: Sequence[DecisionRow], allowed: Collection[str]) -> None:
        """Look behind a finished run's decisions soon, in `allowed` bases only. Returns at once and never raises."""
        try:
            wanted = looks(state, rows, share=self.share, allowed=allowed, comparable=self._comparable())
        except Exception as fault:  # noqa: BLE001 - a look is worth no run
            self._tell("", f"a run could not be read: {type(fault).__name__}: {fault}")
            return
        with self._changed:
            self._waiting.extend(wanted[: MOST_WAITING - len(self._waiting)])
            if self._waiting and not self._works:
                self._works = True
                threading.Thread(target=self._work, name="signalbox-shadow", daemon=True).start()

    def settle(self, limit_s: float) -> bool:
        """Look behind what waits at once, for at most `limit_s`; drop what is left. Whether all was looked at."""
        self._hurry.set()
        with self._changed:
            done = self._changed.wait_for(lambda: not self._works, limit_s)
            self._waiting.clear()
        self._hurry.clear()
        return done

    def _comparable(self) -> set[str]:
        # The cosines of two embedding models are no one scale, nor is what another type of base calls a score.
        specs = (spec for spec in self.catalog.base if spec.type == "vector")
        return {spec.name for spec in specs if model_named(spec.embedding) in {"", self.embedding}}

    def _work(self) -> None:
        while True:
            self._hurry.wait(self.pause_s)
            with self._changed:
                if not self._waiting:
                    self._works = False
                    self._changed.notify_all()
                    return
                look = self._waiting.popleft()
            self._behind(look)

    def _behind(self, look: Look) -> None:
        until, row = time.monotonic() + self.deadline_s, look.row
        for name in look.others:
            best = self._best(name, look, until - time.monotonic())
            if best is not None:
                chosen = (row.bases[0], look.chosen_best)
                # Each at once: the process may end before the next is done.
                self.log.record_shadow([ShadowRow(row.time, row.run_id, row.question_hash, *chosen, name, best)])

    def _best(self, name: str, look: Look, limit_s: float) -> float | None:
        """The best passage score of a base, 0 where it returns nothing; None where it fails or takes too long."""
        left_behind = self._hanging.get(name)
        if limit_s <= 0 or (left_behind is not None and left_behind.is_alive()):
            return None
        spec = self.catalog.spec(name)
        found: list[float] = []

        def search() -> None:
            try:
                passages = self.bases[name].search(Search(look.text, look.literal, spec.k, spec.threshold))
                found.append(max((passage.score for passage in passages), default=0.0))
            except Exception as fault:  # noqa: BLE001 - whatever a base raises, it was asked in the shadow
                self._tell(name, f"{type(fault).__name__}: {fault}")

        # A search cannot be stopped: one that hangs is left behind in a thread of its own, and not asked again.
        thread = threading.Thread(target=search, name=f"signalbox-shadow-{name}", daemon=True)
        thread.start()
        thread.join(min(limit_s, spec.timeout_s))
        if thread.is_alive():
            self._hanging[name] = thread
            self._tell(name, "it did not answer in time")
        return found[0] if found else None

    def _tell(self, base: str, what: str) -> None:
        if base not in self._told:
            self._told.add(base)
            logger.warning(
                "searching in the shadow failed, answers are not touched: %s", f"{base}: {what}".lstrip(": ")
            )
