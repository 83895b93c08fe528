"""The suites `wording`: a catalog's labelled questions in the forms in which people send them.

With a slip of the pen, without capitals or marks, in capitals, inside a letter, behind a sentence about the sender: the
question is the same, and so should the answer be. Run: signalbox eval wording --suite larkspur
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
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
OPENINGS: Final = (
    "Good afternoon,\n\n",
    "Dear Sir or Madam,\n\nI trust this message finds you well.\n\n",
    "Hello everyone! How are you doing? ",
    "Hey folks, just a quick question: ",
    "Hi Sam,\n\nhope you had a great weekend. ",
)
CLOSINGS: Final = (
    "Many thanks in advance and best regards\nJ. Okafor",
    "Thanks,\nPriya Raman\nOffice Manager\n+44 20 7946 0000",
    "Yours sincerely,\nDr. Anneke de Vries",
    "I look forward to hearing from you.\n\nWarm regards,\nTom\n\nSent from my iPad",
    "Cheers\nLeo",
)
SENDERS: Final = (
    "I have been a customer since 2019.",
    "My colleague told me to write to you.",
    "We talked about this at lunch and nobody knew.",
    "I looked through your website but did not find it.",
    "This is my first time asking here.",
)
_WORD: Final = re.compile(rf"(?<![\w'’-])[A-Za-z]{{{LETTERS},}}(?![\w'’-])")
_KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def run(catalog: str, settings: Settings, progress: Progress = no_progress, *, split: Split = "report") -> Result:
    """Measure a catalog on one split of its labelled questions.

    points_shown, right_source, answered and declined are as in `eval answers`; with the name of a form behind them, of
    the questions in that form (`FORMS`), with _unread of those with a slip where the setting `spelling` is off.
    read_rightly: of the slips, the share that is read as the word that it was. Raises what `eval answers` does.
    """
    began = time.perf_counter()
    chosen = settings.model_copy(update={"catalog": catalog, "log": "none", "model": "none", "spelling": True})
    reading = Resources.load(chosen, on_build=progress)
    unread = Resources.load(chosen.model_copy(update={"spelling": False}), on_build=progress)
    reading.prepare()
    plain = labelled_questions(reading.catalog, split)
    if not plain:
        raise nothing_labelled(reading.catalog, split)
    metrics, judged = figures(reading, plain)
    metrics = {name: metrics[name] for name in RATES if name in metrics}
    slipped = in_form("slip", plain)
    asked = [(form, reading, in_form(form, plain)) for form in FORMS]
    for form, opened, rows in [*asked, ("unread", unread, slipped)]:
        found, _ = figures(opened, rows)
        metrics |= {f"{name}_{form}": found[name] for name in RATES if name in found}
    metrics["read_rightly"] = _read_rightly(reading, plain, slipped)
    return Result(
        suite=f"{reading.catalog.name}-wording",
        split=split,
        tuned_on="tune, with other slips, letters and senders",
        n=len(plain),
        metrics=metrics,
        targets={},
        seconds=time.perf_counter() - began,
        rows=judged,
    )


def in_form(form: str, rows: Sequence[LabelledQuestion]) -> list[LabelledQuestion]:
    """The rows with their questions in one of the `FORMS`, the same every time."""
    return [
        row.model_copy(update={"question": FORMS[form](row.question, random.Random(f"{SEED} {row.id}"))})  # noqa: S311
        for row in rows
    ]


def with_slip(question: str, chance: random.Random) -> str:
    """The question with a letter left out, doubled, missed or swapped in one of its words; unchanged where no word is
    long enough.
    """
    words = [found for found in _WORD.finditer(question) if fold(found[0]) not in STOP_WORDS]
    if not words:
        return question
    word = chance.choice(words)
    return question[: word.start()] + slip(word[0], chance) + question[word.end() :]


def in_letter(question: str, chance: random.Random) -> str:
    """The question as the body of a mail."""
    opening, closing = chance.choice(OPENINGS), chance.choice(CLOSINGS)
    return f"{opening}{question}\n\n{closing}"


def behind_sender(question: str, chance: random.Random) -> str:
    """The question behind a sentence that says who asks."""
    return f"{chance.choice(SENDERS)} {question}"


def slip(word: str, chance: random.Random) -> str:
    """The word with one slip, never in its first letter."""
    at = chance.randrange(1, len(word) - 1)
    before, letter, after = word[:at], word[at], word[at + 1 :]
    kinds = [before + after, before + letter + letter + after, before + _beside(letter, chance) + after]
    if after[0] != letter:
        kinds.append(before + after[0] + letter + after[1:])
    return chance.choice(kinds)


FORMS: Final[Mapping[str, Callable[[str, random.Random], str]]] = {
    "slip": with_slip,
    "lower": lambda question, _: question.lower(),
    "upper": lambda question, _: question.upper(),
    "unmarked": lambda question, _: re.sub(r"[?!.,;:]", "", question),
    "letter": in_letter,
    "sender": behind_sender,
}


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
