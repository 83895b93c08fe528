"""Labelled questions of a catalog: what its operator knows about which base answers what.

They stand in `questions.jsonl` beside catalog.toml. Rows of the split "tune" teach the router and choose its
settings; rows of the split "report" are only ever measured with.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from errors import ConfigError
from knowledge.base_spec import Kind
from knowledge.catalog import Catalog

FILE = "questions.jsonl"
Split = Literal["tune", "report"]


class Turn(BaseModel):
    """One message of the conversation before the question."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    role: Literal["user", "assistant"]
    content: str


class LabelledQuestion(BaseModel):
    """One question with what it needs.

    `bases` are the needed ones, none for a question out of scope; `documents` are sources as a citation names them;
    of each list in `points` one string must appear in a right answer.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    question: str
    history: tuple[Turn, ...] = ()
    bases: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    points: tuple[tuple[str, ...], ...] = ()
    kind: Kind = "lookup"
    mood: str = "neutral"
    split: Split = "tune"

    @property
    def said_before(self) -> list[str]:
        """What the user said earlier, oldest first."""
        return [turn.content for turn in self.history if turn.role == "user"]


def labelled_questions(catalog: Catalog, split: Split | None = None) -> list[LabelledQuestion]:
    """A catalog's labelled questions in order, of one split or of all; none where it has no file.

    Raises ConfigError naming the file and the line of a row that is not one, or that names an unknown base.
    """
    file = catalog.folder / FILE
    if not file.exists():
        return []
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            row = _row(file, number, line, catalog.names)
            if split in {None, row.split}:
                found.append(row)
    return found


def _row(file: Path, number: int, line: str, names: list[str]) -> LabelledQuestion:
    try:
        row = LabelledQuestion(**json.loads(line))
    except ValidationError as faults:
        first = faults.errors()[0]
        key = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{file}:{number}: {key}: {first['msg']} (got {first['input']!r})") from None
    except (ValueError, TypeError) as fault:
        raise ConfigError(f"{file}:{number}: not a JSON object: {fault}") from None
    unknown = [base for base in row.bases if base not in names]
    if unknown:
        raise ConfigError(f"{file}:{number}: bases: {unknown[0]!r} is unknown; valid: {', '.join(names)}")
    return row
