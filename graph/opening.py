"""Opening the bases of a catalog, each as its type wants; what is slow to import is imported where it is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from graph.settings import Settings
from knowledge.base_spec import BaseSpec
from knowledge.bases.base import Base, Unsearched
from knowledge.bases.summary import SummaryBase
from knowledge.bases.vector import VectorBase
from knowledge.bases.web import WebBase
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder
from knowledge.sentences import SentenceVectors
from knowledge.store import Store
from knowledge.web.provider import provider_of


@dataclass(frozen=True)
class Opening:
    """Opens bases over one store. `embedder_of` gives the model of a base's setting, and the house's for ""."""

    catalog: Catalog
    settings: Settings
    store: Store
    sentences: SentenceVectors
    embedder_of: Callable[[str], Embedder]

    @property
    def house(self) -> Embedder:
        """The model of bases that have none of their own, and what sentences are compared with."""
        return self.embedder_of("")

    def base(self, name: str) -> Base:
        """The base of a name, opened. Raises ConfigError."""
        spec = self.catalog.spec(name)
        if spec.type == "sql":
            from knowledge.bases.sql import SqlBase  # sqlglot is slow to import

            return SqlBase.of(self.catalog, spec, self.store.directory)
        if spec.type == "graph":
            from knowledge.bases.graph import GraphBase

            return GraphBase.of(self.catalog, spec, self.settings.home)
        if spec.type == "calculator":
            return Unsearched(name)
        if spec.type == "summary":
            parts = tuple(self._vector(self.catalog.spec(part)) for part in spec.of or (name,))
            return SummaryBase(name, parts, self.sentences, self.house)
        if spec.type == "web":
            provider = provider_of(self.settings.web, self.settings.web_url)
            return WebBase(spec, provider, self.house, self.catalog.retrieval)
        return self._vector(spec)

    def _vector(self, spec: BaseSpec) -> VectorBase:
        own = self.embedder_of(spec.embedding)
        base = VectorBase.of(self.catalog, spec, self.store, own, self.sentences)
        return base if own.name == self.house.name else replace(base, judge=self.house)
