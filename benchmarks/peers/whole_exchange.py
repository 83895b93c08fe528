"""What each system of the whole-question benchmark is given, what it hands back, and the one way all are driven.

Every system runs as a process in an environment of its own, so this needs numpy and the standard library alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

import numpy as np

TOO_LONG_S = 60.0
"""After which a question that does not come to an end is stopped."""
_OPEN = build_opener(ProxyHandler({}))


@dataclass(frozen=True)
class Chunk:
    """One passage of a base; `key` is what evidence is labelled by: its id, or its document."""

    id: str
    key: str
    text: str
    """As it was embedded: with the headings above it."""
    own: str
    """Without them."""


@dataclass(frozen=True)
class Row:
    """One message in its conversation ([role, text], oldest first), and the keys of the evidence it needs."""

    id: str
    message: str
    history: tuple[tuple[str, str], ...]
    needed: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """One set: its bases with their descriptions, chunks and vectors (shape (n, d), unit length), and its rows."""

    name: str
    bases: dict[str, str]
    chunks: dict[str, list[Chunk]]
    vectors: dict[str, np.ndarray]
    k: int
    """Passages that a search of a peer returns: as many as there are places in our answer's prompt."""
    rows: list[Row]


@dataclass(frozen=True)
class Trial:
    """How much is timed: messages one after another, then at once; and the two of which calls are counted."""

    timed: list[Row]
    at_once: list[int]
    sure: Row
    follow_up: Row
    two_bases: Row
    nowhere: Row
    unsure: Row
    down: str
    """The base that is down where one is."""
    repeats: int = 5


Ask = Callable[[Row], Awaitable[tuple[str, list[str]]]]
"""One message's answer, and the passages it was written from where no model was told them."""
Open = Callable[[Group, str], Ask]
"""A system over one set; the second argument names a base that is down, or is ""."""


def write(folder: Path, groups: Sequence[Group], trial: Trial) -> None:
    """Lay everything down for the systems to read."""
    told = {"trial": asdict(trial), "groups": []}
    for group in groups:
        chunks = {base: [asdict(one) for one in own] for base, own in group.chunks.items()}
        rows = [asdict(row) for row in group.rows]
        told["groups"].append({"name": group.name, "bases": group.bases, "k": group.k, "chunks": chunks, "rows": rows})
        np.savez(folder / f"{group.name}.npz", **{f"base_{at}": rows for at, rows in enumerate(group.vectors.values())})
    (folder / "whole.json").write_text(json.dumps(told), encoding="utf-8")


def read(folder: Path) -> tuple[list[Group], Trial]:
    """What `write` laid down."""
    told = json.loads((folder / "whole.json").read_text(encoding="utf-8"))
    groups = []
    for one in told["groups"]:
        held = np.load(folder / f"{one['name']}.npz")
        vectors = {base: held[f"base_{at}"] for at, base in enumerate(one["bases"])}
        chunks = {base: [Chunk(**chunk) for chunk in own] for base, own in one["chunks"].items()}
        groups.append(Group(one["name"], one["bases"], chunks, vectors, one["k"], [_row(row) for row in one["rows"]]))
    trial = told["trial"]
    named = {name: _row(trial.pop(name)) for name in ("sure", "follow_up", "two_bases", "nowhere", "unsure")}
    return groups, Trial(timed=[_row(row) for row in trial.pop("timed")], **named, **trial)


def _row(fields: dict[str, Any]) -> Row:
    history = tuple((role, text) for role, text in fields["history"])
    return Row(fields["id"], fields["message"], history, tuple(fields["needed"]))


@dataclass(frozen=True)
class Model:
    """The scripted model's other door: how it behaves, and what it was asked."""

    address: str

    def set(self, **told: Any) -> None:
        """Change `pause_s` or `wrong_labels`."""
        self._post("/control", told)

    def taken(self) -> list[dict[str, Any]]:
        """The calls since the last time: kind, prompt and tokens of each."""
        found: list[dict[str, Any]] = self._post("/taken", {})
        return found

    def _post(self, path: str, told: dict[str, Any]) -> Any:
        request = Request(self.address + path, json.dumps(told).encode())  # noqa: S310 - loopback
        with _OPEN.open(request, timeout=30) as reply:
            return json.loads(reply.read())


async def driven(opened: Open, groups: Sequence[Group], trial: Trial, model: Model) -> dict[str, Any]:
    """Everything that is measured of one system."""
    evidence, asks = {}, {}
    for group in groups:
        _progress(f"opening {group.name}")
        asks[group.name] = opened(group, "")
        _progress(f"{len(group.rows)} rows of it")
        model.set(pause_s=0.0)
        evidence[group.name] = [await _evidence(asks[group.name], group, row, model) for row in group.rows]
    model.set(pause_s=0.3)
    ask, first = asks[groups[0].name], groups[0]
    _progress("times")
    await _timed(ask, [trial.sure, trial.follow_up], 1)  # warm
    found = {
        "evidence": evidence,
        "sure": await _costs(ask, trial.sure, trial.repeats, model),
        "follow_up": await _costs(ask, trial.follow_up, trial.repeats, model),
        "walls": {str(many): await _walls(ask, trial.timed, many, model) for many in trial.at_once},
        "behaviour": {
            "one base is down": await _behaves(opened(first, trial.down), trial.two_bases, model),
            "nothing is found": await _behaves(ask, trial.nowhere, model),
        },
    }
    _progress("a wrong label")
    model.set(wrong_labels=True)
    found["behaviour"]["a wrong label"] = await _behaves(ask, trial.unsure, model)
    model.set(wrong_labels=False)
    return found


def _progress(what: str) -> None:
    print(f"{time.strftime('%X')} {what}", file=sys.stderr, flush=True)


async def _evidence(ask: Ask, group: Group, row: Row, model: Model) -> dict[str, Any]:
    model.taken()
    raised, passages = "", list[str]()
    try:
        _, passages = await asyncio.wait_for(ask(row), TOO_LONG_S)
    except Exception as fault:  # noqa: BLE001 - what a system raises is what is measured
        raised = f"{type(fault).__name__}: {fault}"[:200]
    calls = model.taken()
    seen = _flat("\n".join([*(one["prompt"] for one in calls if one["kind"] == "answer"), *passages]))
    needed = set(row.needed)
    reached = {one.key for own in group.chunks.values() for one in own if one.key in needed and _flat(one.own) in seen}
    return {
        "id": row.id,
        "share": len(reached) / len(needed) if needed else None,
        "calls": len(calls),
        "tokens": sum(one["tokens"] for one in calls),
        "raised": raised,
    }


async def _costs(ask: Ask, row: Row, repeats: int, model: Model) -> dict[str, Any]:
    model.taken()
    walls = await _timed(ask, [row] * repeats, 1)
    calls = model.taken()
    kinds = [one["kind"] for one in calls][: len(calls) // repeats]
    tokens = sum(one["tokens"] for one in calls) / repeats
    return {"ms": walls, "calls": len(calls) / repeats, "kinds": kinds, "tokens": round(tokens)}


async def _walls(ask: Ask, rows: Sequence[Row], many: int, model: Model) -> dict[str, Any]:
    model.taken()
    asked = [rows[at % len(rows)] for at in range(max(many, 20))]
    began = time.perf_counter()
    walls = await _timed(ask, asked, many)
    whole, calls = time.perf_counter() - began, model.taken()
    tokens = sum(one["tokens"] for one in calls)
    return {"ms": walls, "whole_s": round(whole, 3), "calls": len(calls) / len(asked), "tokens": tokens / len(asked)}


async def _timed(ask: Ask, rows: Sequence[Row], many: int) -> list[float]:
    room = asyncio.Semaphore(many)

    async def one(row: Row) -> float:
        async with room:
            began = time.perf_counter()
            with suppress(Exception):  # one that raises took its time too; the evidence tells how many do
                await asyncio.wait_for(ask(row), TOO_LONG_S)
            return (time.perf_counter() - began) * 1000

    return list(await asyncio.gather(*(one(row) for row in rows)))


async def _behaves(ask: Ask, row: Row, model: Model) -> dict[str, Any]:
    model.set(pause_s=0.0)
    model.taken()
    said, raised = "", ""
    try:
        said, _ = await asyncio.wait_for(ask(row), TOO_LONG_S)
    except Exception as fault:  # noqa: BLE001 - what a system raises is what is measured
        raised = f"{type(fault).__name__}: {fault}"[:300]
    model.set(pause_s=0.3)
    return {"raised": raised, "said": said, "calls": len(model.taken())}


def _flat(text: str) -> str:
    return " ".join(text.split())


def serve(opened: Open, packages: tuple[str, ...]) -> None:
    """The whole of a system's script. The command line is: FOLDER ANSWERS ADDRESS-OF-THE-MODEL."""
    folder, out, address = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    # The usual variables of the usual client: every system reads them.
    at = f"{address}/v1"
    os.environ.update(OPENAI_BASE_URL=at, OPENAI_API_BASE=at, OPENAI_API_KEY="sk-scripted", NO_PROXY="127.0.0.1")
    groups, trial = read(folder)
    found = asyncio.run(driven(opened, groups, trial, Model(address)))
    found["versions"] = {name: version(name) for name in packages}
    out.write_text(json.dumps(found), encoding="utf-8")
