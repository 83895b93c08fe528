"""Who has a home open: each server leaves a locked file with its process id there, so that a restore does not write
under it. The lock ends with the process, however that ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from errors import StoreBusy

FOLDER = "open"
_RESTORING = "restore.lock"
_SERVER = "server-{}.lock"


@contextmanager
def serving(home: Path) -> Iterator[None]:
    """This process serves from a home until the end of the block. Raises StoreBusy while that is being restored."""
    place = _place(home)
    with _held(place / _RESTORING, f"{home}: it is being restored; start when that is done"):
        mine = FileLock(place / _SERVER.format(os.getpid()), thread_local=False)  # released in whichever thread
        mine.acquire()
    try:
        yield
    finally:
        mine.release()
        with suppress(OSError):
            Path(mine.lock_file).unlink(missing_ok=True)


@contextmanager
def restoring(home: Path) -> Iterator[None]:
    """Nobody serves from a home until the end of the block. Raises StoreBusy naming the process that does."""
    place = _place(home)
    with _held(place / _RESTORING, f"{home}: another restore is going on"):
        for file in sorted(place.glob(_SERVER.format("*"))):
            pid = file.stem.partition("-")[2]
            told = f"{home}: the server of process {pid} has it open; end it (kill {pid}), restore, and start it again"
            with _held(file, told):
                pass
            file.unlink(missing_ok=True)  # its process was killed
        yield


@contextmanager
def _held(file: Path, told: str) -> Iterator[None]:
    try:
        lock = FileLock(file, timeout=0)
        lock.acquire()
    except Timeout:
        raise StoreBusy(told) from None
    try:
        yield
    finally:
        lock.release()


def _place(home: Path) -> Path:
    place = home / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    return place
