"""What speaks against a tool: an explanation, an opinion or a text is wanted, or a question meets a tool that acts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.synonyms import alike
from tools.schema import Tool

_ACTS: Final = frozenset(
    stem(word)
    for word in """create add book order reserve make schedule register buy purchase submit send post open
    insert upload generate record log save store write note put enroll enrol file sign publish request
    rent apply assign share attach invite subscribe pay transfer arrange place hire deposit donate set
    start install report build deliver mail text message call update change modify edit adjust move
    rename reschedule switch turn raise lower increase decrease replace reset resize renew extend shift
    correct fix upgrade dim mute unmute lock unlock pause resume restart reboot scale rotate crop delete
    remove cancel stop end drop clear erase terminate unsubscribe revoke close kill take disable undo
    withdraw dismiss purge destroy detach refund run play launch begin execute stream activate enable
    trigger deploy boot connect initiate ring""".split()
)
"""Verbs of tools that change something."""
_NOUNS: Final = frozenset(
    stem(word)
    for word in """report record file share stream open text order book schedule call log place note run test request
    start end set play take post""".split()
)
"""Those of them that a name or a description may begin with as a noun: "Record of past orders"."""
_TEXTS: Final = frozenset(
    stem(word)
    for word in """write draft compose rewrite rephrase paraphrase proofread explain outline brainstorm invent argue
    prove critique refactor debug define interpret summarize summarise translate improve shorten teach discuss describe
    suggest recommend advise imagine convince review""".split()
)
"""Verbs that ask for words."""
REQUESTS: Final = (
    _ACTS | _TEXTS | frozenset(stem(word) for word in "find search show see check know want help hello hi hey".split())
)
"""Words that ask for something and are no value of it."""
_TELLING: Final = re.compile(
    r"^\W*(?:when|how|whether|which|where|what|who|(?:return|list|tell|show|retrieve|find|get|look|check|provide|read|"
    r"calculate|compute|fetch(?:e)?|search(?:e)?)s?|days?|dates?|the|an?)\b"
)
"""How descriptions begin that say what is told: "When the next oil change is due"."""
_ASKS: Final = re.compile(
    r"(?:\b(?:please|kindly|help me(?: to)?|let me|let's|"
    r"(?:can|could|would|will) you(?: please| kindly| help me(?: to)?| maybe| just)?|"
    r"(?:i|we)(?:'d| would)? (?:want|like|need|have|wish|love|am trying|am looking) (?:you )?to)\s+|"
    r"(?:^|[.!?;:\n]\s*|,\s*(?:and |then |please )?|\b(?:and|then) (?:then |please |also )?))(?P<verb>[a-z]+)"
)
_QUESTION: Final = re.compile(
    r"^\W*(?:(?:and|so|hey|hi|hello|ok|please|but|well)\W+)?(?:who|whom|whose|what|what's|which|when|where|why|how|is|are|"
    r"was|were|do|does|did|am|should|must)\b|"
    r"(?:[.!?;:,\n]\s*|\b(?:and|but|so)\s)(?:who|whom|whose|what|what's|which|when|where|why|how|is it|are there|was|"
    r"were|do|does|did)\b[^?]{0,120}\?"
)
_EXPLAINED: Final = re.compile(
    r"\b(?:why|how (?:do|does|did|come)|(?<!time )(?<!price )differences? between|"
    r"what's the (?:difference|point|best way)|(?:do|would) you (?:think|say|recommend|advise)|"
    r"what (?:makes|causes?|happens|would happen|if)|"
    r"what (?:do|does|did) .{1,40}\bmean|should (?:i|we|one)|your (?:view|opinion|take|thoughts)|opinions?|"
    r"pros and cons|worth|tell me (?:all |more )?about(?! my| our)(?![^.!?]*\d)|history of|advice|tips|ideas?|"
    r"meaning of|understand (?:why|how|what|whether|the difference)|"
    r"wonder (?:who|why|what|how|whether)|is it (?:true|normal|better|bad)|"
    r"warum|wieso|weshalb|unterschied|erklar\w*|was (?:meinst|denkst|haltst) du|"
    r"pourquoi|expliqu\w*|que pens\w+|por que|explica\w*|que opinas|perche|cosa ne pensi)\b"
)
_TELLS: Final = frozenset(stem(word) for word in "explain recommend suggest advice advise opinion tip idea".split())
"""What tools that give an explanation or an opinion say of themselves."""
_READ: Final = 600


def wants_words(question: str, tool: Tool) -> bool:
    """Whether a message wants words rather than this tool: it asks for a reason, a way or an opinion, it has a text
    written, or it is a question and asks for no deed, and the tool does one.
    """
    asked = _asked(question)
    told = _told(tool.name, tool.description)
    if asked.explained and not told & _TELLS:
        return True
    if asked.verbs & _TEXTS and not any(alike(verb) & told for verb in asked.verbs):
        return True
    return asked.question and not asked.verbs & _ACTS and _acts(tool.name, tool.description)


@dataclass(frozen=True, slots=True)
class _Asked:
    """How a message is put: whether it asks for an explanation, whether it is a question, and its verbs of request."""

    explained: bool
    question: bool
    verbs: frozenset[str]


@lru_cache(maxsize=512)
def _asked(question: str) -> _Asked:
    folded = fold(question)[:_READ].strip()
    return _Asked(
        explained=_EXPLAINED.search(folded) is not None,
        question=_QUESTION.search(folded) is not None,
        verbs=frozenset(stem(found["verb"]) for found in _ASKS.finditer(folded)) & (_ACTS | _TEXTS),
    )


@lru_cache(maxsize=512)
def _told(name: str, description: str) -> frozenset[str]:
    said = [word.text for word in words(description)]
    return frozenset(stem(word) for word in (*said, *name_words(name.replace(".", " "))))


@lru_cache(maxsize=512)
def _acts(name: str, description: str) -> bool:
    """Whether a tool changes something, by the verb that its description or its name begins with."""
    named = name_words(name.replace(".", " "))
    first = words(description)[:1]
    if first and stem(first[0].text) in _ACTS:
        return first[0].text.endswith("s") or stem(first[0].text) not in _NOUNS
    if _TELLING.search(fold(description)):
        return False
    return any(stem(word) in _ACTS and stem(word) not in _NOUNS for word in (*named[:1], *named[-1:]))
