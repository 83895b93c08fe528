"""Tables and records as Markdown: CSV becomes one table, each record of a JSON file a section of its own.

A record is told in lines of "path: value", so that a terse one ("status: open") is found by its words and quoted
letter for letter.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from errors import DocumentError

_LOOKED_AT = 20_000
_FIELD_LIMIT = 10_000_000
_NAMES = ("title", "name", "question", "subject", "summary", "key", "id")
"""Fields whose value may head a record, in the order in which they are looked for."""
_LONGEST_HEADING = 120


def table(text: str) -> str:
    """A CSV or TSV file as one Markdown table; the first row names the columns, ragged rows are filled up.

    Raises DocumentError for what the csv module cannot read.
    """
    csv.field_size_limit(_FIELD_LIMIT)
    try:
        rows = [
            row
            for row in csv.reader(io.StringIO(text), delimiter=_delimiter(text))
            if any(cell.strip() for cell in row)
        ]
    except csv.Error as fault:
        raise DocumentError(f"not readable as CSV: {fault}") from None
    return grid(rows)


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Rows as one Markdown table, "" for none; the first names the columns."""
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = [_line([*row, *[""] * (width - len(row))]) for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def records(text: str, *, lines: bool) -> str:
    """A JSON file, or with `lines` one object a line, as Markdown. Raises DocumentError naming the line at fault."""
    values = list(_each_line(text)) if lines else _parsed(text)
    if _holds_records(values):
        return _sections(values)
    if isinstance(values, dict) and (held := {key: value for key, value in values.items() if _holds_records(value)}):
        rest = "\n".join(_told({key: value for key, value in values.items() if key not in held}))
        return "\n\n".join([rest, *map(_sections, held.values())])
    return "\n".join(_told(values))


def _holds_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _sections(values: list[dict[str, Any]]) -> str:
    return "\n\n".join(_section(number, value) for number, value in enumerate(values, 1))


def _delimiter(text: str) -> str:
    """The sign that cuts most of the first rows into as many cells as the header (csv.Sniffer guesses by letters)."""
    start = io.StringIO(text[:_LOOKED_AT])
    best, most = ",", 0
    for sign in ",;\t|":
        start.seek(0)
        widths = [len(row) for row in csv.reader(start, delimiter=sign) if row]
        alike = sum(width == widths[0] for width in widths) if widths and widths[0] > 1 else 0
        if alike > most:
            best, most = sign, alike
    return best


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise DocumentError(f"not valid JSON: line {fault.lineno}: {fault.msg}") from None
    except RecursionError:
        raise DocumentError("not readable as JSON: nested too deeply") from None


def _each_line(text: str) -> Iterator[Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except json.JSONDecodeError as fault:
                raise DocumentError(f"not valid JSON: line {number}: {fault.msg}") from None
            except RecursionError:
                raise DocumentError(f"not readable as JSON: line {number}: nested too deeply") from None


def _section(number: int, record: dict[str, Any]) -> str:
    heading = next((str(record[name]) for name in _NAMES if isinstance(record.get(name), str | int)), "")
    shown = " ".join(heading.split())[:_LONGEST_HEADING] or f"Record {number}"
    return f"## {shown}\n\n" + "\n".join(_told(record))


def _told(value: Any, path: str = "") -> Iterator[str]:
    lead = f"{path}: " if path else ""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _told(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        for place, inner in enumerate(value, 1):
            yield from _told(inner, f"{path}.{place}" if path else str(place))
    elif isinstance(value, list):
        yield f"- {lead}{', '.join(map(_scalar, value))}"
    elif value is not None and value != "":
        yield f"- {lead}{_scalar(value)}"


def _scalar(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
