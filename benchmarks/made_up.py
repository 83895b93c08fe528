"""Catalogs and stores of any size, made of made-up words: what grows is their number, and nothing else.

Of large stores the vectors are synthetic as well: random directions, so that no search is helped or hurt by content.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from graph.resources import Resources
from graph.settings import Settings
from knowledge.base_spec import BASE_KEY
from knowledge.bases.vector import scope
from knowledge.catalog import Catalog
from knowledge.manifest import Manifest

SEED = 20240607
SYLLABLES = ("ba", "den", "fi", "gor", "hul", "ka", "lem", "mi", "nor", "pu", "ras", "sel", "ti", "vor", "wen", "zu")
PASSAGES = 5
"""Of each base of a small catalog."""
BATCH = 5000


def catalog(folder: Path, bases: int) -> Path:
    """Write a catalog of so many bases, each with a subject of its own in five sections; returns its parent folder."""
    words = random.Random(SEED)  # noqa: S311 - made-up words, not secrets
    place = folder / "catalogs" / f"of{bases}"
    lines = ['title = "Made up"', 'description = "Made-up subjects."', ""]
    for number in range(bases):
        subject, name = subject_of(words), f"base{number:02}"
        documents = place / "documents" / name
        documents.mkdir(parents=True, exist_ok=True)
        text = "\n\n".join(f"## {subject} {part}\n\nThe {subject} of {part} costs {number + 7} {subject_of(words)}."
                           for part in (subject_of(words) for _ in range(PASSAGES)))  # fmt: skip
        (documents / "page.md").write_text(f"# {subject}\n\n{text}\n", encoding="utf-8")
        lines += ["[[base]]", f'name = "{name}"', f'description = "All about {subject}: its parts and prices."',
                  f'examples = ["What does {subject} cost?", "Which parts has {subject}?"]',
                  f'documents = "documents/{name}"', ""]  # fmt: skip
    (place / "catalog.toml").write_text("\n".join(lines), encoding="utf-8")
    tomllib.loads((place / "catalog.toml").read_text(encoding="utf-8"))
    return place.parent


def subject_of(words: random.Random) -> str:
    """One made-up word."""
    return "".join(words.choice(SYLLABLES) for _ in range(3))


def subjects(resources: Resources) -> list[str]:
    """The subject of each base."""
    return [spec.description.removeprefix("All about ").partition(":")[0] for spec in resources.catalog.base]


def fill(resources: Resources, chunks: int) -> None:
    """Put so many chunks with synthetic vectors into the catalog's bases, in equal shares, and call the store built."""
    known: Catalog = resources.catalog
    numbers, words = np.random.default_rng(SEED), random.Random(SEED)  # noqa: S311
    vocabulary = [subject_of(words) for _ in range(3000)]
    store, embedder = resources.store, resources.embedder
    share = chunks // len(known.base)
    with store.writing():
        for spec in known.base:
            collection = known.collection(spec)
            store.create(collection, embedder)
            texts = [f"The {' '.join(words.choices(vocabulary, k=12))}." for _ in range(share)]
            ids = [f"{spec.name}-{number}" for number in range(share)]
            told: list[Any] = [
                {BASE_KEY: spec.value, "source": id_, "title": "", "heading": "", "position": 0, "lead": 0}
                for id_ in ids
            ]
            with store.filling(collection, embedder) as rows:
                for start in range(0, share, BATCH):
                    part = slice(start, start + BATCH)
                    vectors = numbers.standard_normal((len(ids[part]), 384)).astype(np.float32)
                    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
                    rows.add(ids[part], vectors, metadatas=told[part], documents=texts[part])
            place = scope(collection, spec.value)
            store.lexical.add((id_, place, text) for id_, text in zip(ids, texts, strict=True))
        store.manifest_file.save(Manifest(fingerprint=f"synthetic-{chunks}", chunks=chunks))


def opened(catalogs: Path, name: str, home: Path, **settings: Any) -> Resources:
    """Resources over one of these catalogs, with nothing logged and nothing searched in the shadow."""
    return Resources.load(
        Settings.from_env({}, catalog=name, catalogs=catalogs, home=home, log="none", shadow=0, **settings)
    )
