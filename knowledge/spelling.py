"""Slips of the pen in what a user types, read as the words that are meant.

A wrong letter costs a search the word: no passage says it, and the encoder reads it in pieces. A word is a slip where
neither a document nor a dictionary knows it and one of them has a word a slip or two away, in the sense of Damerau
(1964): a letter left out, put in, changed, or swapped with its neighbour. What stands beside it in a document comes
first, then what a document says; letters are left out more often than others are put in that were never meant.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from spellchecker import SpellChecker

from knowledge.language import Language, language
from knowledge.lexical import LexicalIndex
from knowledge.text import STOP_WORDS, fold, stem, words

SHORTEST: Final = 4
"""Letters from which on a word is looked at: shorter ones are abbreviations, and near to too many others. One of just
so many loses a letter only beside a word that stands beside it ("wifi" is no "wife")."""
LONG: Final = 8
"""Letters from which on a word may hold two slips."""
SURE: Final = 6
"""Letters from which on a name is taken for one of the documents', and any other word for one that only a dictionary
has: shorter ones are one letter apart from each other."""
USUAL, VERY_USUAL = 1_000, 10_000
"""How often the sources of a dictionary say a word that no document says and that may still be meant: by a word of SURE
letters, and by a shorter one."""
MOST_WORDS, MOST_SLIPS = 300, 12
"""Different words, and slips among them, up to which a text is read: what has more was pasted, not typed."""
NEAR: Final = 80
"""Characters around a word in which the words beside it are looked for."""
_WORD: Final = re.compile(rf"(?<![\w'’.@/\\-])[^\W\d_]{{{SHORTEST},}}(?![\w'’@/\\-]|\.\w)")
"""A word by itself: no part of an address, a path, a code, a contraction or a compound with a hyphen."""
_CONTRACTED: Final = frozenset(
    """aint couldnt hadnt hasnt hows lets mustnt neednt shouldnt theyll theyre theyve weve werent wheres whos youd youll
    youve""".split()
)
"""Those that are no stop words: written without the apostrophe, they are no slips that change a search."""
_INSIDE: Final = re.compile(r"[^\s.!?:]\s+\W*$")
"""What stands before a word that does not begin a sentence."""
_ENDINGS: Final = frozenset({"", "s", "es", "e", "ed", "d", "ing", "ly", "er", "ers"})
_LOADING: Final = threading.Lock()


class _Option(NamedTuple):
    """A word that may be meant; the least one is."""

    slips: int
    alone: bool
    """Whether no document says it beside a word that was typed beside this one."""
    strange: bool
    """Whether no document says it."""
    loses: bool
    """Whether a letter was typed that it does not have, or not as often."""
    rarity: float
    word: str


@dataclass(frozen=True, slots=True)
class _Typed:
    """A word as it was typed: folded, in lower case, and the languages it may be in."""

    folded: str
    lower: str
    named: bool
    """Whether it is written as a name is."""
    short: bool
    """Whether it is written as an abbreviation is."""
    languages: frozenset[Language]
    before: str
    after: str
    """The words beside it, folded; "" where there is none."""

    @classmethod
    def of(cls, found: re.Match[str], spoken: Language) -> _Typed:
        word, shouted = found[0], found.string.isupper()
        ahead, behind = found.string[: found.start()][-NEAR:], found.string[found.end() :][:NEAR]
        # A sentence begins with a capital whatever its word, and so does a German noun.
        named = word[0].isupper() and spoken != "de" and bool(_INSIDE.search(ahead))
        beside = *(words(ahead)[-1:] or [""]), *(words(behind)[:1] or [""])
        return cls(fold(word), word.lower(), named, word.isupper() and not shouted, frozenset({spoken, "en"}), *beside)

    @property
    def is_word(self) -> bool:
        """Whether it can be a slip at all: not of another script, and neither a short name nor a common word."""
        if not self.folded.isascii() or self.short or (self.named and len(self.folded) < SURE):
            return False
        return self.folded not in STOP_WORDS and self.folded not in _CONTRACTED

    @property
    def stem(self) -> str:
        """What its other forms share with it."""
        return stem(self.folded)

    def is_form_of(self, stems: Collection[str]) -> bool:
        """Whether it is one of these stems with a usual ending: "webhooks" of "webhook", and no "webhhook"."""
        return self.stem in stems and self.folded.removeprefix(self.stem) in _ENDINGS

    @property
    def is_known(self) -> bool:
        """Whether a dictionary has it."""
        return any(one in _dictionary(name) for name in self.languages for one in (self.lower, self.folded))


@dataclass(frozen=True, slots=True)
class Spelling:
    """What a store's documents and the dictionaries of four languages know."""

    lexical: LexicalIndex

    def slips(self, texts: Iterable[str], scopes: Collection[str]) -> dict[str, str]:
        """The words of `texts` that are slips, each with the word that is meant.

        Of the documents' words only those that a passage under `scopes` (as `LexicalIndex.search` has them) says are
        offered. Where nothing is indexed there are no slips: what only a database knows would look like one. Blocks.
        """
        spoken = {text: language(text) for text in texts}
        found = {one[0]: one for text in spoken for one in _WORD.finditer(text)}
        if len(found) > MOST_WORDS:
            return {}
        typed = {word: _Typed.of(one, spoken[one.string]) for word, one in found.items()}
        looked_at = {one: how for one, how in typed.items() if how.is_word}
        known = self.lexical.known({how.stem for how in looked_at.values()})
        strange = {one: how for one, how in looked_at.items() if not how.is_form_of(known) and not how.is_known}
        if len(strange) > MOST_SLIPS:
            return {}
        meant = {one: self._meant(how, scopes) for one, how in strange.items()}
        return {one: _written_as(one, word) for one, word in meant.items() if word}

    def _meant(self, typed: _Typed, scopes: Collection[str]) -> str:
        most = 2 if len(typed.folded) >= LONG and not typed.named else 1
        near = self.lexical.near(typed.folded, most, scopes)
        if any(not slips for _, slips, _ in near):
            return ""
        options = [
            _Option(slips, self._is_alone(word, typed, scopes), False, _loses(typed, word), -said, word)
            for word, slips, said in near
        ]
        if len(typed.folded) == SHORTEST:
            options = [option for option in options if not (option.loses and option.alone)]
        if len(typed.folded) > SHORTEST and not typed.named:
            options += _usual(typed)
        return min(options).word if options else ""

    def _is_alone(self, word: str, typed: _Typed, scopes: Collection[str]) -> bool:
        pairs = [pair for pair in ((typed.before, word), (word, typed.after)) if all(pair)]
        return not self.lexical.together(pairs, scopes)


def as_meant(text: str, slips: Mapping[str, str]) -> str:
    """`text` with every word that is a key of `slips` replaced by its value; otherwise unchanged to the byte."""
    return _WORD.sub(lambda found: slips.get(found[0], found[0]), text) if slips else text


def _usual(typed: _Typed) -> Iterator[_Option]:
    """The common words of its dictionaries that are one slip away and begin with the same letter."""
    least = USUAL if len(typed.folded) >= SURE else VERY_USUAL
    for name in typed.languages:
        held = _dictionary(name)
        for word in held.known(held.edit_distance_1(typed.lower)):
            if word.startswith(typed.lower[0]) and word.isalpha() and held.word_frequency[word] >= least:
                yield _Option(1, True, True, _loses(typed, word), -held.word_frequency[word], word)


def _loses(typed: _Typed, word: str) -> bool:
    return bool(Counter(typed.folded) - Counter(fold(word)))


def _written_as(typed: str, word: str) -> str:
    if typed.isupper():
        return word.upper()
    return word.capitalize() if typed[0].isupper() else word


def _dictionary(name: Language) -> SpellChecker:
    with _LOADING:  # a cache alone lets two threads load two
        return _loaded(name)


@cache
def _loaded(name: Language) -> SpellChecker:
    return SpellChecker(language=name, distance=1)
