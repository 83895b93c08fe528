"""Whether the words of a value were said together, each as itself, as a word like it, or with a slip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tools.guard.heard import said
from tools.guard.provenance import Utterance
from tools.guard.readings.number_words import ORDINALS
from tools.guard.readings.numbers import word_of
from tools.guard.readings.text import Word, stem, words
from tools.guard.slips import near
from tools.guard.synonyms import alike
from tools.guard.verdict import Evidence, Reason

_SHARE: Final = 0.66
"""How many of the words of a longer value must have been said."""
_LONG: Final = 4
"""From how many words on a value is a sentence, of which a word may be missing."""
_HOW: Final = {
    word: frozenset(map(stem, asked.split()))
    for word, asked in (
        ("long", "duration length time"),
        ("far", "distance range"),
        ("heavy", "weight mass"),
        ("tall", "height"),
        ("high", "height elevation altitude"),
        ("big", "size dimension dimensions area"),
        ("large", "size dimension dimensions area"),
        ("wide", "width"),
        ("deep", "depth"),
        ("fast", "speed velocity pace"),
        ("often", "frequency"),
        ("old", "age"),
        ("much", "price cost amount fee"),
        ("many", "count number quantity"),
        ("hot", "temperature"),
        ("warm", "temperature"),
        ("cold", "temperature"),
        ("loud", "volume"),
        ("bright", "brightness"),
        ("windy", "wind"),
        ("humid", "humidity"),
    )
}
"""What is asked for behind a "how"."""
ROMAN: Final = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
"""Numbers of parts and kings; one letter alone is a word."""


def worded(wanted: Sequence[str], one: Utterance, *, whole: bool = False) -> Evidence | None:
    """Each word somewhere in the utterance, together; of a long value most of them, unless it counts as a `whole`."""
    said_words = words(one.text)
    places: list[list[int]] = []
    weak = False
    for word in wanted:
        strict, loose = _matches(word, said_words)
        weak = weak or not strict
        places.append(strict or loose)
    hit = [each for each in places if each]
    figures_missing = any(word[0].isdigit() and not each for word, each in zip(wanted, places, strict=True))
    if not hit or figures_missing:
        return None
    if len(hit) < len(places):
        if whole or len(places) < _LONG or len(hit) / len(places) < _SHARE:
            return None
        weak = True
    together = _together(hit)
    if together is None:
        if whole or len(places) < _LONG:
            return None
        weak, together = True, (min(hit[0]), max(hit[-1]))
    first, last = min(together), max(together)
    return said(
        one, said_words[first].start, said_words[last].end, Reason.PARAPHRASED if weak else Reason.SAID, weak=weak
    )


def _together(places: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """The first and last word of the tightest group that holds one place of each, if it is tight enough."""
    room = 2 * len(places) + 3
    for start in sorted({place for each in places for place in each}):
        ends = [min((place for place in each if start <= place < start + room), default=None) for each in places]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            return start, max(known)
    return None


def _matches(word: str, said_words: Sequence[Word]) -> tuple[list[int], list[int]]:
    """Where a word was said: for certain (same word, plural, synonym, number), and perhaps (a slip, a short form)."""
    if word[0].isdigit():
        return [at for at, one in enumerate(said_words) if same_figures(word, one)], []
    own, group = stem(word), alike(word)
    worth = None if word in ORDINALS else word_of(Word(word, 0, len(word)))
    if word in ROMAN:
        return [at for at, one in enumerate(said_words) if one.text in {word, ROMAN[word]}], []
    # Scripts that join endings or words to a word: it is found inside.
    unspaced = ord(word[0]) >= 0x0E00
    strict, loose = [], []
    for at, one in enumerate(said_words):
        if one.text == word or stem(one.text) == own or (unspaced and word in one.text):
            strict.append(at)
        elif one.text[0].isdigit():
            if worth is not None and one.text.isdecimal() and int(one.text) == worth:
                strict.append(at)
        elif stem(one.text) in group or near(word, one.text) or (at and _asked(word, said_words[at - 1], one)):
            loose.append(at)
    return strict, loose


def _asked(word: str, before: Word, one: Word) -> bool:
    """Whether a question asks for what a word names: "how long" for a duration."""
    return before.text == "how" and one.text in _HOW and stem(word) in _HOW[one.text]


def same_figures(word: str, one: Word) -> bool:
    """Whether a word is this one, or the number that this one says."""
    if one.text == word:
        return True
    worth = word_of(one)
    return worth is not None and word.isdigit() and int(word) == worth
