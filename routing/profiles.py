"""What a catalog tells the semantic tier: a profile of each base, and its labelled questions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict

from knowledge.catalog import Catalog
from knowledge.labelled import LabelledQuestion
from routing.followup import complete
from routing.profile import Labelled, Profile

Teaching = tuple[list[Profile], list[Labelled], list[str]]
"""Profiles in the catalog's order, labelled questions, and questions that are out of scope."""


def teaching(catalog: Catalog, rows: Sequence[LabelledQuestion]) -> Teaching:
    """What there is to learn from a catalog and its labelled questions; follow-ups are completed as a run would."""
    profiles = [
        Profile(spec.name, spec.description, examples=spec.examples, negatives=spec.negatives)
        for spec in catalog.holding
    ]
    asked = [(complete(row.question, row.said_before), frozenset(row.bases)) for row in rows]
    labelled = [Labelled(text, bases) for text, bases in asked if bases]
    return profiles, labelled, [text for text, bases in asked if not bases]


def fingerprint(taught: Teaching, model: str) -> str:
    """Changes when anything that the fitted tier depends on changes."""
    profiles, labelled, outside = taught
    told = [
        model,
        [asdict(profile) for profile in profiles],
        [(row.text, sorted(row.labels)) for row in labelled],
        outside,
    ]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()[:16]
