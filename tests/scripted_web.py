"""A search engine on loopback that speaks Tavily's way, so that the real client runs in tests."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from loopback import running

DAY = "Mon, 04 May 2026 09:00:00 GMT"


@dataclass(frozen=True)
class WebReply:
    """What the engine says to one search: rows, or a body as it stands."""

    rows: tuple[dict[str, Any], ...] = ()
    body: bytes | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    drip_s: float = 0.0
    """Before every byte."""


WebScript = Callable[[dict[str, Any]], WebReply]


def row(url: str, text: str, title: str = "A page", day: str = "") -> dict[str, Any]:
    """One result as the engine tells it."""
    return {"url": url, "title": title, "content": text, "score": 0.99, "published_date": day or None}


class ScriptedWeb(ThreadingHTTPServer):
    """The engine. `asked` holds the bodies of the searches in order, `keys` what each was authorized by."""

    daemon_threads = True

    def __init__(self, script: WebScript) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []

    @property
    def url(self) -> str:
        """What SIGNALBOX_WEB_URL is set to."""
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that left is no fault of the engine's."""


@contextmanager
def serve_web(script: WebScript) -> Iterator[ScriptedWeb]:
    """A running engine."""
    with running(ScriptedWeb(script)) as server:
        yield server


class _Handler(BaseHTTPRequestHandler):
    server: ScriptedWeb

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet: searches are recorded, not printed."""

    def do_POST(self) -> None:
        """Answer one search."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked | {"path": self.path})
        self.server.keys.append(self.headers.get("Authorization", ""))
        reply = self.server.script(asked)
        time.sleep(reply.delay_s)
        body = json.dumps({"query": asked["query"], "results": list(reply.rows)}).encode()
        body = body if reply.body is None else reply.body
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if not reply.drip_s:
            self.wfile.write(body)
            return
        for at in range(len(body)):
            time.sleep(reply.drip_s)
            self.wfile.write(body[at : at + 1])
            self.wfile.flush()
