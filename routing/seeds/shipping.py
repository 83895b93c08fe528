"""The vectors of the shipped rows, shipped beside them: embedding a thousand sentences would be half of a first start.

    python -m routing.seeds.shipping

writes `vectors.npz` anew; a test fails while it is not what the rows say. A sentence that is not in it is embedded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np

from knowledge.embedding import Embedder, Vectors, embedded
from routing.seeds import shipped

SETS = {"abroad": "language", "everyday": "topic", "kinds": "kind", "moods": "mood", "speech": "act"}
FILE = "vectors.npz"


def texts() -> list[str]:
    """Every shipped sentence once, in the order of their vectors."""
    return list(dict.fromkeys(text for name, key in SETS.items() for text, _ in shipped(name, key)))


def key(text: str) -> str:
    """How a sentence is named in the file."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def known(model: str, wanted: Sequence[str]) -> dict[str, Vectors]:
    """The unit vectors of those of the texts that are shipped; none for another model than the embedded one."""
    place = files("routing.seeds").joinpath(FILE)
    if not place.is_file():
        return {}
    with place.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
        if str(held["model"]) != model:
            return {}
        rows = dict(zip(held["keys"].tolist(), held["vectors"], strict=True))
    found = {text: rows[name].astype(np.float32) for text in wanted if (name := key(text)) in rows}
    return {text: vector / np.linalg.norm(vector) for text, vector in found.items()}


def write(embedder: Embedder, file: Path) -> None:
    """Embed the shipped sentences; half precision moves a cosine by less than 0.001 and halves the file."""
    rows = texts()
    vectors = embedder.encode(rows).astype(np.float16)
    keys = np.array([key(text) for text in rows])
    np.savez(file, allow_pickle=False, model=np.array(embedder.name), keys=keys, vectors=vectors)


if __name__ == "__main__":
    write(embedded(), Path(__file__).with_name(FILE))
