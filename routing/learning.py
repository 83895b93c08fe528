"""What a router learns from a catalog, kept beside the store: fitting it takes seconds, reading it none."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from errors import RoutingDataError
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder
from knowledge.labelled import LabelledQuestion
from routing.kept_file import keep
from routing.profiles import fingerprint, teaching
from routing.semantic import SemanticTier

log = logging.getLogger("signalbox.routing")


def semantic_tier(
    catalog: Catalog, embedder: Embedder, cache: Path | None, rows: Sequence[LabelledQuestion]
) -> SemanticTier:
    """The semantic tier of a catalog, read from the folder `cache` where it was learned from the same before."""
    taught = teaching(catalog, rows)
    file = None if cache is None else cache / f"router-{fingerprint(taught, embedder.name)}.npz"
    if file is not None and file.exists():
        try:
            return SemanticTier.load(file, embedder.encode)
        except RoutingDataError as fault:
            log.warning("learning the router anew: %s", fault)
    profiles, labelled, away = taught
    tier = SemanticTier.fit(profiles, embedder.encode, labelled, away)
    if file is not None:
        keep(file, tier.save, older="router-*.npz")
    return tier
