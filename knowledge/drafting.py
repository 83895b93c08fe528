"""A first catalog from a folder: which bases there are, and what can be said of each by counting and comparing.

A description without a model names the documents and the terms that are typical of a base (frequent in its documents,
rare in the others'); the examples are the questions that stand in the documents, then the sentences that are nearest
to the middle of the base and farthest from the others'. Good enough to route with, and made to be edited.
"""

from __future__ import annotations

import glob
import math
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

import numpy as np

from errors import DocumentError
from knowledge.base_spec import BaseSpec
from knowledge.chunking import chunk_markdown
from knowledge.digest import evenly
from knowledge.embedding import Vectors
from knowledge.formats import load
from knowledge.reading import read
from knowledge.scanning import Scan, scan
from knowledge.sqldb.drafting import Lookup, drafted, is_database
from knowledge.text import fold, plain, stem, terms, units

READ = 120
"""Files of a base that are read, evenly taken: enough to tell what it is about."""
COMPARED = 240
"""Sentences of a base that are embedded, evenly taken."""
NAMED = 8
TERMS = 10
EXAMPLES = 8
SPREAD = 0.75
"""Cosine from which an example says the same as one that is chosen already."""
_SHORTEST, _LONGEST = 25, 220
_WORD = re.compile(r"[^\W\d_]+")

Encode = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class BaseDraft:
    """One base to be: where its documents lie, what was read of them, and what is said of it."""

    name: str
    folder: Path
    ignore: tuple[str, ...] = ()
    files: int = 0
    titles: tuple[str, ...] = ()
    """Titles and headings, each once, in reading order."""
    sentences: tuple[str, ...] = ()
    description: str = ""
    examples: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    """Of an sql base, the address of its database, and what may be asked of it."""
    tables: tuple[str, ...] = ()
    lookups: tuple[Lookup, ...] = ()


def draft(folder: Path, encode: Encode) -> list[BaseDraft]:
    """The bases of a folder, one for each folder directly in it that holds something to ingest, one for the files that
    lie beside those, and one for each SQLite database anywhere in it. [] where there is none of these.
    """
    bases = [_read(base) for base in _bases(folder)]
    told = _typical_terms([[*base.titles, *base.sentences] for base in bases])
    middles = [_sampled(base, encode) for base in bases]
    drafts = []
    for place, base in enumerate(bases):
        others = [vectors for other, (_, vectors) in enumerate(middles) if other != place and len(vectors)]
        examples = _examples(base, *middles[place], others, encode)
        drafts.append(replace(base, description=_description(base, told[place]), examples=examples))
    databases, notes = _databases(folder, {base.name for base in drafts})
    drafts += databases
    if drafts and notes:
        drafts[-1] = replace(drafts[-1], notes={**drafts[-1].notes, **notes})
    return drafts


def _databases(folder: Path, taken: Collection[str]) -> tuple[list[BaseDraft], dict[str, str]]:
    """A base for each database that can be read, and why the others cannot, by their path."""
    found: dict[str, BaseDraft] = {}
    notes: dict[str, str] = {}
    for file in sorted(folder.rglob("*")):
        place = file.relative_to(folder)
        if any(part.startswith(".") for part in place.parts) or not is_database(file):
            continue
        try:
            told = drafted(file)
        except sqlite3.Error as fault:
            notes[str(place)] = f"the database cannot be read: {fault}"
            continue
        name = file.stem if file.stem not in {*taken, *found} else str(place).replace("/", " ")
        base = BaseDraft(name, file.parent, files=1, description=told.description, examples=told.examples)
        found[name] = replace(base, url=f"sqlite:///{file.resolve()}", tables=told.tables, lookups=told.lookups)
    return list(found.values()), notes


def _bases(folder: Path) -> list[BaseDraft]:
    below = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    found = [(path, BaseSpec(name=path.name, documents=str(path))) for path in below]
    bases = [BaseDraft(spec.name, path) for path, spec in found if scan(spec, path).files]
    ignore = tuple(glob.escape(base.name) for base in bases)
    loose = BaseSpec(name=folder.name or "documents", ignore=ignore)
    if scan(loose, folder).files:
        names = {base.name for base in bases}
        name = loose.name if loose.name not in names else f"{loose.name} (other)"
        bases.append(BaseDraft(name, folder, ignore))
    return bases


def _read(base: BaseDraft) -> BaseDraft:
    spec = BaseSpec(name=base.name, ignore=base.ignore)
    found: Scan = scan(spec, base.folder)
    files = list(found.files.values())
    # A database becomes a base of its own.
    noted = {source: base.folder / source.partition("/")[2] for source in found.notes}
    notes = {source: why for source, why in found.notes.items() if not is_database(noted[source])}
    titles: dict[str, None] = {}
    sentences: dict[str, None] = {}
    for file in evenly(files, READ):
        try:
            loaded = load(read(file)[0], file.path.suffix, spec.max_file_mb)
        except DocumentError as fault:
            notes[file.source] = str(fault)
            continue
        title = loaded.title or file.path.stem.replace("_", " ").replace("-", " ")
        for chunk in chunk_markdown(loaded.text, size=spec.chunk_size, fallback_title=title):
            for heading in (chunk.title, *chunk.heading.split(" > ")):
                titles.setdefault(plain(heading))
            for unit in units(chunk.text):
                if _SHORTEST <= len(unit.text) <= _LONGEST:
                    sentences.setdefault(unit.text)
    kept = tuple(title for title in titles if title)
    return replace(base, files=len(files), titles=kept, sentences=tuple(sentences), notes=notes)


def _typical_terms(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """The most typical terms of each group of texts: how many of its texts hold one, times how much more often that is
    than in the other groups' texts.
    """
    written = _written(chain.from_iterable(texts))
    counts = [Counter(chain.from_iterable(set(terms(text)) for text in group)) for group in texts]
    whole: Counter[str] = sum(counts, Counter())
    all_texts = sum(map(len, texts))
    typical = []
    for group, count in zip(texts, counts, strict=True):
        scores = {
            term: n * math.log((n + 0.5) / (len(group) + 1) / ((whole[term] - n + 0.5) / (all_texts - len(group) + 1)))
            for term, n in count.items()
            if len(term) > 2 and not term[0].isdigit() and (n > 1 or len(group) < 20)
        }
        ranked = sorted(scores, key=lambda term: (-scores[term], term))
        # One form of a word is enough: the best ranked of those that share a stem.
        forms: dict[str, str] = {}
        for term in ranked:
            forms.setdefault(stem(term), term)
        typical.append([written.get(term, term) for term in list(forms.values())[:TERMS]])
    return typical


def _written(texts: Iterable[str]) -> dict[str, str]:
    """Words that are not spelled as they are compared, by their folded form."""
    found = chain.from_iterable(_WORD.findall(text.lower()) for text in texts if not text.isascii())
    return {fold(word): word for word in found if not word.isascii()}


def _description(base: BaseDraft, typical: Sequence[str]) -> str:
    named = [title.rstrip(".:") for title in evenly(base.titles, NAMED)]
    more = f" and {len(base.titles) - len(named)} more" if len(base.titles) > len(named) else ""
    parts = [f"{', '.join(named)}{more}." if named else "", f"About {', '.join(typical)}." if typical else ""]
    return " ".join(part for part in parts if part)


def _sampled(base: BaseDraft, encode: Encode) -> tuple[list[str], Vectors]:
    texts = evenly(base.sentences, COMPARED)
    return texts, encode(texts) if texts else np.zeros((0, 1), dtype=np.float32)


def _examples(
    base: BaseDraft, texts: Sequence[str], vectors: Vectors, others: Sequence[Vectors], encode: Encode
) -> tuple[str, ...]:
    """Up to EXAMPLES texts, no two alike: questions that stand in the documents, then typical sentences."""
    # A heading that asks is a question however short ("Do you deliver?").
    asked = [text for text in (*base.titles, *base.sentences) if text.endswith("?") and " " in text][:COMPARED]
    chosen: list[str] = []
    kept: list[Vectors] = []
    ranked = list(zip(asked, encode(asked), strict=True)) if asked else []
    if texts:
        central = vectors @ vectors.mean(axis=0)
        if others:
            central = central - vectors @ np.mean([other.mean(axis=0) for other in others], axis=0)
        ranked += [(texts[row], vectors[row]) for row in np.argsort(-central, kind="stable")]
    for text, vector in ranked:
        if len(chosen) < EXAMPLES and all(float(vector @ other) < SPREAD for other in kept):
            chosen.append(text)
            kept.append(vector)
    return tuple(chosen)
