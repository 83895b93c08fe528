"""Whether a question is one that was answered before: by its words, or by its meaning where nothing of weight differs.

An answer that is repeated to another question is wrong without a sign of it, while a search too many costs 50 ms; so
every doubt makes two questions two. Words that one text has and the other has not may only be wrapping, and numbers,
names, negations and the small words that turn a question ("from", "before", "must") have to be the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from knowledge.text import STOP_WORDS, fold, stem, terms, words
from routing.followup import refers_back

SAME_WORDS = 0.90
"""Cosine from which two texts of the same telling words are one question."""
LIKE = 0.97
"""Cosine from which one of the texts may have telling words more than the other. Both bars stand above every pair of
questions in tests/routing/test_repeated.py that differ in more than wording."""

_WRAPPING = re.compile(
    r"^\W*(?:(?:hi|hello|hey|ok|okay|please|sorry|so|well|thanks|hallo|bitte|danke|bonjour|merci)\b[\s,.!:-]*)*"
    r"(?:(?:(?:can|could|would) you (?:please )?)?(?:tell me|remind me|say)(?: again)?\b[\s,:]*|"
    r"(?:once more|again|and again|nochmal|noch einmal|encore)\b[\s,:]*)*",
    re.IGNORECASE,
)
_LIGHT = frozenset("a an the please again kindly just der die das bitte nochmal le la les".split())
_TURNING = frozenset(
    """not no never nor none without except unless only other another own all any every some before after since until
    more most less least over under above below from to into onto than out off in on at by for with against between
    if once when where why how who whom whose which much many long often far my our your his her their
    can may might must shall should need will would was were did
    nicht kein keine keinen keiner nie ohne ausser nur vor nach seit bis mehr weniger wann warum wo wie wer wem wen wenn
    muss darf soll kann war mein meine unser ihr von zu aus
    pas ne non sans sauf avant apres depuis plus moins quand pourquoi comment ou qui si doit peut etait mon ma notre
    one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand half double twice
    ein eins zwei drei vier funf sechs sieben acht neun zehn un deux trois quatre cinq six sept huit neuf dix""".split()
)
"""Words that change what is asked, most of them too common to count among a text's telling words."""
_ORDERED = frozenset("from to into than over before after against instead von zu nach vor als de vers avant".split())
_NAME = re.compile(r"(?<=[^\s.!?:])\s+[\"'“(]?([A-ZÄÖÜÉ][\w&+-]*)")
_HAS_DIGIT = re.compile(r"\d")


def repeats(new: str, old: str, cosine: Callable[[], float]) -> bool:
    """Whether `new` asks what `old` asked, each a text that stands alone. `cosine`, that of the two, is asked for only
    where the words leave it open.
    """
    if refers_back(new) or refers_back(old):
        return False
    said, known = _said(new), _said(old)
    if said == known:
        # Questions of no words ("???") are the same only to the letter.
        return bool(said) or new.strip() == old.strip()
    if _weight(new) != _weight(old):
        return False
    telling, before = _telling(new), _telling(old)
    if not telling or not before:
        return False
    if set(telling) == set(before):
        return not (_moves(new) and telling != before) and cosine() >= SAME_WORDS
    return (set(telling) < set(before) or set(before) < set(telling)) and cosine() >= LIKE


def find(new: str, known: Sequence[str], cosine: Callable[[str, str], float]) -> int | None:
    """The place in `known`, the newest last, of the latest question that `new` repeats; None where it repeats none."""
    for place in reversed(range(len(known))):
        old = known[place]
        if repeats(new, old, lambda old=old: cosine(new, old)):  # type: ignore[misc]
            return place
    return None


def bare(text: str) -> str:
    """What stays of a question's words without its wrapping: equal for questions that are the same to the word."""
    return " ".join(_said(text))


def _said(text: str) -> list[str]:
    return [word for word in words(_WRAPPING.sub("", text)) if word not in _LIGHT]


def _telling(text: str) -> list[str]:
    return [stem(word) for word in terms(_WRAPPING.sub("", text)) if word not in _LIGHT]


def _weight(text: str) -> tuple[list[str], list[str], list[str]]:
    """Numbers in order, names, and the small words that turn a question."""
    unwrapped = _WRAPPING.sub("", text)
    told = words(unwrapped)
    numbers = [word for word in told if _HAS_DIGIT.search(word)]
    names = sorted({fold(name) for name in _NAME.findall(unwrapped)} - STOP_WORDS)
    turning = sorted({word for word in told if word in _TURNING or word.endswith(("n't", "n’t"))})
    return numbers, names, turning


def _moves(text: str) -> bool:
    return bool(_ORDERED & set(words(text)))
