"""A scripted OpenAI-compatible server on loopback, so that the real client runs in tests.

A script is a list of replies, taken one a request, or a function of the request. Every request is recorded, and so
is every client that hangs up before its reply is complete.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import selectors
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from loopback import running

DIMENSIONS = 64
STEP_S = 0.01


@dataclass(frozen=True)
class Request:
    """One request as the server saw it."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    at: float
    """When it came, in seconds of the monotonic clock."""

    @property
    def shape(self) -> str:
        """The name of the structured value that is asked for ("" for plain text)."""
        form = self.body.get("response_format", {})
        tools = [tool["function"]["name"] for tool in self.body.get("tools", [])]
        return str(form.get("json_schema", {}).get("name", form.get("type", "")) or (tools[0] if tools else ""))

    @property
    def system(self) -> str:
        """The text of the system message."""
        return self._said("system")

    @property
    def user(self) -> str:
        """The text of the user message."""
        return self._said("user")

    @property
    def streamed(self) -> bool:
        """Whether the reply is to come in pieces."""
        return bool(self.body.get("stream"))

    def _said(self, role: str) -> str:
        return "\n".join(message["content"] for message in self.body["messages"] if message["role"] == role)


@dataclass(frozen=True)
class Reply:
    """What the server says to one request."""

    content: str | None = None
    tools: Sequence[tuple[str, str]] = ()
    """Tool calls: (name, arguments as text)."""
    refusal: str | None = None
    finish: str | None = "stop"
    tokens: tuple[int, int] = (10, 5)
    """Prompt and completion tokens."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    piece: int = 8
    """Characters a streamed piece holds."""
    pause_s: float = 0.0
    """Before every streamed piece."""
    cut_after: int | None = None
    """The connection breaks after this many pieces; a plain reply breaks within its body."""


Script = Sequence[Reply] | Callable[[Request], Reply]


def value(given: Any, **how: Any) -> Reply:
    """A reply whose content is `given` as JSON."""
    return Reply(json.dumps(given, ensure_ascii=False), **how)


def failure(status: int, **headers: str) -> Reply:
    """An error with a status. The client repeats 409, 429 and 5xx: at once, unless `headers` say otherwise."""
    return Reply(status=status, headers=headers or {"retry-after-ms": "5"})


class ScriptedOpenAI(ThreadingHTTPServer):
    """The server. `requests` holds the chat requests in order, `embedded` the texts that were embedded."""

    daemon_threads = True

    def __init__(self, script: Script = (), pause_s: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.pause_s = pause_s
        self.requests: list[Request] = []
        self.embedded: list[str] = []
        self.disconnects = 0
        self._taken = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """What OPENAI_BASE_URL is set to."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def calls(self) -> int:
        """How many chat requests came."""
        return len(self.requests)

    @property
    def shapes(self) -> list[str]:
        """What each chat request asked for, in order."""
        return [request.shape for request in self.requests]

    def use(self, script: Script) -> None:
        """Start a new script and forget what was recorded."""
        self.script, self._taken, self.disconnects = script, 0, 0
        self.requests, self.embedded = [], []

    def reply_to(self, request: Request) -> Reply:
        """The script's reply; what it does not foresee is an error that the client does not repeat."""
        with self._lock:
            self.requests.append(request)
            if callable(self.script):
                return self.script(request)
            if self._taken == len(self.script):
                return Reply(status=418)
            self._taken += 1
            return self.script[self._taken - 1]

    def hung_up(self) -> None:
        """Count a client that did not wait for its reply."""
        with self._lock:
            self.disconnects += 1

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that left is no fault of the server's."""


@contextmanager
def serve(script: Script = (), *, pause_s: float = 0.0) -> Iterator[ScriptedOpenAI]:
    """A running server; `pause_s` is slept before every reply."""
    with running(ScriptedOpenAI(script, pause_s)) as server:
        yield server


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptedOpenAI

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet: requests are recorded, not printed."""

    def do_POST(self) -> None:
        """Answer one request."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = Request(self.path, dict(self.headers), body, time.monotonic())
        try:
            if self.path.endswith("/embeddings"):
                self._embeddings(request)
            else:
                self._chat(request)
        except OSError:
            self.server.hung_up()
            self.close_connection = True

    def _embeddings(self, request: Request) -> None:
        given = request.body["input"]
        texts = [given] if isinstance(given, str) else given
        self.server.embedded += texts
        as_text = request.body.get("encoding_format") == "base64"
        rows = [
            {"object": "embedding", "index": at, "embedding": _base64(vector(text)) if as_text else vector(text)}
            for at, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        told = {"object": "list", "model": request.body["model"], "data": rows, "usage": usage}
        self._send(200, told, {"Connection": "close"})  # the embeddings client has no close of its own

    def _chat(self, request: Request) -> None:
        reply = self.server.reply_to(request)
        self._wait(self.server.pause_s + reply.delay_s)
        if reply.status != 200:
            said = {"error": {"message": f"scripted {reply.status}", "type": "scripted", "code": None}}
            self._send(reply.status, said, reply.headers)
        elif request.streamed:
            self._stream(request, reply)
        else:
            message = _message(reply) | {"role": "assistant"}
            choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
            self._send(200, _envelope(request, "chat.completion", [choice], reply), reply.headers, reply.cut_after)

    def _send(
        self, status: int, value: Any, headers: Mapping[str, str] | None = None, cut_after: int | None = None
    ) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, told in (headers or {}).items():
            self.send_header(name, told)
        self.end_headers()
        if cut_after is None:
            self.wfile.write(data)
        else:
            self.wfile.write(data[: len(data) // 2])
            self._break()

    def _stream(self, request: Request, reply: Reply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for at, delta in enumerate(_deltas(reply)):
            if reply.cut_after == at:
                self._break()
                return
            self._wait(reply.pause_s)
            self._event(_envelope(request, "chat.completion.chunk", [_choice(delta)], None))
        self._event(_envelope(request, "chat.completion.chunk", [_choice({}, _finish(reply))], None))
        if request.body.get("stream_options", {}).get("include_usage"):
            self._event(_envelope(request, "chat.completion.chunk", [], reply))
        self._chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _event(self, value: Any) -> None:
        self._chunk(b"data: " + json.dumps(value).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _wait(self, seconds: float) -> None:
        """Sleep, and notice a client that hangs up meanwhile."""
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:  # select() refuses a descriptor of 1,024 or more
            selector.register(self.connection, selectors.EVENT_READ)
            while (left := until - time.monotonic()) > 0:
                if selector.select(min(left, STEP_S)):
                    if not self.connection.recv(1, socket.MSG_PEEK):
                        raise ConnectionResetError
                    time.sleep(STEP_S)

    def _break(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


def vector(text: str) -> list[float]:
    """A bag of words hashed into 64 places: texts that share words are near each other."""
    places = [0.0] * DIMENSIONS
    for word in re.findall(r"\w+", text.casefold()) or [text]:
        places[hashlib.sha256(word.encode()).digest()[0] % DIMENSIONS] += 1.0
    return places


def _base64(numbers: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


def _message(reply: Reply) -> dict[str, Any]:
    calls = [
        {"id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for at, (name, arguments) in enumerate(reply.tools)
    ]
    said: dict[str, Any] = {"content": reply.content}
    if reply.refusal is not None:
        said["refusal"] = reply.refusal
    return said | ({"tool_calls": calls} if calls else {})


def _deltas(reply: Reply) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    text = reply.content or ""
    for at in range(0, len(text), reply.piece):
        yield {"content": text[at : at + reply.piece]}
    if reply.refusal is not None:
        yield {"refusal": reply.refusal}
    for at, call in enumerate(_message(reply).get("tool_calls", [])):
        yield {"tool_calls": [call | {"index": at}]}


def _choice(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}


def _finish(reply: Reply) -> str | None:
    return "tool_calls" if reply.tools else reply.finish


def _envelope(request: Request, kind: str, choices: list[Any], reply: Reply | None) -> dict[str, Any]:
    told = {"id": "chatcmpl-1", "object": kind, "created": 0, "model": request.body["model"], "choices": choices}
    if reply is None:
        return told
    asked, said = reply.tokens
    usage = {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
    return told | {"usage": usage}
