"""Running a server of the tests' own in a thread beside them, for as long as it is needed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import HTTPServer
from typing import TypeVar

S = TypeVar("S", bound=HTTPServer)


@contextmanager
def running(server: S, *, end_s: float = 5) -> Iterator[S]:
    """The server, answering; at the end it is closed, and its thread waited for up to `end_s` seconds."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=end_s)
