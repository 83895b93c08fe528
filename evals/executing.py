"""What the evals `cypher` and `sql` share: the model of a run, rows that mean the same, a question put to a base."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from errors import ModelError, QueryError, SignalboxError
from graph.settings import Settings
from models.ask import Asker, Usage
from models.chat import ChatModels
from tools.writing_statements import Checked, Written, write_statement

LIMIT_S: Final = 30.0
MOST: Final = 1000
"""Rows that are compared at most."""

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?\Z")
_NAMES: Final = frozenset({"_id", "_label", "labels", "type"})

Rows = Sequence[Sequence[Any]]


class Executed(Checked, Protocol):
    """A base whose rows are compared."""

    def rows_of(self, statement: str, most: int) -> list[dict[str, Any]]:
        """The rows of a checked statement."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: an id, the base that is asked, its words, and the rows of every right answer; none where there is
    none.
    """

    id: str
    base: Executed
    text: str
    right: Sequence[Rows]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a model's statement came to: its rows, or why it was not run."""

    rows: Rows | None
    reason: str = ""
    fault: str = ""
    """Where the model itself failed."""


def same(found: Rows, wanted: Rows) -> bool:
    """Whether two answers hold the same rows, in whatever order rows and columns come; numbers to four digits."""
    return Counter(map(_row, found)) == Counter(map(_row, wanted))


def values(rows: Iterable[Mapping[str, Any]]) -> list[list[Any]]:
    """Rows without the names of their columns."""
    return [list(row.values()) for row in rows]


def ran(statement: str, base: Executed, *, most: int = MOST) -> Rows | None:
    """The rows of a statement that passes the base's check, or None for one that it refuses or cannot run."""
    try:
        base.check(statement)
        return values(base.rows_of(statement, most))
    except (SignalboxError, TimeoutError):
        return None


def refused(statements: Collection[str], check: Callable[[str], object]) -> int:
    """How many of the statements a check refuses."""
    count = 0
    for statement in statements:
        try:
            check(statement)
        except QueryError:
            count += 1
    return count


def by_model(settings: Settings, questions: Sequence[Asked]) -> list[Outcome]:
    """What the model of the settings makes of each question; [] where they name none."""
    if settings.model in {"", "none"}:
        return []
    return asyncio.run(_all(settings, questions))


async def _all(settings: Settings, questions: Sequence[Asked]) -> list[Outcome]:
    models = ChatModels(settings.model_timeout)
    try:
        model = models.get(settings.model)
        if model is None:
            return []
        asker = Asker(model, Usage(), settings.structured, settings.model_timeout * 3)
        return [await _one(asker, question) for question in questions]
    finally:
        await models.close()


async def _one(asker: Asker, question: Asked) -> Outcome:
    def take(written: Written) -> Rows:
        return values(question.base.rows_of(written.statement, MOST))

    try:
        return Outcome(await write_statement(asker, question.base, question.text, take, limit_s=LIMIT_S))
    except ModelError as fault:
        return Outcome(None, str(fault), fault.fault)
    except (SignalboxError, TimeoutError) as fault:
        return Outcome(None, str(fault) or "it took too long")


def _row(row: Sequence[Any]) -> str:
    return json.dumps(sorted((_value(value) for value in row), key=repr), default=str, sort_keys=True)


def _value(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        return round(float(value), 4) if _NUMBER.match(value) else value  # wide integers come as texts from some
    if isinstance(value, int | float):
        return round(float(value), 4)
    if isinstance(value, Mapping):
        # A node: what a database calls it, and properties that it has not, are no part of the answer.
        kept = {key: one for key, one in value.items() if key not in _NAMES and one is not None}
        return {key: _value(one) for key, one in kept.items()}
    return [_value(one) for one in value] if isinstance(value, list | tuple) else str(value)
