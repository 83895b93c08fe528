"""What the embedded classifiers learned, kept on disk: fitting them takes a quarter of a second of every start.

A file is named after all that was learned from, so that a changed row, recipe or model is learned anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from knowledge.embedding import Embedder
from routing.kept_file import keep
from routing.seeds import vectors
from routing.seeds.learner import Bag, Classifier, Floats, Recipe

FORMAT = 1
"""Another number wherever `learner` learns otherwise from the same rows."""
_WEIGHTS = ("dense", "words", "chars", "surface")


def learned(
    name: str,
    rows: Sequence[tuple[str, str]],
    embedder: Embedder,
    labels: Sequence[str],
    recipe: Recipe,
    own: Sequence[bool] | None = None,
    cache: Path | None = None,
) -> tuple[Classifier, Floats]:
    """What `Classifier.fit` returns, read from the folder `cache` where it was learned from the same before.

    A cache that cannot be read or written costs time and nothing else.
    """
    file = None if cache is None else cache / f"{name}-{_digest(rows, embedder.name, labels, recipe, own)}.npz"
    if file is not None:
        with contextlib.suppress(OSError, ValueError, KeyError, EOFError, BadZipFile):
            return _read(file, recipe)
    known = vectors(embedder, [text for text, _ in rows], cache)
    classifier, left_out = Classifier.fit(rows, known, labels, recipe, own)
    if file is not None:
        keep(file, lambda draft: _write(draft, classifier, left_out), older=f"{name}-*.npz")
    return classifier, left_out


def _digest(
    rows: Sequence[tuple[str, str]], model: str, labels: Sequence[str], recipe: Recipe, own: Sequence[bool] | None
) -> str:
    groups = {name: sorted(group) for name, group in recipe.groups.items()}
    scales = [recipe.words, recipe.chars, recipe.surface, recipe.ridge, recipe.own, recipe.own_weights]
    mine = None if own is None else list(own)
    told = json.dumps([FORMAT, model, list(rows), list(labels), groups, scales, mine])
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def _write(file: Path, classifier: Classifier, left_out: Floats) -> None:
    bags = classifier.bags
    values = {"labels": classifier.labels, "grams": [list(bag.places) for bag in bags]}
    arrays: dict[str, Any] = {
        "values.json": np.frombuffer(json.dumps(values).encode(), dtype=np.uint8),
        "centre": classifier.centre,
        "bias": classifier.bias,
        "left_out": left_out,
        **{f"idf/{at}": bag.idf for at, bag in enumerate(bags)},
        **dict(zip(_WEIGHTS, classifier.weights, strict=True)),
    }
    with file.open("wb") as out:
        np.savez(out, allow_pickle=False, **arrays)


def _read(file: Path, recipe: Recipe) -> tuple[Classifier, Floats]:
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
        arrays: Mapping[str, Any] = {name: held[name] for name in held.files}
    values = json.loads(arrays["values.json"].tobytes())
    one, two = (
        Bag({gram: place for place, gram in enumerate(grams)}, arrays[f"idf/{at}"])
        for at, grams in enumerate(values["grams"])
    )
    dense, words, chars, surface = (arrays[name] for name in _WEIGHTS)
    weights = (dense, words, chars, surface)
    learned_ = Classifier(tuple(values["labels"]), recipe, (one, two), arrays["centre"], weights, arrays["bias"])
    return learned_, arrays["left_out"]
