"""What the nodes depend on, opened once a process and shared; nothing here belongs to one run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from errors import StoreError
from graph.blas import one_blas_thread
from graph.opening import Opening
from graph.settings import ROOT, Settings
from knowledge.bases.base import Base, Connected, Embedded, Structured
from knowledge.bases.vector import scope
from knowledge.catalog import Catalog, find
from knowledge.clients import opener
from knowledge.embedding import Embedder, embedder
from knowledge.ingest import Progress, Report, ingest, no_progress
from knowledge.rerank import reranker
from knowledge.resting import Rests
from knowledge.sentences import SentenceVectors
from knowledge.spelling import Spelling
from knowledge.store import Store, made
from knowledge.tool_spec import STRUCTURED
from models.chat import ChatModels
from routing.answer_cache import AnswerCache
from routing.cascade import Cascade
from routing.everyday import Everyday
from routing.memory import Memory
from routing.passages import Passages
from tools.gating.gate import Gate
from tools.registry import Registry

if TYPE_CHECKING:
    from langchain_core.documents.compressor import BaseDocumentCompressor

    from routing.log import RouteLog
    from routing.log_rows import Versions
    from routing.log_shadow import ShadowSearches

SETTLE_S = 1.0
"""How long the end of a command may wait for searches in the shadow: two warm ones take a tenth of it, and passages
that were never looked into all of it."""
BUILD_WAIT_S = 600
"""How long a first question waits for another process that is building the store."""


@dataclass(frozen=True)
class Resources:
    """One catalog, opened. `open_base` is the door through which a test brings a base of its own."""

    settings: Settings
    catalog: Catalog
    models: ChatModels
    open_base: Callable[[str], Base] | None = None
    on_build: Progress = no_progress
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def load(cls, settings: Settings, *, on_build: Progress = no_progress) -> Resources:
        """The resources of the catalog that the settings name. Raises ConfigError; opens nothing yet."""
        catalog = find(settings.catalog, settings.catalogs)
        return cls(settings, catalog, ChatModels(settings.model_timeout), on_build=on_build)

    @property
    def folder(self) -> Path:
        """Where this catalog's store is kept."""
        return self.settings.home / self.catalog.name

    @cached_property
    def store(self) -> Store:
        """The catalog's store; one client a path."""
        return Store(self.folder, opener(self.settings.chroma))

    @cached_property
    def sentences(self) -> SentenceVectors:
        """Vectors of sentences, beside the store."""
        made(self.folder)
        return SentenceVectors(self.store.sentences_file)

    @cached_property
    def embedder(self) -> Embedder:
        """The model that questions are routed and answers chosen with."""
        return self.embedder_of("")

    def embedder_of(self, own: str) -> Embedder:
        """The model of a base's own setting, or the process's where it has none."""
        return embedder(own or self.settings.embedding)

    @cached_property
    def reranker(self) -> BaseDocumentCompressor | None:
        """What orders the findings anew, where a setting names it. Raises ConfigError."""
        return reranker(self.settings.reranker) if self.settings.reranker else None

    @cached_property
    def cascade(self) -> Cascade:
        """The catalog's router."""
        if self.open_base:
            return Cascade.of(self.catalog, self.embedder, self.folder / "learned")
        passages = Passages(self.catalog, self.store, self.embedder)
        memory = Memory(self.catalog, passages, self.store.lexical, self.embedder)
        learned = self.folder / "learned"
        return Cascade.of(self.catalog, self.embedder, learned, passages=passages, memory=memory)

    @cached_property
    def everyday(self) -> Everyday:
        """What people ask that no base holds."""
        return Everyday.of(self.embedder, self.folder / "learned")

    @cached_property
    def spelling(self) -> Spelling:
        """What reads slips of the pen."""
        return Spelling(self.store.lexical)

    def scopes(self, names: Collection[str]) -> list[str]:
        """Where the chunks of these bases, or those they digest, stand in the index of words."""
        specs = [self.catalog.spec(name) for name in names]
        held = [self.catalog.spec(part) for spec in specs for part in spec.of or (spec.name,)]
        return [scope(self.catalog.collection(spec), spec.value) for spec in held if spec.chunked]

    def slips(self, texts: Iterable[str], names: Collection[str]) -> dict[str, str]:
        """The slips of the pen in `texts`, read by what these bases say; none where the setting wants none. Blocks."""
        return self.spelling.slips(texts, self.scopes(names)) if self.settings.spelling else {}

    @cached_property
    def answer_cache(self) -> AnswerCache | None:
        """Where answers are kept for the next one who asks the same, or None where the setting wants none."""
        if not self.settings.cache:
            return None
        return AnswerCache(self.settings.home / "answers.sqlite", self.settings.cache, self.embedder)

    @cached_property
    def route_log(self) -> RouteLog | None:
        """Where decisions are logged, or None where the setting says so."""
        from routing.log import RouteLog  # SQLAlchemy is slow to import

        if self.settings.log == "none":
            return None
        made(self.settings.home)
        url = self.settings.log or f"sqlite:///{self.settings.home / 'routes.sqlite'}"
        return RouteLog(url, keep_text=self.settings.log_text)

    @cached_property
    def shadow(self) -> ShadowSearches | None:
        """The searches behind a share of the decisions, or None where the settings want none or there is no log."""
        if not self.settings.shadow or self.route_log is None:
            return None
        from routing.log_shadow import ShadowSearches

        return ShadowSearches(self.catalog, self.bases, self.route_log, self.settings.shadow, self.embedder.name)

    def settle(self, limit_s: float = SETTLE_S) -> None:
        """Give searches in the shadow a last moment, where a command has shown its answer and is about to end."""
        if "shadow" in self.__dict__ and self.shadow is not None:
            self.shadow.settle(limit_s)

    def close(self) -> None:
        """Let go of files and connections, once searches in the shadow had a last moment; a later use opens anew.

        A model's clients stay: they belong to an event loop.
        """
        self.settle()
        for name in ("route_log", "store"):
            if self.__dict__.get(name) is not None:
                getattr(self, name).close()
        for base in self.__dict__.get("bases", {}).values():
            if isinstance(base, Connected):
                base.close()

    def __enter__(self) -> Self:
        """Opens nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """See `close`."""
        self.close()

    def versions(self, model: str) -> Versions:
        """What a logged decision was made with. Blocks for the store's manifest."""
        from routing.log_rows import digest

        try:
            held = self.store.manifest()
        except StoreError:
            held = None
        index = digest(held.fingerprint, *map(str, sorted(held.documents.items()))) if held else ""
        return replace(self._made_with, model=model or self._made_with.model, index=index)

    @cached_property
    def _made_with(self) -> Versions:
        # The catalog and the prompts were read when the process began: what stands on disk now decided nothing.
        from routing.log_rows import Versions

        return Versions.of(self.catalog, ROOT / "prompts", "", "")

    @cached_property
    def rests(self) -> Rests:
        """Which bases fail again and again and are not asked for a while."""
        return Rests(self.settings.rest_after, self.settings.rest)

    @cached_property
    def bases(self) -> Mapping[str, Base]:
        """Every base by name."""
        return {name: (self.open_base or self._base)(name) for name in self.catalog.names}

    @cached_property
    def registry(self) -> Registry:
        """The catalog's tools. Raises ConfigError for a function that is not there."""
        stores = {spec.name: self.bases[spec.name] for spec in self.catalog.base if spec.type in STRUCTURED}
        return Registry.of(self.catalog, cast("Mapping[str, Structured]", stores), Gate(self.embedder), self.rests)

    def prepare(self) -> None:
        """Open what a question needs, once a process, and build a store that was never built. Blocks."""
        with self._lock:
            if self.open_base is None and self.store.manifest() is None:
                self.ingest(wait_s=BUILD_WAIT_S, progress=self.on_build)
            _ = self._opened

    @cached_property
    def _opened(self) -> bool:
        # Whatever runs share is made here, under one lock: runs that came upon it together would make it twice.
        _ = self.sentences, self.cascade, self.bases, self.registry, self.reranker, self.everyday
        _ = self.spelling, self.answer_cache, self.shadow
        one_blas_thread()
        if self.route_log is not None:
            with suppress(StoreError):
                self.route_log.expire(self.settings.log_days)
        return True

    def ingest(
        self,
        *,
        rebuild: bool = False,
        dry_run: bool = False,
        wait_s: float = 0,
        progress: Progress = no_progress,
        on_read: Progress = no_progress,
    ) -> Report:
        """Bring the store to what the documents say; see `knowledge.ingest.ingest`."""
        if not dry_run:
            for base in self.bases.values():
                if isinstance(base, Embedded):
                    base.fill()
        return ingest(
            self.catalog,
            self.store,
            self.embedder_of,
            rebuild=rebuild,
            dry_run=dry_run,
            wait_s=wait_s,
            progress=progress,
            on_read=on_read,
        )

    def _base(self, name: str) -> Base:
        return Opening(self.catalog, self.settings, self.store, self.sentences, self.embedder_of).base(name)
