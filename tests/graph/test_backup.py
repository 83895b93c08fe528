"""A backup, restored elsewhere, answers as the original did; nothing is overwritten unasked, and damage is seen."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fakes import write_catalog

from console.session import Session
from errors import InputError, StoreBusy, StoreMismatch
from graph.backup import backup, restore
from graph.presence import serving
from graph.resources import Resources
from graph.settings import Settings
from graph.threads import Threads

QUESTION = "How long does green tea steep?"
ANSWER = "Green tea steeps for two minutes. [1]"


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Settings]:
    """The settings of a small catalog with a home of a name; "first" has a store, a thread and a logged decision."""
    root = tmp_path_factory.mktemp("backup")
    files = {"tea.md": "# Tea\n\nGreen tea steeps for two minutes.\n"}
    write_catalog(root / "catalogs", "tiny", {"tea": {"description": "Steeping tea.", "files": files}})

    def make(home: str | Path) -> Settings:
        given = {"catalog": "tiny", "catalogs": root / "catalogs", "home": root / home, "shadow": 0}
        return Settings.from_env({}, **given)

    answered(make("first"))
    return make


def answered(settings: Settings, thread: str = "t") -> dict[str, Any]:
    """The outcome of a question asked there; whatever it opened is closed."""
    resources = Resources.load(settings)
    with Session(resources, thread) as session:
        outcome = session.ask(QUESTION, {}, lambda event: None)
    resources.store.close()
    if resources.route_log is not None:
        resources.route_log.close()
    return outcome


@pytest.fixture
def archive(at: Callable[..., Settings], tmp_path: Path) -> Path:
    """A backup of the first home, where a server kept conversations too."""
    with closing(sqlite3.connect(at("first").home / "server-threads.sqlite")) as db:
        db.execute("CREATE TABLE IF NOT EXISTS checkpoints (thread_id TEXT)")
    backup(at("first"), tmp_path / "kept" / "backup.zip")
    return tmp_path / "kept" / "backup.zip"


def test_restored_it_answers(at: Callable[..., Settings], archive: Path) -> None:
    """Store, thread and log are there and nothing is ingested again; the archive says what it holds."""
    settings = at("second")
    held = restore(settings, archive)
    assert held.catalogs == ["tiny"]
    files = {"threads.sqlite", "server-threads.sqlite", "routes.sqlite", "tiny/manifest.json"}
    assert files | {"tiny/chroma/chroma.sqlite3"} <= set(held.files)
    assert (settings.home / "server-threads.sqlite").exists()
    assert not [name for name in held.files if name.endswith((".lock", "-wal", "-shm"))]
    built = (at("first").home / "tiny" / "manifest.json").read_bytes()
    assert (settings.home / "tiny" / "manifest.json").read_bytes() == built
    assert Threads.under(settings.home).turns("tiny", "t")[-1]["content"] == ANSWER
    assert answered(settings, "new")["answer"] == ANSWER
    assert (settings.home / "tiny" / "manifest.json").read_bytes() == built
    log = Resources.load(settings).route_log
    assert log is not None
    assert len(log.rows()) == 2
    log.close()


def test_nothing_is_overwritten_unasked(at: Callable[..., Settings], archive: Path) -> None:
    """A backup onto a file and a restore onto a home are refused; with force what is there is replaced, no more."""
    with pytest.raises(InputError, match=r"backup.zip: it exists; a backup overwrites nothing"):
        backup(at("first"), archive)
    settings = at("third")
    restore(settings, archive)
    answered(settings, "later")
    (settings.home / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match=r"tiny: it exists; replace it with --force"):
        restore(settings, archive)
    assert [one.name for one in Threads.under(settings.home).listed("tiny")] == ["later", "t"]
    restore(settings, archive, force=True)
    assert [one.name for one in Threads.under(settings.home).listed("tiny")] == ["t"]
    assert (settings.home / "notes.txt").read_text() == "mine"
    assert answered(settings)["answer"] == ANSWER
    assert not list(settings.home.glob("tmp*"))


def test_whole_while_others_write(at: Callable[..., Settings], archive: Path, tmp_path: Path) -> None:
    """A backup taken while threads are being written holds every row of each transaction or none."""
    settings = at("busy")
    restore(settings, archive)
    file, over = settings.home / "threads.sqlite", threading.Event()
    with closing(sqlite3.connect(file)) as made, made:
        made.execute("CREATE TABLE pair (n INTEGER, side TEXT)")

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=10)) as db:
            for n in range(100_000):
                with db:
                    db.executemany("INSERT INTO pair VALUES (?, ?)", [(n, "left"), (n, "right")])
                if over.is_set():
                    return

    writer = threading.Thread(target=write)
    writer.start()
    try:
        backup(settings, tmp_path / "busy.zip")
    finally:
        over.set()
        writer.join()
    restored = at("calm")
    restore(restored, tmp_path / "busy.zip")
    with closing(sqlite3.connect(restored.home / "threads.sqlite")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("SELECT n FROM pair GROUP BY n HAVING count(*) <> 2").fetchall() == []


def test_a_served_home_is_left_alone(at: Callable[..., Settings], archive: Path) -> None:
    """Under a running server nothing is restored, with force or without; its home is as it was."""
    settings = at("served")
    with serving(settings.home):
        for force in (False, True):
            with pytest.raises(StoreBusy, match=rf"the server of process {os.getpid()} has it open; end it"):
                restore(settings, archive, force=force)
        assert [path.name for path in settings.home.iterdir()] == ["open"]
    restore(settings, archive)


def rewritten(archive: Path, changed: Callable[[str, bytes], Iterator[tuple[str, bytes]]]) -> Path:
    """A copy of an archive with its members changed."""
    copy = archive.with_name("changed.zip")
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            for changed_name, data in changed(name, old.read(name)):
                new.writestr(changed_name, data)
    return copy


def damaged(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """One byte of one file is another."""
    yield name, (data[:-1] + bytes([data[-1] ^ 1]) if name == "threads.sqlite" else data)


def newer(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The manifest is of a later format."""
    yield name, json.dumps(json.loads(data) | {"format": 9}).encode() if name == "manifest.json" else data


def escaping(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The manifest names a file outside."""
    if name == "manifest.json":
        files = {"../outside": {"sha256": "", "size": 0}}
        yield name, json.dumps(json.loads(data) | {"files": files}).encode()
        yield "../outside", b"x"


def elsewhere(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The manifest names a store outside."""
    yield (
        name,
        json.dumps(json.loads(data) | {"catalogs": ["../outside"]}).encode() if name == "manifest.json" else data,
    )


def headless(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A zip of something else."""
    if name != "manifest.json":
        yield name, data


def storeless(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The manifest names a store of which nothing is there."""
    if name == "manifest.json":
        files = {kept: told for kept, told in json.loads(data)["files"].items() if "/" not in kept}
        yield name, json.dumps(json.loads(data) | {"files": files}).encode()
    elif "/" not in name:
        yield name, data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (damaged, r"threads.sqlite is damaged; nothing was restored"),
        (newer, r"of format 9, this version reads 1; update Signalbox"),
        (escaping, r"'../outside' leads out of the home"),
        (elsewhere, r"'../outside' leads out of the home"),
        (headless, r"no whole archive of Signalbox's"),
        (storeless, r"the store 'tiny' is not in it"),
    ],
)
def test_a_bad_archive_touches_nothing(
    change: Any, says: str, at: Callable[..., Settings], archive: Path, tmp_path: Path
) -> None:
    """What is damaged, newer, or leads elsewhere is refused before anything is written."""
    settings = at(tmp_path / "untouched")
    with pytest.raises((InputError, StoreMismatch), match=says):
        restore(settings, rewritten(archive, change))
    assert list(settings.home.iterdir()) == []
    assert not (tmp_path / "outside").exists()


def test_a_store_that_an_archive_lacks_is_not_taken_away(at: Callable[..., Settings], archive: Path) -> None:
    """An archive that names a store and does not hold it leaves the one that is there, forced or not."""
    settings = at("kept")
    restore(settings, archive)
    with pytest.raises(StoreMismatch, match=r"the store 'tiny' is not in it"):
        restore(settings, rewritten(archive, storeless), force=True)
    assert answered(settings)["answer"] == ANSWER


def test_a_packed_stream_that_is_damaged_is_said(at: Callable[..., Settings], archive: Path, tmp_path: Path) -> None:
    """An archive whose compressed bytes cannot be unpacked is damaged like any other."""
    with zipfile.ZipFile(archive) as whole:
        packed = whole.getinfo("routes.sqlite")
    torn = bytearray(archive.read_bytes())
    start = packed.header_offset + 30 + len("routes.sqlite")
    torn[start : start + packed.compress_size] = b"\xff" * packed.compress_size
    archive.write_bytes(torn)
    with pytest.raises(StoreMismatch, match="no whole archive of Signalbox's"):
        restore(at(tmp_path / "untouched"), archive)


def test_nothing_to_keep(at: Callable[..., Settings], tmp_path: Path) -> None:
    """An empty home and a missing archive are said in a line."""
    with pytest.raises(InputError, match="there is nothing to back up; ask or ingest something first"):
        backup(at(tmp_path / "empty"), tmp_path / "backup.zip")
    with pytest.raises(InputError, match="it is not there"):
        restore(at(tmp_path / "empty"), tmp_path / "none.zip")
    assert not (tmp_path / "backup.zip").exists()
