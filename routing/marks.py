"""The marks in a message that a cut may lie at: sentence ends, connectors, commas, words.

Patterns only; what a mark means is decided in `boundaries`. Every pattern reads a text once, without backtracking
over it, since messages come from strangers.
"""

from __future__ import annotations

import re

from routing import clauses
from routing.lexicon import ABBREVIATIONS

_JOINING = (
    "and then also|and then|and also|and finally|and|also|then|plus|as well as"
    "|und dann|und außerdem|und auch|und|außerdem|sowie|zudem"
    "|et puis|et aussi|et ensuite|et|puis|ensuite|ainsi que"
)
CONNECTOR = re.compile(rf"(?<=[\s,;])(?:{_JOINING})(?=[\s,])", re.IGNORECASE)
"""A connector between words."""
JOINED = re.compile(rf"\W*(?:{_JOINING})\b", re.IGNORECASE)
"""A sentence that opens with a connector."""
COMMA = re.compile(r"[,，、:](?=\s)|\s[–—-](?=\s)")
TOKEN = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
OWN_CASE = re.compile(
    r"\W*(?:i|i'm|i've|my|we|our|it|it's|this|that|the|they|he|she|there|these|those|since|because|for example|if|as"
    r"|ich|mein\w*|wir|unser\w*|es|das|die|der|je|j'\w+|mon|ma|mes|nous|notre|nos|il|elle|c'est|le|la|les)\b",
    re.IGNORECASE,
)
"""A sentence that opens by speaking of the user's own case, or of what was just said."""

_LEADING = re.compile(rf"(?:[\s,;:&–—\-*•]|\d{{1,2}}[.)]\s|(?:{_JOINING}|but|oh)\b)+", re.IGNORECASE)
_TRAILING = re.compile(
    rf"(?:[\s,;:&–—\-*•]|\s\d{{1,2}}[.)]|\s[\"“«(]|[\s,;](?:{_JOINING}|but|oh))+$",
    re.IGNORECASE,
)
_LONGEST_TAIL = 60
_SENTENCE_END = re.compile(r"[.!?؟…]+[\"'”’»)]*(?=\s)|[。！？]+[」』”）]*|\n|;(?=\s)")


def sentences(message: str) -> list[tuple[int, int]]:
    """The spans of the sentences that hold more than white space, in order; a line break or a semicolon ends one."""
    spans, start = [], 0
    for match in _SENTENCE_END.finditer(message):
        if match.group().startswith(".") and not _ends_sentence(message, start, match.end()):
            continue
        spans.append((start, match.end()))
        start = match.end()
    spans.append((start, len(message)))
    return [(start, end) for start, end in spans if message[start:end].strip()]


def trim(message: str, start: int, end: int) -> tuple[int, int]:
    """The span without the connectors, list marks, commas and white space at its two ends."""
    if leading := _LEADING.match(message, start, end):
        start = leading.end()
    tail = max(start, end - _LONGEST_TAIL)
    if trailing := _TRAILING.search(message[tail:end]):
        end = tail + trailing.start()
    return start, end


def _ends_sentence(message: str, start: int, end: int) -> bool:
    last = (message[max(start, end - _LONGEST_TAIL) : end].split() or [""])[-1].lower()
    following = message[end : end + 40].lstrip()
    goes_on = following[:1].islower() and not clauses.opens_question(following)
    return last not in ABBREVIATIONS and not goes_on and not re.fullmatch(r"\W*\d{1,2}\.", last)
