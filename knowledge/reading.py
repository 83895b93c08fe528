"""Reading one file whole, in one state: a file that changes meanwhile is read again, then given up for this run."""

from __future__ import annotations

import os
import time

from errors import DocumentError
from knowledge.scanning import File, stamp_of

TRIES = 3
PAUSE_S = 0.1
SETTLED_NS = 2_000_000_000
"""Age of a change from which a stamp can be trusted: the coarsest file systems keep times to two seconds, so a file
changed twice within that may show one stamp for two states."""


class Unread(DocumentError):
    """The file is there and could not be read now: what is stored of it is kept until it can."""


def read(file: File) -> tuple[bytes, str]:
    """The bytes of a file and their stamp, "" where it is too young to be trusted. Raises Unread with the reason."""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(PAUSE_S)
        try:
            with file.path.open("rb") as opened:
                before = os.fstat(opened.fileno())
                data = opened.read()
                after = os.fstat(opened.fileno())
            replaced = os.stat(file.path)  # noqa: PTH116 - beside fstat it reads as what it is
        except OSError as fault:
            raise Unread(f"cannot be read: {fault.strerror}") from None
        stamps = {stamp_of(before), stamp_of(after), stamp_of(replaced)}
        if len(stamps) == 1 and len(data) == after.st_size:
            return data, stamps.pop() if time.time_ns() - after.st_mtime_ns > SETTLED_NS else ""
    raise Unread("changes while it is read")
