"""Changing settings in a catalog.toml and nothing else: every other byte of the file stays as it is."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errors import EvalError

Tables = Mapping[str, Mapping[str, str | int | float]]
"""Values by key, by table."""


def toml(tables: Tables) -> str:
    """The tables as TOML, to be pasted."""
    return "\n\n".join(
        "\n".join([f"[{table}]", *(f"{key} = {_value(value)}" for key, value in values.items())])
        for table, values in tables.items()
    )


def write(file: Path, tables: Tables) -> bool:
    """Put the values into the file, whole or not at all; whether anything changed.

    Raises EvalError, naming the file, where it cannot be done without touching anything else.
    """
    try:
        old = file.read_bytes().decode("utf-8")
        new = with_settings(old, tables)
        if new == old:
            return False
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        draft.write_bytes(new.encode("utf-8"))
        draft.chmod(file.stat().st_mode)
        draft.replace(file)
    except (OSError, UnicodeDecodeError) as fault:
        raise EvalError(f"{file}: cannot be rewritten: {fault}") from None
    except EvalError as fault:
        raise EvalError(f"{file}: not written: {fault}; paste the settings by hand") from None
    return True


def with_settings(text: str, tables: Tables) -> str:
    """The text of a TOML file with these values: a value that is there is replaced, a key that is missing is added at
    the end of its table, and a missing table before the first list of tables, or at the end.

    Raises EvalError where the result would differ in anything but these values (an inline table, a header inside a
    text, a file that is no TOML).
    """
    new = text
    for table, values in tables.items():
        new = _with_table(new, table, values)
    try:
        wanted, got = tomllib.loads(text), tomllib.loads(new)
        for table, values in tables.items():
            wanted[table] = {**wanted.get(table, {}), **values}
    except (tomllib.TOMLDecodeError, TypeError) as fault:
        raise EvalError(f"its tables are not written plainly ({fault})") from None
    if got != wanted:
        raise EvalError("its tables are not written plainly")
    return new


def _with_table(text: str, table: str, values: Mapping[str, str | int | float]) -> str:
    lines = text.splitlines(keepends=True)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    header = re.compile(rf"\s*\[\s*{re.escape(table)}\s*\]\s*(?:#.*)?$")
    start = next((place for place, line in enumerate(lines) if header.match(line)), None)
    if start is None:
        block = [f"[{table}]{end}", *(f"{key} = {_value(value)}{end}" for key, value in values.items()), end]
        first = next((place for place, line in enumerate(lines) if line.startswith("[[")), len(lines))
        return "".join([*lines[:first], *block, *lines[first:]])
    stop = next((place for place in range(start + 1, len(lines)) if lines[place].lstrip().startswith("[")), len(lines))
    for key, value in values.items():
        stop += _put(lines, start, stop, key, _value(value), end)
    return "".join(lines)


def _put(lines: list[str], start: int, stop: int, key: str, value: str, end: str) -> int:
    """Replace or add one key between two lines; returns how many lines were added."""
    known = re.compile(rf"(\s*[\"']?{re.escape(key)}[\"']?\s*=\s*)(\"[^\"\\]*\"|[^\s#]+)(.*)$", re.DOTALL)
    for place in range(start + 1, stop):
        found = known.match(lines[place])
        if found:
            lines[place] = f"{found[1]}{value}{found[3]}"
            return 0
    last = max(place for place in range(start, stop) if lines[place].strip())
    if not lines[last].endswith("\n"):
        lines[last] += end
    lines.insert(last + 1, f"{key} = {value}{end}")
    return 1


def _value(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
