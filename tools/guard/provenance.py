"""Whose words count: the user's own always, the assistant's only where the user agreed to them.

Measured on the tuning half: counting every turn lets the assistant's own proposals through; counting the user's alone
blocks what was proposed and agreed. A proposal that the user corrected in part and then agreed to keeps the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tools.guard.readings.text import fold

Role = Literal["user", "assistant", "system"]
Origin = Literal["user", "affirmed", "assistant", "passage"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words that may speak for a value: where they stand, and by whose leave."""

    turn: int
    text: str
    origin: Origin
    source: str = ""
    """The id of a passage."""


_YES: Final = re.compile(
    r"""^\W*(?:(?:oh|well|great|hm+|ah|and|um+)\W+)*(?:
    ye[sapi]\w*|yup|yep|sure|ok(?:ay)?|correct|right|exactly|perfect\w*|great|good|sounds?|works|fine|please\sdo|go\sahead
    |absolutely|of\scourse|definitely|indeed|alright|all\sright|cool|awesome|excellent|agreed|confirm\w*|do\s(?:it|that)
    |book\sit|i\s(?:confirm|agree|accept|approve)|that(?:'s|\sis|\swill|\sworks|\sseems|\ssounds|'ll|\swould|\sshould)
    |this\sis|it(?:'s|\sis)\s(?:right|correct|ok|okay|good|fine|perfect)|you\s(?:got\sit|are\sright|may|can)
    |(?:that\W+)?suits|yes\b|ja\b|genau|stimmt|richtig|oui|d'accord|exact|parfait)""",
    re.VERBOSE,
)
_AGREES_LATER: Final = re.compile(
    r"\b(?:that|this|it|all|everything)\s?(?:is|'s|looks|sounds|seems|works)\s(?:\w+\s)?"
    r"(?:right|correct|good|fine|great|perfect|ok)"
    r"|\b(?:approval|i approve|you can proceed|go ahead)\b|^\W*(?:i think )?so\W*$"
)
_TAKES: Final = re.compile(
    r"\b(?:i(?:'ll| will| would like to|'d like to| want to| wanna|'d love to)|let's|please|can you"
    r"|could you|go ahead and)\s"
    r"(?:take|book|buy|reserve|watch|play|see|get|rent|order|schedule|make|try|do|go with|have|hear)\s"
    r"(?:it|that|this|them|those|one of|that one|this one|the (?:first|second|last|same))\b"
    r"|\b(?:i|we) (?:like|love|want|prefer) (?:it|that|this|them)\b"
    r"|\b(?:book|buy|reserve|take|play) (?:it|that|this|them)\b"
    r"|\b(?:works|suits|fine|good) (?:for )?(?:me|us)\b"
)
_NO: Final = re.compile(
    r"^\W*(?:no|nope|nah|not|never|nein|non)\b"
    r"|\b(?:wrong|incorrect|isn't right|not right|something else|anything else|another one|other options?)\b"
)
_OTHER: Final = re.compile(r"\b(?:else|others?|another|different|anders|autre)\b")
_AMENDS: Final = re.compile(
    r"\b(?:instead|actually|change\w*|make (?:it|that|the)|rather|should be|prefer|switch|try|how about|what about"
    r"|i meant|sorry|for \w+ (?:people|persons?)|can you (?:make|try|book)|reserve it|i'd like|just for|only"
    r"|it's for|needs? to be)\b"
)


def agrees(reply: str) -> bool:
    """Whether a user's turn agrees to what the assistant has just said."""
    folded = fold(reply)
    said_yes = _YES.match(folded) or _AGREES_LATER.search(folded) or _TAKES.search(folded)
    return bool(said_yes) and not _NO.search(folded)


def declines(reply: str) -> bool:
    """Whether a user's turn turns down what the assistant has said, or asks for something else."""
    folded = fold(reply)
    return bool(_NO.search(folded) or _OTHER.search(folded))


def amends(reply: str) -> bool:
    """Whether a user's turn corrects a part of what the assistant has just said, so that the rest may stand."""
    folded = fold(reply)
    return bool(_AMENDS.search(folded)) and "else" not in folded.split()


def utterances(turns: Sequence[Turn], *, affirmed: bool = True) -> tuple[Utterance, ...]:
    """What counts: each user turn, and the assistant turns that the user agreed to (where `affirmed`)."""
    counted = _affirmed(turns) if affirmed else frozenset()
    return tuple(
        Utterance(place, turn.text, "user" if turn.role == "user" else "affirmed")
        for place, turn in enumerate(turns)
        if turn.role == "user" or place in counted
    )


def unheard(turns: Sequence[Turn], counted: Sequence[Utterance]) -> tuple[Utterance, ...]:
    """The assistant turns that do not count, so that a refusal can say where a value came from."""
    places = {one.turn for one in counted}
    return tuple(
        Utterance(place, turn.text, "assistant")
        for place, turn in enumerate(turns)
        if turn.role == "assistant" and place not in places
    )


def _affirmed(turns: Sequence[Turn]) -> frozenset[int]:
    """The assistant turns that count: the user agrees to one at once, or later, without turning it down in between.

    Questions about an offer and corrections of a part of it ("make it four people") turn nothing down.
    """
    counted: set[int] = set()
    for place, turn in enumerate(turns):
        if turn.role != "assistant":
            continue
        for later in turns[place + 1 :]:
            if later.role != "user":
                continue
            if agrees(later.text):
                counted.add(place)
            if agrees(later.text) or (declines(later.text) and not amends(later.text)):
                break
    return frozenset(counted)
