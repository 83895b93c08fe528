"""The start of a command that asks: what takes long to load is loaded side by side, and nothing is done twice."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def starting() -> Iterator[None]:
    """Import inside of it. The embedded model is opened in a thread meanwhile, which needs no turn of Python's.

    The garbage collector rests: imports make a quarter of a million objects that stay, and it would look through them
    all again and again, a seventh of the whole start. What is there at the end it never looks at any more.
    """
    gc.disable()
    try:
        _open_model()
        yield
    finally:
        gc.freeze()
        gc.enable()


def _open_model() -> None:
    if os.environ.get("SIGNALBOX_EMBEDDING", "") not in {"", "embedded"}:
        return
    # Imported here, by the main thread: two threads that import modules which need each other may see half of one.
    from knowledge.embedding import embedded

    def opened() -> None:
        with suppress(Exception):  # who needs the model is told what is wrong with it
            embedded()

    threading.Thread(target=opened, name="model", daemon=True).start()
