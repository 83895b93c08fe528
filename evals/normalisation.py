"""The eval `normalisation`: whether a canonical value is accepted from the words for it, and another's is refused.

Each row gives an input, a type and its canonical values. Every value must be accepted from the input; of every row the
values of ten other rows of the type, whose inputs differ, must be refused.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from evals.public import Benchmarks, half
from evals.report import Result, Row
from graph.settings import Settings
from knowledge.ingest import Progress
from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool

FILE: Final = "normalisation/recognizers_text_en.jsonl"
OTHERS: Final = 10
"""How many other rows' values each row must refuse."""
TYPES: Final = {
    "number": "number",
    "percentage": "percentage",
    "currency": "currency",
    "dimension": "dimension",
    "temperature": "temperature",
    "age": "age",
    "datetimeV2.date": "date",
    "datetimeV2.datetime": "datetime",
    "datetimeV2.duration": "duration",
    "datetimeV2.time": "time",
}
"""The set's type to the name it is reported under."""
TARGETS: Final = {
    **{f"accepted_{name}": 0.90 if name == "number" else 0.95 for name in TYPES.values()},
    "refused_other": 0.98,
}
NUMBERS: Final = frozenset({"number", "currency", "dimension", "temperature", "age", "duration"})
"""Types whose canonical value is a number."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One row: an input, and the values it stands for."""

    id: str
    type: str
    input: str
    values: tuple[str, ...]
    unit: str
    reference: datetime | None

    said: frozenset[str] = frozenset()
    """The values of every row of this type with the same input."""

    def accepts(self, value: str, unit: str) -> bool:
        """Whether the guard takes a value of this row's type from its input."""
        tool = Tool("eval", parameters=(Parameter(self.type, unit="" if self.type == "currency" else unit),))
        given: Any = float(value) if self.type in NUMBERS else value
        talk = Conversation((Turn("user", self.input),), reference=self.reference)
        return check(tool, Call({self.type: given}), talk).runs


def run(settings: Settings, progress: Progress) -> Result:  # noqa: ARG001 - nothing is embedded
    """The odd half by the row's id.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    started = time.perf_counter()
    return measure(wordings(Benchmarks(settings.benchmarks), "odd"), started=started)


def wordings(benchmarks: Benchmarks, which: str) -> list[Wording]:
    """The rows of one half."""
    found = [_wording(row) for row in benchmarks.rows(FILE)]
    said: dict[tuple[str, str], set[str]] = {}
    for one in found:
        said.setdefault((one.type, one.input), set()).update(one.values)
    return [replace(one, said=frozenset(said[one.type, one.input])) for one in found if half(one.id) == which]


def measure(rows: Sequence[Wording], *, started: float) -> Result:
    """Shares by type; `started` is when the suite began, by time.perf_counter()."""
    metrics: dict[str, float] = {}
    judged: list[Row] = []
    wrong, tried = 0, 0
    for kind in TYPES.values():
        of = [row for row in rows if row.type == kind]
        hits = [row.accepts(value, row.unit) for row in of for value in row.values]
        taken = [row.accepts(value, unit) for row in of for value, unit in _others(row, of)]
        wrong, tried = wrong + sum(taken), tried + len(taken)
        if hits:
            metrics |= {
                f"accepted_{kind}": sum(hits) / len(hits),
                f"accepted_{kind}_count": sum(hits),
                f"accepted_{kind}_of": len(hits),
            }
        if taken:
            metrics[f"wrongly_accepted_{kind}"] = sum(taken) / len(taken)
        judged += [_row(row) for row in of]
    metrics["refused_other"] = 1 - wrong / tried if tried else 1.0
    metrics["refused_other_of"] = tried
    return Result(
        suite="normalisation",
        split="odd half by md5 of the row's id",
        tuned_on="even half",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - started,
        rows=judged,
    )


def _others(row: Wording, of: Sequence[Wording]) -> Iterator[tuple[str, str]]:
    """Values of rows that say something else: the next ones of the type, in the file's order, around the end."""
    place = of.index(row)
    given = 0
    for step in range(1, len(of)):
        other = of[(place + step) % len(of)]
        if other.input == row.input or set(other.values) & row.said:
            continue
        yield other.values[0], other.unit
        given += 1
        if given == OTHERS:
            return


def _row(row: Wording) -> Row:
    accepted = [value for value in row.values if row.accepts(value, row.unit)]
    right = {"accepted": int(len(accepted) == len(row.values))}
    return Row(id=f"{row.id}:{row.type}", wanted=list(row.values), chosen=accepted, right=right)


def _wording(row: Mapping[str, Any]) -> Wording:
    reference = row.get("reference")
    return Wording(
        id=row["id"],
        type=TYPES[row["type"]],
        input=row["input"],
        values=tuple(row["values"]),
        unit="second" if row["type"].endswith("duration") else str(row.get("unit") or ""),
        reference=datetime.fromisoformat(reference) if reference else None,
    )
