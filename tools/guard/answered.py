"""What a yes or a no answers: the option that the assistant's question names, and no other; and questions left open.

"Any checked luggage?" and "no" is none of it; "Would you like insurance?" and "what does it cover?" is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tools.guard.agreeing import agrees
from tools.guard.heard import Heard, said
from tools.guard.phrases import content, literal
from tools.guard.provenance import Utterance
from tools.guard.readings.text import fold, stem, words
from tools.guard.synonyms import alike
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_QUESTION: Final = re.compile(r"[^.!?\n]+\?")
_YES_NO: Final = re.compile(
    r"^\W*(?:(?:and|also|ok(?:ay)?|great|sure|fine|thanks|perfect|so|then)\W+)*(?:do|does|did|would|will|shall|should|is|are"
    r"|can|could|may|have|has|any|want|need|with)\b"
)
_NO: Final = re.compile(
    r"^\W*(?:(?:oh|well|hm+|ah|um+|thanks?|ok)\W+)*(?P<word>no+|nope|nah|no,? thanks?|none|nothing|zero|never"
    r"|not (?:really|needed|necessary|this time|at all|today)|(?:i'?d? )?(?:better|rather) not|don't bother|nein|non)\b"
)
_CARRIED: Final = r"(?:hand luggage|hand baggage|carry[- ]?on|cabin bag)"
_ONLY_CARRIED: Final = re.compile(rf"\b(?P<word>(?:just|only) (?:an? |my )?{_CARRIED}|{_CARRIED} only)\b")
"""What stands for no luggage to be checked."""
_SENTENCE: Final = re.compile(r"[.!?]\s+")
_MINDS: Final = re.compile(r"\b(?:mind|object|bother)\b")
_DEFERS: Final = re.compile(
    r"\b(?:not sure|unsure|no (?:idea|clue)|(?:don't|do not|can't) (?:know|tell|say)|let me"
    r"|i(?:'ll| will) (?:see|ask|check|think|send|tell|get back)|i(?:'d)? (?:must|have to|need to) (?:ask|check|think)"
    r"|depends?|hard to (?:say|tell)|later\W*$|whichever|dunno|undecided|still (?:thinking|deciding)"
    r"|(?:haven't|have not|not) decided|can't remember|i forg[eo]t|need to measure"
    r"|have to (?:count|measure|look)|look it up"
    r"|what do you (?:mean|think|recommend|suggest))\b"
    r"|^\W*(?:(?:hm+|oh|ok|and|well)\W+)*(?:what(?:'?s)?|which|how|is there|are there"
    r"|do(?:es)? (?:you|it|that|any|either))\b"
)
_LITTLE: Final = frozenset(
    map(
        stem,
        """include included has have is with want need number count total type kind name add use get how many the any
        amount value option preferred preference whether for of to and or in on a an""".split(),
    )
)


def answered(value: bool, parameter: Parameter, heard: Heard) -> Evidence | Reason | None:
    """Evidence for a yes or a no by the reply to a question that names the option; None without such a reply."""
    own = _telling(parameter)
    if any(_names(one.text, own) for one in heard.utterances if one.origin == "user"):
        return None  # who names the option says more of it than a yes or a no
    for question, reply in _replies(parameter, heard):
        told = _told(fold(question), reply)
        if told is not None:
            meant, start, end = told
            if meant == value:
                return said(reply, start, end)
            return Reason.NEGATED if value else Reason.OTHER_SAID
    return None


def none_wanted(parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for nought of what a question asked for: "Any checked luggage?" and "no"."""
    for _, reply in _replies(parameter, heard):
        no = _NO.match(fold(reply.text)) or _ONLY_CARRIED.search(fold(reply.text))
        if no:
            return said(reply, no.start("word"), no.end("word"), Reason.COMPUTED, weak=True)
    return None


def left_open(parameter: Parameter, heard: Heard) -> bool:
    """Whether the last question asked for this, and the reply asks back or puts the answer off."""
    last = max((one.turn for one in heard.utterances if one.origin == "user"), default=-1)
    replies = [one for one in heard.utterances if one.turn == last]
    shown = [one for one in _spoken(heard) if one.turn == last - 1]
    if not replies or not shown or not _evades(fold(replies[0].text)):
        return False
    asked = " ".join(found.group() for found in _QUESTION.finditer(shown[0].text))
    alone = Heard((Utterance(0, asked, "assistant"),))
    listed = [one for one in parameter.enum if literal(str(one).replace("_", " "), alone)]
    described = {stem(word) for word in content(parameter.description)} - _LITTLE
    about = described & {stem(word.text) for word in words(asked)}
    return len(listed) > 1 or bool(about) or _names(asked, _telling(parameter))


def _evades(reply: str) -> bool:
    return reply.rstrip().endswith("?") or _DEFERS.search(reply) is not None


def _told(question: str, reply: Utterance) -> tuple[bool, int, int] | None:
    folded = fold(reply.text)
    no = _NO.match(folded)
    if no is None and agrees(reply.text):
        return None if _MINDS.search(question) else (True, 0, len(folded))
    starts = [found.end() for found in _SENTENCE.finditer(folded)]
    no = no or next((found for at in starts if (found := _NO.match(" " * at + folded[at:]))), None)
    if no is None:
        return None
    return bool(_MINDS.search(question)), no.start("word"), no.end("word")


def _replies(parameter: Parameter, heard: Heard) -> Iterator[tuple[str, Utterance]]:
    """Each yes-or-no question that names the parameter, the last first, with the user's reply to it."""
    own = _telling(parameter)
    replies = {one.turn: one for one in heard.utterances if one.origin == "user"}
    for one in sorted(_spoken(heard), key=lambda one: -one.turn):
        questions = [found.group() for found in _QUESTION.finditer(one.text)]
        reply = replies.get(one.turn + 1)
        # A bare yes or no answers the last of several.
        if reply is None or not questions or not _YES_NO.match(fold(questions[-1])):
            continue
        if " or " not in fold(questions[-1]) and _names(questions[-1], own):
            yield questions[-1], reply


def _spoken(heard: Heard) -> list[Utterance]:
    """The assistant's turns as a whole."""
    whole = {one.turn: one for one in heard.utterances if one.origin in {"affirmed", "said back"}}
    return list((whole | {one.turn: one for one in heard.context}).values())


def _telling(parameter: Parameter) -> list[frozenset[str]]:
    """The words that name a parameter, each with those like it."""
    named = [word for word in content(parameter.name) if stem(word) not in _LITTLE]
    return [alike(word) for word in dict.fromkeys(named)]


def _names(text: str, own: list[frozenset[str]]) -> bool:
    spoken = {stem(word.text) for word in words(text)}
    hit = sum(bool(group & spoken) for group in own)
    return bool(own) and hit >= max(1, len(own) - 1)
