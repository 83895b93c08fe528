"""Cutting a message into atomic questions, without a model.

A cut is tried at every sentence end, connector and comma before a question word. It is kept where both sides can
stand as a question or a reported problem of their own and the semantic tier sees two different needs; what stays
whole stays byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from knowledge.text import STOP_WORDS, fold, words

MAX_PARTS = 6
MAX_LENGTH = 2_000
"""A longer message is a document, not a list of questions; it stays whole."""
MARGIN = 0.15
"""By how much each part must prefer its own base to the other part's; keeps single questions whole."""

Score = Callable[[Sequence[str]], Sequence[Mapping[str, float]]]
"""Confidence in each base for each of several texts."""

_QUESTION = (
    "what|which|who|whom|whose|when|where|why|how|can|could|do|does|did|is|are|will|would|should|may|"
    "was|were|wie|wer|wann|warum|wo|welche|welcher|welches|kann|bekomme|gibt|ist|comment|quand|pourquoi|combien|quel|quelle"
)
_ASK = "tell|show|list|explain|give|summari[sz]e|compare|describe"
_CUT = re.compile(
    rf"(?P<end>[?!.。？！]+\s*(?=\S))|(?P<join>,?\s+(?:and|but|also|plus|und|aber|et|mais)\s+(?:also\s+|then\s+)?)|"
    rf"(?P<comma>,\s+(?=(?:{_QUESTION})\b))",
    re.IGNORECASE,
)
_STARTS_QUESTION = re.compile(rf"\W*(?:and\s+|but\s+|und\s+)?(?:{_QUESTION}|{_ASK})\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|do|does|did|can|can't|cannot|could|will|won't|would|should|keeps?|got|gets|"
    r"don't|doesn't|didn't|isn't|need|want|ist|sind|hat|habe|wird|kann)\b|\w+ed\b",
    re.IGNORECASE,
)
_PARTS_AT = re.compile(r"[?？]\s*")


def split(message: str, score: Score) -> list[str]:
    """The atomic questions of `message`, in order: substrings of it, or the message itself where it asks one thing."""
    if len(message) > MAX_LENGTH:
        return [message]
    parts = _cut(message, score, MAX_PARTS)
    return parts if len(parts) > 1 else [message]


def _cut(text: str, score: Score, most: int) -> list[str]:
    if most < 2:
        return [text.strip()]
    tried = [(left, right, certain) for left, right, certain in _candidates(text)]
    for left, right, certain in tried:
        if certain:
            return [*_cut(left, score, most - 1), *_cut(right, score, most - 1)][:most]
    open_cuts = [(left, right) for left, right, _ in tried]
    if not open_cuts:
        return [text.strip()]
    scores = score([side for cut in open_cuts for side in cut])
    best: tuple[str, str] | None = None
    gain = 0.0
    for place, cut in enumerate(open_cuts):
        one, other = scores[2 * place], scores[2 * place + 1]
        first, second = (max(side, key=side.__getitem__) for side in (one, other))
        lead = min(one[first] - one[second], other[second] - other[first])
        if lead > MARGIN and lead > gain:
            best, gain = cut, lead
    if best is None:
        return [text.strip()]
    return [*_cut(best[0], score, most - 1), *_cut(best[1], score, most - 1)][:most]


def _candidates(text: str) -> list[tuple[str, str, bool]]:
    """(left, right, certain) for each place where a cut makes sense; certain ones need no routing to tell."""
    found = []
    for match in _CUT.finditer(text):
        left, right = text[: match.end() if match["end"] else match.start()].strip(), text[match.end() :].strip()
        if not _stands(left) or not _stands(right):
            continue
        asks_left, asks_right = bool(_STARTS_QUESTION.match(left)), bool(_STARTS_QUESTION.match(right))
        if match["end"]:
            # A statement before a question is its context; two questions are two.
            found.append((left, right, asks_left and asks_right and bool(_PARTS_AT.search(left[-2:]))))
        elif asks_right and asks_left:
            found.append((left, right, True))
        elif not asks_left and not asks_right:
            found.append((left, right, False))
    return found


def _stands(part: str) -> bool:
    told = words(part)
    meaning = [word for word in told if word not in STOP_WORDS]
    return len(told) >= 3 and len(meaning) >= 1 and bool(_CLAUSE.search(part) or _STARTS_QUESTION.match(fold(part)))
