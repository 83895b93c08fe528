"""The suites `spelling`: a catalog's labelled questions as people type them, with a slip of the pen in each.

Measured are the answers without a slip, with one that is read as the word that is meant, and with one that is not; and
how many slips were read rightly. Run: signalbox eval spelling --suite larkspur
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Sequence
from typing import Final

from evals.answers import figures
from evals.report import Result
from evals.trial import nothing_labelled
from graph.resources import Resources
from graph.settings import Settings
from knowledge.ingest import Progress, no_progress
from knowledge.labelled import LabelledQuestion, Split, labelled_questions
from knowledge.spelling import as_meant
from knowledge.text import STOP_WORDS, fold

SEED: Final = 20
LETTERS: Final = 5
"""Of a word into which a slip is made, at least."""
RATES: Final = ("points_shown", "right_source", "answered", "declined")
_WORD: Final = re.compile(rf"(?<![\w'’-])[A-Za-z]{{{LETTERS},}}(?![\w'’-])")
_KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def run(catalog: str, settings: Settings, progress: Progress = no_progress, *, split: Split = "report") -> Result:
    """Measure a catalog on one split of its labelled questions.

    points_shown, right_source, answered and declined are as in `eval answers`, of questions with one slip each; with
    _clean behind them, of the questions as they are; with _unread, of those with a slip where `spelling` is off.
    read_rightly: of the slips, the share that is read as the word that it was. Raises what `eval answers` does.
    """
    began = time.perf_counter()
    chosen = settings.model_copy(update={"catalog": catalog, "log": "none", "model": "none", "spelling": True})
    reading = Resources.load(chosen, on_build=progress)
    unread = Resources.load(chosen.model_copy(update={"spelling": False}), on_build=progress)
    reading.prepare()
    clean = labelled_questions(reading.catalog, split)
    if not clean:
        raise nothing_labelled(reading.catalog, split)
    slipped = [with_slip(row, SEED) for row in clean]
    metrics, judged = figures(reading, slipped)
    metrics = {name: metrics[name] for name in RATES if name in metrics}
    for behind, opened, rows in (("clean", reading, clean), ("unread", unread, slipped)):
        found, _ = figures(opened, rows)
        metrics |= {f"{name}_{behind}": found[name] for name in RATES if name in found}
    metrics["read_rightly"] = _read_rightly(reading, clean, slipped)
    return Result(
        suite=f"{reading.catalog.name}-spelling",
        split=split,
        tuned_on="tune, with other slips",
        n=len(clean),
        metrics=metrics,
        targets={},
        seconds=time.perf_counter() - began,
        rows=judged,
    )


def with_slip(row: LabelledQuestion, seed: int) -> LabelledQuestion:
    """The row with a letter left out, doubled, missed or swapped in one of its question's words, the same every time
    for a seed; unchanged where no word is long enough.
    """
    chance = random.Random(f"{seed} {row.id}")  # noqa: S311 - nothing is secret
    words = [found for found in _WORD.finditer(row.question) if fold(found[0]) not in STOP_WORDS]
    if not words:
        return row
    word = chance.choice(words)
    return row.model_copy(
        update={"question": row.question[: word.start()] + slip(word[0], chance) + row.question[word.end() :]}
    )


def slip(word: str, chance: random.Random) -> str:
    """The word with one slip, never in its first letter."""
    at = chance.randrange(1, len(word) - 1)
    before, letter, after = word[:at], word[at], word[at + 1 :]
    kinds = [before + after, before + letter + letter + after, before + _beside(letter, chance) + after]
    if after[0] != letter:
        kinds.append(before + after[0] + letter + after[1:])
    return chance.choice(kinds)


def _beside(letter: str, chance: random.Random) -> str:
    """A letter whose key lies beside that of `letter` in its row."""
    row = next(keys for keys in _KEYS if letter.lower() in keys)
    at = row.index(letter.lower())
    return chance.choice(row[max(at - 1, 0) : at] + row[at + 1 : at + 2])


def _read_rightly(
    resources: Resources, clean: Sequence[LabelledQuestion], slipped: Sequence[LabelledQuestion]
) -> float:
    scopes = resources.scopes(resources.catalog.names)
    right = [
        fold(as_meant(typed.question, resources.spelling.slips([typed.question], scopes))) == fold(meant.question)
        for meant, typed in zip(clean, slipped, strict=True)
        if meant != typed
    ]
    return sum(right) / max(len(right), 1)
