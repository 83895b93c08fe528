"""Files that only spare work: what was learned or embedded, kept beside the store for the next start."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def keep(file: Path, write: Callable[[Path], None], older: str = "") -> None:
    """Put what `write` makes at a path in place of `file`, whole or not at all; what the pattern `older` names beside
    it goes. A disk that refuses costs time at the next start and nothing else.
    """
    # Another process, or another thread of this one, may be writing the same file.
    draft = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write(draft)
        for old in file.parent.glob(older) if older else ():
            old.unlink(missing_ok=True)
        draft.replace(file)
