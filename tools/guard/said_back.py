"""What the assistant said back of a request before asking on: "March 14 and 15. What kind of desk?".

Who answers such a question without a word against it lets the rest stand: weak evidence, to be named or asked about.
Only words that offer nothing new in a sentence of their own count, and none that answer a question of the user's.
"""

from __future__ import annotations

import re
from typing import Final

from tools.guard.readings.text import fold

_SENTENCE: Final = re.compile(r"(?:[^.!?\n]|[.](?=\d|\w))+[.!?\n]*\s*")
_VERB: Final = re.compile(
    r"\b(?:am|is|are|was|were|has|have|had|can|could|would|may|might|must|do|does|did|don't|starts?|costs?|leaves?"
    r"|offers?|suggest|recommend|found|takes?|runs?|opens?|comes?|goes|needs?|seems?|only|around|about|roughly|usually"
    r"|sorry|unfortunately|how|what|or|either|perhaps"
    r"|maybe|say|standard|default|usual|normally|typically|included?|free|available|left)\b|(?<=\w)'(?:s|re|ve|d)\b"
)
_KEPT: Final = re.compile(
    r"\b(?:that's (?:noted|fine|right)|that works|i'll (?:add|note|put)|is noted|noted|got it)\b[: ]*"
)
_ANSWERED: Final = re.compile(r"^\W*(?:no|nope|nah|no,? thanks?|no,? thank you|not (?:really|needed))\b\W*")
_YES_NO: Final = re.compile(
    r"\b(?:do|does|would|will|shall|should|is|are|can|could|may|any|anything|want|need|helmets?|with|too|also)\b"
)
_OBJECTS: Final = re.compile(
    r"\b(?:no|not|nope|wrong|incorrect|instead|actually|rather|change|make (?:it|that)|meant?|other|another|different"
    r"|wait|never ?mind|forget|cancel|but|neither|none|sorry)\b|n't\b"
)
_LONGEST: Final = 100
"""Up to how many characters a request is said back in."""


def said_back(request: str, turn: str, reply: str) -> str | None:
    """The assistant's turn with only what it said back, blanks elsewhere; None where nothing of it stands."""
    asked = turn.rfind("?")
    if asked < 0 or request.rstrip().endswith("?") or _objects(fold(turn), fold(reply)):
        return None
    kept = 0
    for found in _SENTENCE.finditer(turn[:asked]):
        sentence = _KEPT.sub("", fold(found.group()))
        if (
            sentence.rstrip().endswith("?")
            or len(sentence) > _LONGEST
            or found.end() >= asked
            or _VERB.search(sentence)
        ):
            break
        kept = found.end()
    return turn[:kept] + " " * (len(turn) - kept) if kept else None


def _objects(turn: str, reply: str) -> bool:
    """Whether a reply speaks against the turn, or asks instead of answering; a "no" may answer its last question."""
    question = _SENTENCE.findall(turn[: turn.rfind("?") + 1])[-1:]
    if question and _YES_NO.search(question[0]):
        reply = _ANSWERED.sub("", reply)
    return bool(_OBJECTS.search(reply)) or reply.rstrip().endswith("?")
