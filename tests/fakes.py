"""Stand-ins that implement the house's own protocols and come in through its own doors."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.base import Search
from knowledge.catalog import Catalog, find
from knowledge.embedding import Embedder
from knowledge.passage import Passage
from models.chat import ChatModels
from routing.cascade import Asked, Cascade
from routing.conversation import NOTHING_SAID, History
from routing.decision import Decision, Limits
from routing.kinds import KindTier
from routing.mood import Mood, MoodTier
from routing.profile import Profile, Scores
from routing.rules import FloorRules
from routing.semantic import SemanticTier

Table = Callable[[str], Mapping[str, float]]
"""What the semantic tier makes of a text: a score for each base."""
ROUTING = {"floor": 0.3, "threshold": 0.15, "sure": 0.25}
"""Of a scripted catalog, so that what a table's scores mean does not move with the defaults."""


@dataclass
class ScriptedBase:
    """A base that answers by a function of the search, and remembers what it was asked."""

    name: str
    answer: Callable[[Search], list[Passage]] = lambda search: []
    asked: list[Search] = field(default_factory=list)

    def search(self, search: Search) -> list[Passage]:
        """What the script says; raises what it raises."""
        self.asked.append(search)
        return self.answer(search)


@dataclass(frozen=True)
class ScriptedCascade(Cascade):
    """The real cascade, whose scores, kinds and moods are tables, and which counts what it was asked.

    Every text is a lookup in a neutral mood, unless `kind_table` or `mood_table` says otherwise.
    """

    table: Table = lambda text: {}
    kind_table: Callable[[str], str] = lambda text: "lookup"
    mood_table: Callable[[str], str] = lambda text: "neutral"
    counted: list[str] = field(default_factory=list)
    """The texts that were decided on, in order."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def over(cls, catalog: Catalog, embedder: Embedder, table: Table, **tables: Any) -> ScriptedCascade:
        """The catalog's rules and decisions over the scores of `table`; the tiers under them learn nothing."""
        semantic = SemanticTier.fit([Profile(name) for name in catalog.names], embedder.encode)
        moods, kinds = MoodTier({}, {}, embedder, None, {}), KindTier(("lookup",), embedder, None)
        return cls(catalog, FloorRules.of(catalog), semantic, embedder, moods, kinds, table=table, **tables)

    def judge(self, text: str, before: History = NOTHING_SAID) -> Scores:
        """The table's scores; nothing is out of scope."""
        return Scores(self.table(text), 0.0)

    def kind(self, text: str) -> str:
        """The table's kind."""
        return self.kind_table(text)

    def mood(self, text: str) -> Mood:
        """The table's mood, which leads where the catalog says; with a question mark behind it is not sure."""
        told = self.mood_table(text)
        name = told.removesuffix("?")
        return Mood(name, 1.0, "semantic", "scripted", self.catalog.moods.get(name, "answer"), name == told)

    def decide(self, asked: Asked, allowed: Collection[str], limits: Limits) -> tuple[Decision, bool]:
        """The real decision, counted."""
        self._count(asked)
        return super().decide(asked, allowed, limits)

    def everywhere(self, asked: Asked, allowed: Collection[str], reason: str) -> Decision:
        """The real decision, counted."""
        self._count(asked)
        return super().everywhere(asked, allowed, reason)

    def _count(self, asked: Asked) -> None:
        with self.lock:
            self.counted.append(asked.text)


@dataclass(frozen=True)
class ScriptedResources(Resources):
    """The real resources with a scripted cascade."""

    table: Table = lambda text: {}
    tables: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """`kind_table` and `mood_table`, where a test scripts them."""

    @cached_property
    def cascade(self) -> ScriptedCascade:
        """The catalog's router over the tables."""
        return ScriptedCascade.over(self.catalog, self.embedder, self.table, **self.tables)


def scripted(
    root: Path,
    answers: Mapping[str, Callable[[Search], list[Passage]]],
    table: Table,
    *,
    catalog: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    specs: Mapping[str, Mapping[str, Any]] | None = None,
    tables: Mapping[str, Callable[[str], str]] | None = None,
) -> tuple[ScriptedResources, dict[str, ScriptedBase]]:
    """Resources over fake bases: `answers` gives each base's script, `table` the semantic scores of a text; `tables`
    may hold a `kind_table` and a `mood_table`.
    """
    top = dict(catalog or {})
    top["routing"] = ROUTING | top.get("routing", {})
    write_catalog(root, "scripted", {name: dict((specs or {}).get(name, {})) for name in answers}, **top)
    bases = {name: ScriptedBase(name, answer) for name, answer in answers.items()}
    # What a script was asked is counted, so nothing is searched in the shadow unless a test wants it.
    given = {"catalog": "scripted", "catalogs": root, "home": root / "home", "shadow": 0, **(settings or {})}
    chosen = Settings.from_env({}, **given)
    known = find("scripted", root)
    world = ScriptedResources(
        chosen, known, ChatModels(), open_base=bases.__getitem__, table=table, tables=tables or {}
    )
    return world, bases


def write_catalog(root: Path, name: str, bases: Mapping[str, Mapping[str, Any]], **top: Any) -> Path:
    """Write a catalog under `root` and return its folder.

    Each base maps keys of its block to values; `files` maps file names to text or bytes. `top` holds the catalog's
    other keys, tables as dicts.
    """
    folder = root / name
    folder.mkdir(parents=True, exist_ok=True)
    plain = {key: value for key, value in top.items() if not isinstance(value, dict)}
    lines = [f"{key} = {_toml(value)}" for key, value in plain.items()]
    for key, table in top.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *(f"{_toml(inner)} = {_toml(value)}" for inner, value in table.items())]
    for place, (base, given) in enumerate(bases.items()):
        block = {"name": base, "documents": f"documents/{place}", **given}
        files = block.pop("files", {})
        lines += ["[[base]]", *(f"{key} = {_toml(value)}" for key, value in block.items())]
        write_files(folder / str(block["documents"]), files)
    (folder / "catalog.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files into a folder that is made for them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def passage(base: str, text: str, score: float = 0.9, *, id_: str = "", source: str = "") -> Passage:
    """A passage; id and source follow from base and text where they are not given."""
    digest = hashlib.sha256(f"{base}/{text}".encode()).hexdigest()[:8]
    return Passage(id_ or f"{base}-{digest}", base, text, source or f"{base}/page.md", score=score)


def catalog_of(root: Path, bases: Mapping[str, Mapping[str, Any]], **top: Any) -> Catalog:
    """Write a catalog called `tiny` and load it."""
    return Catalog.load(write_catalog(root, "tiny", bases, **top))
