"""A scripted OpenAI-compatible model for benchmarks: a fixed wait a call, tokens counted, every call remembered.

It runs as a process of its own, in one event loop, so that a hundred waiting calls cost the systems under test nothing.
Tokens are characters through four, of what is asked and of what is said, for every system alike.

    python -m benchmarks.model_server WORLD.json     # prints its address, serves until its input ends
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from benchmarks.oracle import Known, Oracle, in_words

ROOT = Path(__file__).resolve().parent.parent
CHARACTERS_A_TOKEN = 4
_OPEN = build_opener(ProxyHandler({}))  # loopback, whatever the environment says of proxies

Reply = Callable[[Mapping[str, Any]], tuple[str, str]]
"""From a chat request to what was asked for and what is said."""


@dataclass
class Model:
    """The server. `POST /control` sets `pause_s` and `wrong_labels`; `POST /taken` hands out the calls since."""

    oracle: Oracle
    pause_s: float = 0.3
    taken: list[dict[str, Any]] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, kept open from request to request."""
        try:
            while line := await reader.readline():
                path = line.split()[1].decode()
                length = 0
                while (header := await reader.readline()).strip():
                    name, _, value = header.partition(b":")
                    length = int(value) if name.lower() == b"content-length" else length
                body = json.loads(await reader.readexactly(length)) if length else {}
                kind, said = await self._said(path, body)
                head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(said)}\r\n\r\n"
                writer.write(head.encode() + said)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return  # the client left
        finally:
            writer.close()

    async def _said(self, path: str, body: Any) -> tuple[str, bytes]:
        if path == "/control":
            self.pause_s = body.get("pause_s", self.pause_s)
            self.oracle.wrong_labels = body.get("wrong_labels", self.oracle.wrong_labels)
            return "application/json", b"{}"
        if path == "/taken":
            given, self.taken = self.taken, []
            return "application/json", json.dumps(given).encode()
        kind, text = self.oracle.reply(body)
        prompt = in_words(body)
        asked, said = (len(one) // CHARACTERS_A_TOKEN + 1 for one in (prompt, text))
        usage = {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
        self.taken.append({"kind": kind, "prompt": prompt, "tokens": asked + said})
        await asyncio.sleep(self.pause_s)
        return _stream(text, usage) if body.get("stream") else _whole(text, usage)


def _whole(text: str, usage: dict[str, int]) -> tuple[str, bytes]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    told = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted"}
    return "application/json", json.dumps(told | {"choices": [choice], "usage": usage}).encode()


def _stream(text: str, usage: dict[str, int]) -> tuple[str, bytes]:
    told = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    deltas: list[tuple[dict[str, Any], str | None]] = [({"role": "assistant", "content": text}, None), ({}, "stop")]
    events: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]} for delta, finish in deltas
    ]
    lines = [*(json.dumps(told | event) for event in [*events, {"choices": [], "usage": usage}]), "[DONE]"]
    return "text/event-stream", "".join(f"data: {line}\n\n" for line in lines).encode()


@contextmanager
def running(known: list[Known], descriptions: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The address of a server in a process of its own; `folder` holds what it is told."""
    world = folder / "world.json"
    rows = [{"message": one.message, "standalone": one.standalone, "parts": one.parts} for one in known]
    world.write_text(json.dumps({"known": rows, "descriptions": dict(descriptions)}), encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.model_server", str(world)]
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as process:
        try:
            yield str(process.stdout.readline() if process.stdout else "").strip()
        finally:
            if process.stdin:
                process.stdin.close()


def ask(address: str, path: str, **told: Any) -> Any:
    """One request to /control or /taken."""
    request = Request(f"{address}{path}", json.dumps(told).encode(), {"Content-Type": "application/json"})  # noqa: S310
    with _OPEN.open(request, timeout=30) as reply:
        return json.loads(reply.read())


async def _main(world: dict[str, Any]) -> None:
    known = [
        Known(row["message"], row["standalone"], tuple((text, tuple(bases)) for text, bases in row["parts"]))
        for row in world["known"]
    ]
    model = Model(Oracle(known, world["descriptions"]))
    server = await asyncio.start_server(model.serve, "127.0.0.1", 0, limit=2**24, backlog=512)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    async with server:
        await asyncio.to_thread(sys.stdin.read)  # the one who started it is gone, or done


if __name__ == "__main__":
    asyncio.run(_main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
