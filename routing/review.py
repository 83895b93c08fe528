"""The review set: what a person says of sampled messages, and writing it down as the catalog's labelled questions.

Plain functions over the log, so that the command line and the page do the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from errors import InputError
from knowledge.base_spec import Kind
from knowledge.catalog import Catalog
from knowledge.labelled import FILE, LabelledQuestion, Split, labelled_questions
from routing.log import RouteLog
from routing.review_rows import ReviewRow


class Label(BaseModel):
    """What a reviewer says of a message; see `knowledge.labelled.LabelledQuestion`, whose fields they become.

    `drop`: it is no question to learn or to measure with (a test, someone's private matter).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    bases: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    points: tuple[tuple[str, ...], ...] = ()
    kind: Kind = "lookup"
    mood: str = "neutral"
    split: Split | None = None
    """None: by the row's id, so that half of the rows teach and half are measured with."""
    drop: bool = False


def pending(log: RouteLog, catalog: Catalog) -> list[ReviewRow]:
    """The rows of a catalog that nobody has labelled yet, oldest first. Raises StoreError."""
    return [row for row in log.reviews(catalog.name) if row.label is None]


def label(log: RouteLog, catalog: Catalog, review_id: str, said: Label) -> LabelledQuestion | None:
    """Keep what a reviewer says of a row; the labelled question it makes, None where it is dropped.

    A later word takes the place of an earlier one. Raises InputError for a row that is not there and for a base that
    the catalog does not have, StoreError where the log cannot be written.
    """
    rows = {row.review_id: row for row in log.reviews(catalog.name)}
    if review_id not in rows:
        raise InputError(f"review: {review_id!r} is no row of {catalog.name!r}; signalbox review list shows them")
    unknown = [name for name in said.bases if name not in catalog.names]
    if unknown:
        raise InputError(f"review: {unknown[0]!r} is not a base of {catalog.name!r}; valid: {', '.join(catalog.names)}")
    log.label_review(review_id, said.model_dump(mode="json"), datetime.now(UTC))
    return None if said.drop else _question(rows[review_id], said)


def labelled(log: RouteLog, catalog: Catalog) -> list[LabelledQuestion]:
    """The labelled rows as questions, oldest first, without those that were dropped. Raises StoreError."""
    told = [(row, Label(**row.label)) for row in log.reviews(catalog.name) if row.label is not None]
    return [_question(row, said) for row, said in told if not said.drop]


def export(log: RouteLog, catalog: Catalog, file: Path | None = None) -> list[LabelledQuestion]:
    """Write the labelled rows under those of `file` (the catalog's own questions.jsonl by default); those written.

    A row that stands there already, by its id or by its words, is left as it is: what was edited by hand stays. The
    file is replaced in one step. Raises ConfigError for a catalog's file that is not in order, InputError where it
    cannot be written.
    """
    file = file or catalog.folder / FILE
    known = labelled_questions(catalog) if file == catalog.folder / FILE else []
    there = file.read_text(encoding="utf-8") if file.exists() else ""
    ids, texts = {row.id for row in known} | _ids(there), {(row.question, row.history) for row in known}
    new = [row for row in labelled(log, catalog) if row.id not in ids and (row.question, row.history) not in texts]
    if not new:
        return []
    lines = [there + ("" if there.endswith("\n") or not there else "\n")]
    lines += [json.dumps(row.model_dump(mode="json"), ensure_ascii=False) + "\n" for row in new]
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_text("".join(lines), encoding="utf-8")
        os.replace(beside, file)  # noqa: PTH105 - atomic, and named so
    except OSError as fault:
        raise InputError(f"{file}: cannot be written: {fault.strerror}") from None
    return new


def label_of(values: dict[str, object]) -> Label:
    """A label from what a form or a command line gives. Raises InputError naming the field and what is wrong."""
    try:
        return Label.model_validate(values)
    except ValidationError as faults:
        first = faults.errors()[0]
        key = ".".join(map(str, first["loc"]))
        raise InputError(f"label: {key}: {first['msg']} (got {first['input']!r})") from None


def _question(row: ReviewRow, said: Label) -> LabelledQuestion:
    half: Sequence[Split] = ("tune", "report")
    return LabelledQuestion.model_validate(
        {
            "id": row.review_id,
            "question": row.text,
            "history": row.history,
            **said.model_dump(exclude={"drop", "split"}),
            "split": said.split or half[int(row.review_id[-1], 16) % 2],
        }
    )


def _ids(text: str) -> set[str]:
    return {str(json.loads(line).get("id", "")) for line in text.splitlines() if line.strip()}
