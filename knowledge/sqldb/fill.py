"""Filling an embedded SQL base from its documents: .sql scripts as they are, each .csv as a table of its name.

The file is built beside the old one and swapped in, so that a reader never sees half of it; a stamp of the documents
tells when that is due.
"""

from __future__ import annotations

import csv
import hashlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from filelock import FileLock

from errors import ConfigError, StoreError

_NUMBER = re.compile(r"-?\d+(\.\d+)?\Z")


def stamp(folder: Path) -> str:
    """Changes when a document of the folder does. Raises ConfigError for a folder that is not there."""
    if not folder.is_dir():
        raise ConfigError(f"{folder}: no such folder; put .sql or .csv files there, or give the base a url")
    files = [(file.name, file.read_bytes()) for file in _documents(folder)]
    if not files:
        raise ConfigError(f"{folder}: holds no .sql or .csv file; put one there, or give the base a url")
    whole = hashlib.sha256()
    for name, content in files:
        whole.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return whole.hexdigest()[:16]


def filled(folder: Path, file: Path) -> bool:
    """Bring the SQLite file to what the documents say; whether it had to be built.

    Raises ConfigError for a document that cannot be loaded, StoreError where the disk refuses.
    """
    wanted = stamp(folder)
    if _holds(file, wanted):
        return False
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Processes that start together build one after the other: they would take each other's half-built file.
        with FileLock(file.with_suffix(".lock")):
            if _holds(file, wanted):
                return False
            _build(folder, file)
            _note(file).write_text(wanted, encoding="utf-8")
    except OSError as fault:
        raise StoreError(f"{file}: cannot be written: {fault}; mend that and run: signalbox ingest") from fault
    return True


def _note(file: Path) -> Path:
    return file.with_suffix(".stamp")


def _holds(file: Path, wanted: str) -> bool:
    note = _note(file)
    return file.exists() and note.exists() and note.read_text(encoding="utf-8") == wanted


def _build(folder: Path, file: Path) -> None:
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(fresh)) as connection, connection:
            for document in _documents(folder):
                _load(connection, document)
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)


def _documents(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix in {".sql", ".csv"})


def _load(connection: sqlite3.Connection, document: Path) -> None:
    try:
        text = document.read_text(encoding="utf-8-sig")
        if document.suffix == ".sql":
            connection.executescript(text)
        else:
            _table(connection, document.stem, list(csv.reader(text.splitlines())))
    except (sqlite3.Error, sqlite3.Warning, UnicodeDecodeError, csv.Error, ValueError) as fault:
        raise ConfigError(f"{document}: cannot be loaded: {fault}; mend it and run: signalbox ingest") from fault


def _table(connection: sqlite3.Connection, name: str, rows: list[list[str]]) -> None:
    """A table of a file's rows, the first of them its columns; a column of numbers only is one of numbers."""
    if not rows:
        raise ValueError("it is empty; its first line names the columns")
    header, body = rows[0], [row for row in rows[1:] if row]
    wrong = next((place for place, row in enumerate(body, 2) if len(row) != len(header)), 0)
    if wrong:
        raise ValueError(f"line {wrong} has another number of values than the {len(header)} columns")
    columns = [
        f"{_quoted(column)} {'NUMERIC' if body and all(_NUMBER.match(row[at]) for row in body) else 'TEXT'}"
        for at, column in enumerate(header)
    ]
    connection.execute(f"CREATE TABLE {_quoted(name)} ({', '.join(columns)})")
    marks = ", ".join("?" * len(header))
    values = [[cell or None for cell in row] for row in body]
    connection.executemany(f"INSERT INTO {_quoted(name)} VALUES ({marks})", values)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
