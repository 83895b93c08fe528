"""Vectors of the public sets, embedded once and kept by content and model in the home, never beside the public data.

Texts are embedded one at a time: the embedded model scales its int8 activations by the batch, so a text's vector would
otherwise depend on its neighbours, and a decision in use embeds one question.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from graph.settings import Settings
from knowledge.embedding import EMBEDDED, embedded
from knowledge.ingest import Progress, no_progress

Vectors = NDArray[np.float32]

FOLDER = "evals"
"""Below the home."""
BATCH = 64
"""Texts between two words of progress."""
SAVE_EVERY = 2048
"""New texts after which the cache is written, so that a run that is stopped loses a minute and not ten."""


class VectorCache:
    """An encoder that remembers: call it like `encode`, then `save` once."""

    def __init__(
        self,
        encode: Callable[[list[str]], Vectors],
        model: str,
        directory: Path | None,
        *,
        workers: int = 2,
        progress: Progress = no_progress,
    ) -> None:
        """`directory` None keeps nothing on disk; `progress` is told of texts that have to be embedded."""
        self._encode = encode
        self._workers = workers
        self._progress = progress
        self._known: dict[str, Vectors] = {}
        self._fresh = 0
        self._path = None
        if directory is not None:
            self._path = directory / f"{hashlib.sha256(model.encode()).hexdigest()[:16]}.npz"
            self._known = _read(self._path)

    @classmethod
    def of(cls, settings: Settings, progress: Progress = no_progress) -> Self:
        """The cache in the home, over the embedded model, which the public figures are measured with."""
        return cls(embedded().encode, EMBEDDED, settings.home / FOLDER, progress=progress)

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), d), in the order given; for no text, those of none: (0, d)."""
        keys = [_key(text) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if missing:
            self._embed(missing)
        return np.stack([self._known[key] for key in keys]) if keys else self._encode([])

    def save(self) -> None:
        """Write what is new, whole or not at all; what another process wrote meanwhile is kept."""
        if self._path is None or not self._fresh:
            return
        self._known = _read(self._path) | self._known
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(f".{os.getpid()}.tmp")
        with draft.open("wb") as file:
            np.savez(file, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))
        draft.replace(self._path)
        self._fresh = 0

    def _embed(self, missing: dict[str, str]) -> None:
        keys = list(missing)
        with ThreadPoolExecutor(self._workers) as pool:
            for start in range(0, len(keys), BATCH):
                batch = keys[start : start + BATCH]
                fresh = pool.map(lambda key: self._encode([missing[key]])[0], batch)
                self._known.update(zip(batch, fresh, strict=True))
                self._fresh += len(batch)
                if len(keys) > BATCH:
                    self._progress(start + len(batch), len(keys))
                if self._fresh >= SAVE_EVERY:
                    self.save()


def _read(path: Path) -> dict[str, Vectors]:
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            return dict(zip(file["keys"].tolist(), file["vectors"], strict=True))
    except (FileNotFoundError, BadZipFile, EOFError, KeyError, ValueError):
        return {}  # a cache that cannot be read is a cache that is not there


def _key(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
