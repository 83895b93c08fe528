"""Everything that cannot be made again, in one archive: stores, threads and route log, whole while a server runs.

SQLite files are taken by SQLite's own online backup, so a writer in the middle of a transaction does no harm; the rest
of a store is copied while its writer's lock is held, so no ingest changes it meanwhile. An archive is a zip whose
first member, manifest.json, says what is in it with a sha256 of each file.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from sqlalchemy.engine import make_url

from errors import InputError, StoreError, StoreMismatch
from graph.presence import restoring
from graph.settings import Settings
from graph.threads import FILE as THREADS
from graph.threads import SERVED
from knowledge.store import Store

FORMAT = 1
MANIFEST = "manifest.json"
LOG = "routes.sqlite"
_TRANSIENT = (".lock", ".tmp", "-wal", "-shm", "-journal")
"""Ends of names of files that belong to a process, not to the data."""
WAIT_S = 10.0
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Held:
    """What an archive holds: when it was made, which catalogs' stores, each file's sha256 and size, and what is left
    out with the reason.
    """

    format: int
    made: str
    catalogs: list[str]
    files: dict[str, dict[str, Any]]
    left_out: list[str]


def backup(settings: Settings, file: Path) -> Held:
    """Write everything under the settings' home into the archive `file`, which appears when it is whole.

    Raises InputError where there is nothing to keep or `file` exists, StoreBusy while an ingest goes on for longer
    than ten seconds, StoreError where something cannot be read or written.
    """
    if file.exists():
        raise InputError(f"{file}: it exists; a backup overwrites nothing")
    with _faults(file), ExitStack() as held, tempfile.TemporaryDirectory(dir=_folder(file)) as scratch:
        catalogs = stores(settings.home)
        for name in catalogs:
            held.enter_context(Store(settings.home / name).writing(WAIT_S))
        sources = dict(_sources(settings, catalogs))
        if not sources:
            raise InputError(f"{settings.home}: there is nothing to back up; ask or ingest something first")
        copies = {name: _copy(path, Path(scratch) / str(place)) for place, (name, path) in enumerate(sources.items())}
        told = Held(
            format=FORMAT,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            catalogs=catalogs,
            files={name: {"sha256": _digest(path), "size": path.stat().st_size} for name, path in copies.items()},
            left_out=_left_out(settings),
        )
        draft = Path(scratch) / "archive"
        # Vectors hardly shrink: the quickest level takes most of what there is to gain.
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr(MANIFEST, json.dumps(asdict(told), indent=1))
            for name, path in copies.items():
                archive.write(path, name)
        draft.replace(file)
    return told


def restore(settings: Settings, file: Path, *, force: bool = False) -> Held:
    """Bring back what an archive holds, once every checksum is right; nothing is touched before.

    What is under home and not in the archive stays. Raises InputError where something would be overwritten (unless
    `force`) or `file` is no archive, StoreBusy while a server runs over the home, StoreMismatch for an archive of a
    newer version or a damaged one, StoreError where the disk refuses.
    """
    with _faults(file), tempfile.TemporaryDirectory(dir=_folder(settings.home / MANIFEST)) as scratch:
        told = _unpacked(file, Path(scratch))
        with restoring(settings.home):
            _put_in_place(settings, told, Path(scratch), force=force)
    return told


def _put_in_place(settings: Settings, told: Held, unpacked: Path, *, force: bool) -> None:
    places = {name: settings.home / name for name in told.catalogs}
    databases = {name: _place(settings, name) for name in told.files if "/" not in name}
    there = [path for path in [*places.values(), *databases.values()] if path.exists()]
    if there and not force:
        raise InputError(f"{there[0]}: it exists; replace it with --force, or set another SIGNALBOX_HOME")
    for name, path in databases.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Into the file that is there, in one transaction: a terminal that has it open reads on without a break.
        _copy_database(unpacked / name, path)
    for name, folder in places.items():
        _swap(unpacked / name, folder, unpacked / f"{name}.old")


def stores(home: Path) -> list[str]:
    """The catalogs that have a store under a home."""
    return sorted(path.parent.name for path in home.glob("*/manifest.json")) if home.is_dir() else []


def _sources(settings: Settings, catalogs: list[str]) -> Iterator[tuple[str, Path]]:
    """Every file to keep, by its name in the archive. Vectors come before the database that knows of newer ones."""
    for catalog in catalogs:
        folder = settings.home / catalog
        files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.endswith(_TRANSIENT)]
        for path in sorted(files, key=_is_database):
            yield str(PurePosixPath(path.relative_to(settings.home))), path
    for name in (THREADS, SERVED, LOG):
        path = _place(settings, name)
        if path.exists() and (name != LOG or _log_is_a_file(settings)):
            yield name, path


def _place(settings: Settings, name: str) -> Path:
    """Where a file beside the stores lies: the log may be elsewhere by setting."""
    if name == LOG and settings.log and _log_is_a_file(settings):
        return Path(str(make_url(settings.log).database))
    return settings.home / name


def _log_is_a_file(settings: Settings) -> bool:
    return not settings.log or settings.log.startswith("sqlite")


def _left_out(settings: Settings) -> list[str]:
    left = ["graph databases and cached vectors of evaluations: signalbox ingest and signalbox eval make them again"]
    left += ["the server's list of threads (.langgraph_api): a server makes it from the conversations when it starts"]
    left += [] if _log_is_a_file(settings) else ["the route log: SIGNALBOX_LOG is no SQLite file"]
    left += ["vectors: SIGNALBOX_CHROMA keeps them on a server"] if settings.chroma else []
    return left


def _copy(path: Path, copy: Path) -> Path:
    if _is_database(path):
        _copy_database(path, copy)
    else:
        shutil.copyfile(path, copy)
    return copy


def _copy_database(path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(path, timeout=WAIT_S)) as source, closing(sqlite3.connect(copy, timeout=WAIT_S)) as to:
        source.backup(to)


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\x00"


def _unpacked(file: Path, folder: Path) -> Held:
    """The archive's manifest, its files written under `folder` and held against it."""
    if not file.is_file():
        raise InputError(f"{file}: it is not there")
    with zipfile.ZipFile(file) as archive:
        values = json.loads(archive.read(MANIFEST))
        if values["format"] > FORMAT:
            raise StoreMismatch(f"{file}: of format {values['format']}, this version reads {FORMAT}; update Signalbox")
        told = Held(**values)
        for name in (*told.catalogs, *told.files):
            if not (folder / name).resolve().is_relative_to(folder.resolve()) or ".." in PurePosixPath(name).parts:
                raise InputError(f"{file}: {name!r} leads out of the home; it is no archive of Signalbox's")
        for name in told.catalogs:
            # The store that is there would be moved away, and nothing put in its place.
            if f"{name}/{MANIFEST}" not in told.files:
                raise StoreMismatch(f"{file}: the store {name!r} is not in it; nothing was restored")
        for name, known in told.files.items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(name) as packed, place.open("wb") as unpacked:
                shutil.copyfileobj(packed, unpacked, _CHUNK)
            if _digest(place) != known["sha256"]:
                raise StoreMismatch(f"{file}: {name} is damaged; nothing was restored")
    return told


def _swap(new: Path, folder: Path, old: Path) -> None:
    """Put a store in place of another, which an ingest must not be writing; whoever asks it now reopens it."""
    with ExitStack() as held:
        if folder.exists():
            held.enter_context(Store(folder).writing(WAIT_S))
            folder.rename(old)
        new.rename(folder)
        (folder / MANIFEST).touch()  # readers look at its time


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _folder(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    return file.parent


@contextmanager
def _faults(file: Path) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, json.JSONDecodeError) as fault:
        raise StoreMismatch(f"{file}: it is no whole archive of Signalbox's ({fault})") from None
    except (sqlite3.Error, OSError) as fault:
        raise StoreError(f"{file}: {fault}") from fault
