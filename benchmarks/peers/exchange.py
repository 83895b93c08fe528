"""What each system of the routing benchmark is given, and what it hands back: one folder in, one JSON file out.

Every system runs as a process in an environment of its own, so this needs numpy and the standard library alone.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

Row = tuple[str, str | None]
"""A text and the base it needs; None means that it is out of scope."""
Decide = Callable[[str], tuple[str, float]]
"""The best base for a text, and how sure the system is that the text is in scope at all: higher is surer."""
PARTS = ("val", "oos_val", "test", "oos_test")
TIMED = ("test", "oos_test")


@dataclass(frozen=True)
class Data:
    """The rows of a run and the vector of every text in them, shape (d,), float32 and of unit length."""

    names: dict[str, list[str]]
    """The names of what each base is asked, as words."""
    descriptions: dict[str, str]
    train: list[Row]
    strangers: list[str]
    """Out-of-scope texts to learn from."""
    parts: dict[str, list[Row]]
    vectors: dict[str, np.ndarray]


def write(folder: Path, data: Data) -> None:
    """Lay `data` down for the systems to read."""
    folder.mkdir(parents=True, exist_ok=True)
    fields = {name: getattr(data, name) for name in ("names", "descriptions", "train", "strangers", "parts")}
    (folder / "data.json").write_text(json.dumps({**fields, "texts": list(data.vectors)}), encoding="utf-8")
    np.save(folder / "vectors.npy", np.stack(list(data.vectors.values())))


def read(folder: Path) -> Data:
    """What `write` laid down."""
    fields = json.loads((folder / "data.json").read_text(encoding="utf-8"))
    vectors = dict(zip(fields.pop("texts"), np.load(folder / "vectors.npy"), strict=True))
    return Data(**fields, vectors=vectors)


def answers(
    data: Data, decide: Decide, *, system: str, setting: str, fit_seconds: float, notes: str = ""
) -> dict[str, Any]:
    """Every decision of one system, one text at a time; the validation rows come first and warm it up."""
    decided: dict[str, list[tuple[str, float]]] = {}
    walls: list[float] = []
    works: list[float] = []
    for part in PARTS:
        decided[part] = []
        for text, _ in data.parts[part]:
            began, worked = time.perf_counter(), time.process_time()
            best, sure = decide(text)
            ended, done = time.perf_counter(), time.process_time()
            decided[part].append((best, float(sure)))
            if part in TIMED:
                walls.append(1000 * (ended - began))
                works.append(1000 * (done - worked))
    return {
        "system": system,
        "setting": setting,
        "decided": decided,
        "ms": walls,
        "cpu_ms": works,
        "fit_seconds": fit_seconds,
        "notes": notes,
    }


def balanced(right: ArrayLike, inside: ArrayLike, outside: ArrayLike) -> tuple[float, float]:
    """The threshold (lowest on a tie) with the best mean of in-scope accuracy and out-of-scope recall, and that mean.

    `inside` and `outside` say how sure a system was that in-scope and out-of-scope rows are in scope, `right` whether
    the best base of each in-scope row was the needed one. A row passes if it reaches the threshold.

    Raises:
        ValueError: either side is empty.
    """
    hit, own, away = np.asarray(right, dtype=bool), np.asarray(inside, dtype=float), np.asarray(outside, dtype=float)
    if not own.size or not away.size:
        raise ValueError("both sides need a row")
    tried = np.unique(np.concatenate([own, away, [np.inf]]))
    passed = (hit.sum() - np.searchsorted(np.sort(own[hit]), tried, side="left")) / own.size
    caught = np.searchsorted(np.sort(away), tried, side="left") / away.size
    best = int(np.argmax(passed + caught))
    return float(tried[best]), float(passed[best] + caught[best]) / 2


def serve(run: Callable[[Data], list[dict[str, Any]]], packages: tuple[str, ...]) -> None:
    """The whole of a system's script: read the folder, run, write the answers. Nothing in it may reach the network.

    The command line is: FOLDER ANSWERS.
    """
    folder, out = map(Path, sys.argv[1:3])
    sys.addaudithook(_offline)
    found = {"versions": {name: version(name) for name in packages}, "rows": run(read(folder))}
    out.write_text(json.dumps(found), encoding="utf-8")


def _offline(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.getaddrinfo"}:
        raise ConnectionRefusedError(f"a system under test wanted the network: {event} {arguments[-1]}")
