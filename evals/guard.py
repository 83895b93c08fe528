"""The eval `guard`: how often a call is blocked whose every value the user gave, and how often an invented one passes.

A supplied call is blocked falsely where any scored argument is absent; an invented one passes falsely where none of its
invented arguments is. What is derived counts as passed in both; `*_strict` counts it as blocked in both.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.guard_data import Pair, pairs
from evals.public import Benchmarks
from evals.report import Result, Row
from evals.roles import swaps
from graph.settings import Settings
from knowledge.ingest import Progress
from tools.guard.verdict import ArgumentVerdict, CallVerdict, Reason, Verdict

TARGETS = {
    "false_block": 0.045,
    "false_pass": 0.015,
    "false_block_when2call": 0.11,
    "ms_p50": 2.0,
}
WHEN2CALL = "when2call"


@dataclass(frozen=True, slots=True)
class _Judged:
    pair: Pair
    verdict: CallVerdict
    ms: float

    def blocked(self, *, strict: bool = False) -> bool:
        """Whether a supplied call is refused, or an invented one for its invented values."""
        looked_at = self.pair.scored if self.pair.supplied else self.pair.invented
        return any(
            one.verdict is Verdict.ABSENT or (strict and one.verdict is Verdict.DERIVED)
            for one in self.verdict.arguments
            if one.name in looked_at
        )

    def wrong(self, *, strict: bool = False) -> bool:
        """Whether the answer is not the one the row wants."""
        return self.blocked(strict=strict) == self.pair.supplied


def run(settings: Settings, progress: Progress) -> Result:  # noqa: ARG001 - nothing is embedded
    """The odd half, with the shares by source and argument type, and their counts.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    started = time.perf_counter()
    rows = pairs(Benchmarks(settings.benchmarks), "odd")
    return measure(rows, started=started)


def measure(rows: Sequence[Pair], *, started: float) -> Result:
    """The result over these rows; `started` is when the suite began, by time.perf_counter()."""
    judged = [_judge(pair) for pair in rows]
    metrics = {**_shares("", judged), **_shares(f"_{WHEN2CALL}", _of_source(judged, WHEN2CALL))}
    metrics |= _shares("_strict", judged, strict=True)
    metrics |= _shares("_user_turns_only", [_judge(pair, affirmed=False) for pair in rows])
    metrics |= _enums_checked(judged) | _by_source(judged) | _by_type(judged) | swaps([one.pair for one in judged])
    times = sorted(one.ms for one in judged)
    metrics["ms_p50"] = statistics.median(times)
    metrics["ms_p95"] = times[int(len(times) * 0.95)]
    return Result(
        suite="guard",
        split="odd half by md5 of the function name",
        tuned_on="even half",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - started,
        rows=[_row(one) for one in judged],
    )


def _judge(pair: Pair, *, affirmed: bool = True) -> _Judged:
    started = time.perf_counter()
    verdict = pair.verdict(affirmed=affirmed)
    return _Judged(pair, verdict, (time.perf_counter() - started) * 1000)


def _shares(suffix: str, judged: Sequence[_Judged], *, strict: bool = False) -> dict[str, float]:
    metrics: dict[str, float] = {}
    for name, supplied in (("false_block", True), ("false_pass", False)):
        wrong = [one.wrong(strict=strict) for one in judged if one.pair.supplied == supplied]
        if wrong:
            metrics[f"{name}{suffix}"] = sum(wrong) / len(wrong)
            metrics[f"{name}{suffix}_count"] = sum(wrong)
            metrics[f"{name}{suffix}_of"] = len(wrong)
    return metrics


def _enums_checked(judged: Sequence[_Judged]) -> dict[str, float]:
    """Calls as if every closed choice had to be spoken for: one that is only inferred counts as blocked."""

    def blocked(_: _Judged, argument: ArgumentVerdict) -> bool:
        return argument.verdict is Verdict.ABSENT or argument.reason is Reason.INFERRED

    return _counted("_every_enum", judged, blocked)


def _counted(
    suffix: str, judged: Sequence[_Judged], blocked: Callable[[_Judged, ArgumentVerdict], bool]
) -> dict[str, float]:
    metrics: dict[str, float] = {}
    for name, supplied in (("false_block", True), ("false_pass", False)):
        of = [one for one in judged if one.pair.supplied == supplied]
        wrong = 0
        for one in of:
            looked_at = one.pair.scored if supplied else one.pair.invented
            refused = any(blocked(one, argument) for argument in one.verdict.arguments if argument.name in looked_at)
            wrong += refused == supplied
        if of:
            metrics |= {
                f"{name}{suffix}": wrong / len(of),
                f"{name}{suffix}_count": wrong,
                f"{name}{suffix}_of": len(of),
            }
    return metrics


def _by_source(judged: Sequence[_Judged]) -> dict[str, float]:
    metrics: dict[str, float] = {}
    for source in sorted({one.pair.source for one in judged}):
        metrics |= _shares(f"_source_{source}", [one for one in judged if one.pair.source == source])
    return metrics


def _by_type(judged: Sequence[_Judged]) -> dict[str, float]:
    """Shares of arguments, by the type their schema gives."""
    seen: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    for name, kind, missed in _arguments(judged):
        seen[name, kind] += 1
        wrong[name, kind] += missed
    metrics: dict[str, float] = {}
    for name, kind in sorted(seen):
        share = {"": wrong[name, kind] / seen[name, kind], "_count": wrong[name, kind], "_of": seen[name, kind]}
        metrics |= {f"{name}_type_{kind}{suffix}": value for suffix, value in share.items()}
    return metrics


def _arguments(judged: Iterable[_Judged]) -> Iterator[tuple[str, str, bool]]:
    for one in judged:
        for argument in one.verdict.arguments:
            absent = argument.verdict is Verdict.ABSENT
            kind = one.pair.types[argument.name]
            if one.pair.supplied and argument.name in one.pair.scored:
                yield "false_block", kind, absent
            elif argument.name in one.pair.invented:
                yield "false_pass", kind, not absent


def _of_source(judged: Sequence[_Judged], start: str) -> list[_Judged]:
    return [one for one in judged if one.pair.source.startswith(start)]


def _row(one: _Judged) -> Row:
    absent: Mapping[str, ArgumentVerdict] = one.verdict.by_name()
    return Row(
        id=one.pair.id,
        wanted=[] if one.pair.supplied else sorted(one.pair.invented),
        chosen=sorted(name for name in one.pair.scored if absent[name].verdict is Verdict.ABSENT),
        right={"false_block" if one.pair.supplied else "false_pass": int(not one.wrong())},
    )
