"""A collector of traces on loopback that accepts what the langsmith client sends, refuses it with a status, or
hangs.
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import zstandard
from loopback import running

NOW = "2026-01-01T00:00:00+00:00"
PROJECT = "11111111-1111-4111-8111-111111111111"
"""The id of whatever project is asked for."""
Environ = Callable[..., dict[str, str]]
"""Makes the environment of a process; see the fixture of the same name."""

INFO = {
    "version": "0.15.0",
    "batch_ingest_config": {
        "use_multipart_endpoint": True,
        "size_limit": 100,
        "size_limit_bytes": 20_971_520,
        "scale_up_nthreads_limit": 4,
        "scale_up_qsize_trigger": 1000,
        "scale_down_nempty_trigger": 4,
    },
}


class Collector(ThreadingHTTPServer):
    """The collector: `runs` by id, each with everything that was told about it, the raw bodies, and what is `kept` of
    an experiment: its dataset, examples, session and feedback.
    """

    daemon_threads = True

    def __init__(self, *, hangs: bool, multipart: bool, status: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hangs = hangs
        self.multipart = multipart
        self.status = status
        self.runs: dict[str, dict[str, Any]] = {}
        self.bodies: list[bytes] = []
        self.asked: list[str] = []
        self.kept: dict[str, list[Any]] = {"datasets": [], "examples": [], "sessions": [], "feedback": []}
        self.over = threading.Event()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """What LANGSMITH_ENDPOINT is set to."""
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def roots(self) -> list[dict[str, Any]]:
        """The runs that have no parent."""
        return [run for run in self.runs.values() if not run.get("parent_run_id")]

    def children(self, run: dict[str, Any]) -> list[dict[str, Any]]:
        """The runs directly under one, in the order they began."""
        under = [one for one in self.runs.values() if one.get("parent_run_id") == run["id"]]
        return sorted(under, key=lambda one: one["dotted_order"])

    def told(self, run_id: str, values: dict[str, Any]) -> None:
        """Add what was told about a run: first when it began, then when it ended."""
        with self._lock:
            self.runs.setdefault(run_id, {"id": run_id}).update(values)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up is no fault of the collector's."""


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet."""

    def do_GET(self) -> None:
        """The client asks /info for what it may send, and how; and whether a dataset is there."""
        self._accept()
        if self.path.startswith("/datasets"):
            name = parse_qs(urlsplit(self.path).query).get("name", [""])[0]
            self._say([one for one in self.server.kept["datasets"] if one["name"] == name])
            return
        if self.path.startswith("/sessions"):
            name = parse_qs(urlsplit(self.path).query).get("name", [""])[0]
            told = {"id": PROJECT, "tenant_id": PROJECT, "name": name, "start_time": NOW}
            self._say([told | {"reference_dataset_id": None}])
            return
        config = INFO["batch_ingest_config"] | {"use_multipart_endpoint": self.server.multipart}  # type: ignore[operator]
        self._say(INFO | {"batch_ingest_config": config})

    def do_POST(self) -> None:
        """Runs: one, a batch, or a multipart form that may be compressed."""
        body = self._accept()
        if self.path.endswith("/multipart"):
            self._parts(body)
        elif (what := self.path.strip("/").partition("/")[0]) in self.server.kept:
            self._say(self._keep(what, json.loads(body)))
            return
        elif self.path.endswith("/batch"):
            batch = json.loads(body)
            for run in [*batch.get("post", []), *batch.get("patch", [])]:
                self.server.told(run["id"], run)
        else:
            run = json.loads(body)
            self.server.told(run["id"], run)
        self._say({})

    def _keep(self, what: str, told: Any) -> Any:
        """Keep one thing or several, with the id and the time that a server gives them."""
        several = told if isinstance(told, list) else [told]
        given = {"created_at": NOW, "modified_at": NOW, "start_time": NOW, "tenant_id": str(uuid.uuid4())}
        kept = [given | {"id": str(uuid.uuid4())} | one for one in several]
        self.server.kept[what] += kept
        return kept if isinstance(told, list) else kept[0]

    def do_PATCH(self) -> None:
        """The end of one run, or of an experiment."""
        if self.path.startswith("/sessions/"):
            told, id_ = json.loads(self._accept()), self.path.rsplit("/", 1)[1]
            session = next(one for one in self.server.kept["sessions"] if one["id"] == id_)
            session.update({key: value for key, value in told.items() if value is not None})
            self._say(session)
            return
        self.server.told(self.path.rsplit("/", 1)[1], json.loads(self._accept()))
        self._say({})

    def _accept(self) -> bytes:
        self.server.asked.append(self.path)
        if self.server.hangs:
            self.server.over.wait(60)
        body = self._read()
        if self.headers.get("Content-Encoding") == "zstd":
            body = zstandard.ZstdDecompressor().decompressobj().decompress(body)
        self.server.bodies.append(body)
        return body

    def _read(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _parts(self, body: bytes) -> None:
        form = message_from_bytes(b"Content-Type: " + self.headers["Content-Type"].encode() + b"\r\n\r\n" + body)
        for part in form.get_payload():
            name = str(part.get_param("name", header="Content-Disposition"))  # type: ignore[union-attr]
            verb, run_id, *field = name.split(".")
            if verb not in {"post", "patch"}:
                continue
            value = json.loads(part.get_payload(decode=True))  # type: ignore[union-attr, arg-type]
            self.server.told(run_id, {field[0]: value} if field else value)

    def _say(self, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def collect(*, hangs: bool = False, multipart: bool = True, status: int = 200) -> Iterator[Collector]:
    """A running collector."""
    with running(Collector(hangs=hangs, multipart=multipart, status=status), end_s=30) as collector:
        try:
            yield collector
        finally:
            collector.over.set()
