"""The example sentences that the embedded classifiers learn from, and their vectors.

They are data and not code, so that a deployment's engineer can read what "negative" or "summarize" was taken to mean.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from errors import ConfigError
from knowledge.embedding import Embedder, Vectors
from routing.kept_file import keep

MOST_REMEMBERED = 8
"""Sets of rows whose vectors stay in memory, about half a megabyte each."""
_REMEMBERED: dict[tuple[Embedder, str], Vectors] = {}


def shipped(name: str, key: str) -> list[tuple[str, str]]:
    """The (text, label) rows of `name`.jsonl beside this file; the label stands under `key`."""
    lines = files(__name__).joinpath(f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(row["text"], row[key]) for row in map(json.loads, lines)]


def labelled(file: Path, key: str, split: str) -> list[tuple[str, str]]:
    """The (text, label) rows of a catalog's own file whose split is `split`; none where the file does not exist.

    Raises ConfigError, naming file and line, for a line that is not an object with these three fields as strings.
    """
    rows: list[tuple[str, str]] = []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return rows
    except (OSError, UnicodeDecodeError) as fault:
        raise ConfigError(f"{file}: cannot be read: {fault}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row: Any = json.loads(line)
        except json.JSONDecodeError as fault:
            raise ConfigError(f"{file}, line {number}: not valid JSON: {fault}") from None
        given = [row.get(field) if isinstance(row, dict) else None for field in ("text", key, "split")]
        if not all(isinstance(value, str) for value in given):
            raise ConfigError(f"{file}, line {number}: text, {key} and split must be strings (got {line[:80]!r})")
        if given[2] == split:
            rows.append((str(given[0]), str(given[1])))
    return rows


def vectors(embedder: Embedder, texts: Sequence[str], cache: Path | None = None) -> Vectors:
    """Unit vectors of shape (len(texts), dimensions).

    They are remembered in the process, so several catalogs embed the shipped rows once. With `cache`, a folder, they
    are kept there under a name made of the model and the texts, so another model or an edited row is embedded anew. A
    cache that cannot be read or written costs time and nothing else.
    """
    digest = hashlib.sha256(json.dumps([embedder.name, *texts]).encode()).hexdigest()[:24]
    key = (embedder, digest)
    known = _REMEMBERED.get(key)
    if known is None:
        known = _REMEMBERED[key] = _kept(embedder, texts, digest, cache)
        while len(_REMEMBERED) > MOST_REMEMBERED:
            del _REMEMBERED[next(iter(_REMEMBERED))]
    return known


def _kept(embedder: Embedder, texts: Sequence[str], digest: str, cache: Path | None) -> Vectors:
    if cache is None:
        return _fresh(embedder, texts)
    file = cache / f"seeds-{digest}.npy"
    with contextlib.suppress(OSError, ValueError, EOFError):
        known: Vectors = np.load(file, allow_pickle=False)
        if known.ndim == 2 and len(known) == len(texts):
            return known
    fresh = _fresh(embedder, texts)

    def write(draft: Path) -> None:
        with draft.open("wb") as out:
            np.save(out, fresh, allow_pickle=False)

    keep(file, write)
    return fresh


def _fresh(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """The vectors of texts; those of shipped sentences are shipped too."""
    from routing.seeds.shipping import known  # which reads the sentences with what stands here

    have = known(embedder.name, texts)
    unknown = [text for text in dict.fromkeys(texts) if text not in have]
    if unknown:
        have |= dict(zip(unknown, embedder.encode(unknown), strict=True))
    return np.stack([have[text] for text in texts])
