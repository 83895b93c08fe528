"""How many people were spoken of: "just me", "my wife and I", "two adults and a child", "me and four friends"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.number_words import all_worths, parts
from tools.guard.readings.quantity import close
from tools.guard.readings.text import fold, name_words
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_PEOPLE: Final = frozenset(
    """passengers passenger people persons person seats seat guests guest travelers travellers tickets ticket party
    group size riders rider attendees diners participants visitors occupants personen personnes gaste adults adult
    covers pax headcount members""".split()
)
_GROWN: Final = frozenset({"adults", "adult", "erwachsene", "adultes"})
_YOUNG = re.compile(
    r"\b(?:child\w*|kids?|sons?|daughters?|bab(?:y|ies)|infants?|toddlers?|teenagers?|niece|nephew|kind(?:er)?|enfants?)\b"
)
_ALONE = re.compile(
    r"\b(?:myself|just me|only me|by myself|alone|solo|for me|just for one|on my own|allein|nur ich|seul|moi seul)\b"
)
_TWO = re.compile(r"\b(?:the two of us|both of us|(?:a|we are a|as a) couple|us two|zu zweit|a deux)\b")
_ONE_PERSON: Final = (
    "wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?|friend|buddy|mother|father|mom|mum|dad|son|daughter"
    "|brother|sister|boss|colleague|coworker|roommate|child|kid|baby|infant|toddler|cousin|uncle|aunt|niece|nephew"
    "|grandmother|grandfather|grandma|grandpa|adult|person|guest|client|date|mann|frau|freundin|freund|kind|mere|pere"
    "|femme|mari|ami|amie|enfant"
)
_MANY: Final = (
    "adults?|children|kids|friends?|people|persons?|others?|guests?|sons|daughters|brothers|sisters|colleagues"
    "|coworkers|infants?|babies|toddlers?|teenagers?|seniors?|students?|child|kid|cousins|buddies|men|women|boys|girls"
    "|erwachsene|kinder|freunde|personen|adultes|enfants|amis|personnes"
)
_MEMBER = re.compile(
    rf"\b(?P<self>i|me|myself|ich|mich|mir|moi)\b"
    rf"|\b(?P<pair>(?:my|our|his|her) (?:grand)?parents|meine eltern|mes parents)\b"
    rf"|\b(?:my|our|a|an|one|his|her|mein|meine|meinem|meiner|meinen|ma|mon|un|une)\s(?:\w+\s)?(?P<one>{_ONE_PERSON})\b"
    rf"|\b(?P<count>\d{{1,2}}|[a-z]+)\s(?:of my |other |more |young |small |of our )?(?P<many>{_MANY})\b"
    r"|\b(?P<more>\d{1,2}|[a-z]+) (?:of my\b|others?\b|more\b)"
)
_JOINED = re.compile(
    r"[\s,]*(?:and|&|\+|with|plus|along with|together with|as well as|und|mit|et|avec|or)?[\s,]*"
    r"(?:for|our|my|the|his|her|unsere|nos)?\s*"
)
_WITH = re.compile(r"\b(?:with|mit|avec|joined by|and)\s(?:our |my |the )?$")


def heads(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for a number of people that follows from who was named, the speaker counted where they go along."""
    named = set(name_words(parameter.name))
    if not named & _PEOPLE:
        return None
    for one in heard.texts():
        for count, start, end in _counts(fold(one.text), grown=bool(named & _GROWN)):
            if close(value, count):
                return said(one, start, end, Reason.COMPUTED, weak=True)
    return None


def _counts(folded: str, *, grown: bool) -> Iterator[tuple[float, int, int]]:
    for worth, pattern in ((1.0, _ALONE), (2.0, _TWO)):
        found = pattern.search(folded)
        if found:
            yield worth, found.start(), found.end()
    for group in _groups(folded):
        start, end = group[0].start(), group[-1].end()
        total = float(sum(_worth(one) for one in group if not (grown and _YOUNG.search(one.group()))))
        alone = any(member["self"] for member in group)
        if len(group) > 1:
            yield total, start, end
        if not alone and _WITH.search(folded, 0, start):
            yield total + 1, start, end


def _groups(folded: str) -> Iterator[list[re.Match[str]]]:
    """Members that are named in one breath."""
    group: list[re.Match[str]] = []
    for member in _MEMBER.finditer(folded):
        if not _worth(member):
            continue
        if group and not _JOINED.fullmatch(folded, group[-1].end(), member.start()):
            yield group
            group = []
        group.append(member)
    if group:
        yield group


def _worth(member: re.Match[str]) -> int:
    if member["self"] or member["one"]:
        return 1
    if member["pair"]:
        return 2
    count = member["count"] or member["more"]
    if count.isdigit():
        return int(count)
    worths = all_worths(parts(count)) if parts(count) else set()
    return min(worths) if worths else 0
