"""What a question asks for, by its words: "which country", "who", "the capital of", "name the films".

A question does not give what it asks for, so of two tools that could take a name the one that takes what is asked for
is the less likely.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from knowledge.text import STOP_WORDS
from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.synonyms import alike
from tools.schema import Parameter, Tool

_FEW: Final = r"(?:(?:all|every|each|the|a|any|some|few|two|three|four|five|other|alle|die|tous|les|me|us|mir|moi)\s+)*"
_NOUN: Final = r"(?P<noun>[^\W\d_][\w-]*(?:\s[^\W\d_][\w-]*){0,2})"
_IS: Final = r"(?:'s|\s+(?:is|was|are|were|ist|sind|est|sont))"
_THE: Final = "(?:the|die|der|das|la|le|les)"
_NAME_OF: Final = r"(?:names?\s+of\s+(?:the\s+)?)?"
_OF: Final = r"(?=\s+(?:of|in|for|from|von|der|des|de|du)\b|\s+d')"
_ASKED: Final = tuple(
    re.compile(form)
    for form in (
        rf"\b(?:which|what|how many|welche[rsnm]?|wie viele|quels?|quelles?|combien de)\s+(?:of\s+)?{_NOUN}",
        rf"\b(?:what|which|welche[rs]?|was|quelle?|quel){_IS}\s+{_THE}\s+{_NAME_OF}{_NOUN}{_OF}",
        rf"(?:^|\b(?:please|can you|could you)\s)(?:name|list|show|give|find|tell|nenne|zeige?|donne)\s+{_FEW}{_NOUN}",
        rf"^(?:and\s+)?{_FEW}{_NOUN}\s+(?:of|by|with|from|starring|featuring|directed|made|whose|von|mit|de|du|avec)\b",
        r"(?<!what)(?<!who)(?<!where)'s\s+(?P<noun>[^\W\d_][\w-]*)",
    )
)
_PERSON: Final = re.compile(r"(?:^|\W)(?:who|whom|who's|wer|wen|qui)\b")
_THING: Final = re.compile(r"^\W*(?:and\s+)?what(?:'s|\s+(?:did|has|have|does|was|is|were))\s")
_EXPLAINED: Final = re.compile(
    r"^\W*(?:and\s+)?(?:(?:how|wie)\s(?!many\b|much\b|viele?\b)|when\b|why\b|wann\b|warum\b|weshalb\b|comment\b|pourquoi\b|quand\b|"
    r"what(?:'s|\s(?:do|does|did|happens|makes|means|if|is|was)\b)|where\b|wo\b|"
    r"(?:can|may|should|must|does|is)\s(?:i|we|one|an?)\s(?!have\b|see\b|get\b|list\b|look\b))"
)
_PEOPLE: Final = frozenset(
    stem(word)
    for word in """person people actor actress director author writer owner customer client user employee member player
    singer artist composer producer doctor patient manager agent colleague name""".split()
)
_SAID_OF_ALL: Final = frozenset(stem(word) for word in "name part case title number id code kind type part".split())
"""Words of descriptions that tell no thing from another."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question asks for: stems of the nouns, and whether it is a person or, by a bare "what", a thing."""

    nouns: frozenset[str]
    person: bool
    thing: bool


@lru_cache(maxsize=512)
def sought(question: str) -> Sought:
    """What the question asks for; nothing where its form does not tell."""
    folded = fold(question).strip()
    nouns: set[str] = set()
    for form in _ASKED:
        found = form.search(folded)
        if found is not None:
            nouns |= _nouns(found["noun"])
            if nouns:
                break
    person = _PERSON.search(folded) is not None and not nouns
    return Sought(frozenset(nouns), person, not person and not nouns and _THING.match(folded) is not None)


def asked_for(parameter: Parameter, question: str) -> bool:
    """Whether a parameter is what the question asks for, and so hardly given in it."""
    asked = sought(question)
    own = _described(parameter.name, parameter.description)
    of_person = bool(own & _PEOPLE)
    if asked.person:
        return of_person
    if asked.thing:
        return not of_person
    return any(alike(noun) & own for noun in asked.nouns)


def after(tool: Tool, question: str) -> bool:
    """Whether a question asks for what a tool is named for: "what credit is that?" of a service credit."""
    return any(alike(noun) & {stem(word) for word in name_words(tool.name)} for noun in sought(question).nouns)


def explained(question: str) -> bool:
    """Whether a question asks for a way, a reason, a day, a place, a meaning or leave, and so for no list."""
    return not sought(question).nouns and _EXPLAINED.match(fold(question).strip()) is not None


def _nouns(said: str) -> set[str]:
    """The words up to the first that is no noun's."""
    found: set[str] = set()
    for word in words(said):
        if word.text in STOP_WORDS:
            break
        own = word.text.removesuffix("'s")
        found |= {stem(own), stem(own.removesuffix("s"))}  # "movies" ends like "parties"
    return found


@lru_cache(maxsize=512)
def _described(name: str, description: str) -> frozenset[str]:
    named = {stem(word) for word in name_words(name)}
    told = " ".join(sentence.partition(" or a part")[0] for sentence in description.split(". "))
    return frozenset(named | {stem(word.text.removesuffix("'s")) for word in words(told)} - _SAID_OF_ALL)
