"""How many people were spoken of: "just me", "my wife and I", "me, Pia and two mates", "our girls and granny".

Those named in one breath make a group, the speaker counted where they go along; of an age group only its members count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from tools.guard.heard import Heard, said
from tools.guard.readings.calendar import MONTHS, WEEKDAYS
from tools.guard.readings.number_words import all_worths, parts
from tools.guard.readings.quantity import close
from tools.guard.readings.text import fold, name_words, without
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

Age = Literal["young", "grown", "old", "any"]
_PEOPLE: Final = frozenset(
    """passengers passenger people persons person seats seat guests guest travelers travellers tickets ticket party
    group size riders rider attendees diners participants visitors occupants personen personnes gaste covers pax
    headcount members players player""".split()
)
_ASKED: Final[tuple[tuple[Age, frozenset[str]], ...]] = (
    ("grown", frozenset({"adults", "adult", "erwachsene", "adultes", "grownups"})),
    ("young", frozenset({"children", "child", "kids", "kid", "minors", "kinder", "enfants"})),
    ("old", frozenset({"seniors", "senior", "pensioners", "elderly", "senioren"})),
)
_YOUNG = re.compile(
    r"\b(?:child\w*|kids?|sons?|daughters?|bab(?:y|ies)|infants?|toddlers?|teenagers?|teens?|nieces?|nephews?|kind(?:er)?"
    r"|enfants?|girls?|boys?|twins|(?:little|small|young) ones|grandchild\w*|grandkids?|grandsons?|granddaughters?)\b"
)
_OLD = re.compile(
    r"\b(?:gran(?:ny|nie|dma|dpa|dmother|dfather|dad|dparents)?|nan(?:a|ny|na)?|oma|opa|seniors?|pensioners?)\b"
)
_ALONE = re.compile(
    r"\b(?:myself|just me|only me|by myself|alone|solo|for me|just for one|just the one|on my own|allein|nur ich|seul"
    r"|moi seul)\b"
)
_TWO = re.compile(r"\b(?:the two of us|both of us|(?:a|we are a|as a) couple|us two|zu zweit|a deux)\b")
_KIN: Final = (
    "wife|husband|hubby|spouse|partner|girlfriend|boyfriend|gf|bf|fiancee?|friend|buddy|mate|pal|mother|father|mom|mum"
    "|dad|son|daughter|brother|sister|boss|colleague|coworker|roommate|flatmate|child|kid|baby|infant|toddler|cousin"
    "|uncle|aunt|niece|nephew|grandmother|grandfather|grandma|grandpa|granny|gran|nan|grandson|granddaughter|boy|girl"
)
_ONE_PERSON: Final = (
    f"{_KIN}|adult|person|guest|client|date|neighbou?r|mann|frau|freundin|freund|kind|mere|pere|femme|mari|ami|amie"
    "|enfant"
)
_MANY: Final = (
    "adults?|grown[- ]?ups?|children|kids|friends?|mates|pals|people|persons?|others?|guests?|sons|daughters|brothers"
    "|sisters|colleagues|coworkers|infants?|babies|toddlers?|teenagers?|teens|seniors?|students?|child|kid|cousins"
    "|buddies|men|women|boys|girls|(?:little|small|young) ones|grandkids|grandchildren|nieces|nephews|erwachsene"
    "|kinder|freunde|personen|adultes|enfants|amis|personnes"
)
_ROLES: Final = "driver|guide|teacher|coach|trainer|nanny|manager|conductor|photographer|babysitter|boss"
_MEMBER = re.compile(
    r"\b(?P<self>i|me|myself|ich|mich|mir|moi)\b"
    r"|\b(?P<pair>(?:my|our|his|her|the) (?:(?:grand)?parents|twins)|us two|we two|meine eltern|mes parents)\b"
    rf"|\b(?:my|our|a|an|one|his|her|mein|meine|meinem|meiner|meinen|ma|mon|un|une)\s(?:\w+\s)?(?P<one>{_ONE_PERSON})\b"
    rf"|\bthe (?P<known>baby|kid|toddler|wife|husband|missus|{_ROLES})\b"
    r"|\b(?P<kin>hubby|gran(?:ny|dma|dpa)?|mum|mom|dad)\b"
    r"|\b(?P<count>\d{1,2}|[a-z]+)\s(?:of my |of our |other |more )?(?:young |small |little |grown )?"
    rf"(?P<many>{_MANY})\b"
    r"|\b(?P<more>\d{1,2}|[a-z]+) (?:of my\b|of us\b|in (?:the|our) \w+|others?\b|more\b)"
    r"|\b(?P<beside>\d{1,2}|[a-z]+)(?=\s(?:plus|and|\+|&)\sme\b)"
)
_NAME = re.compile(r"\b[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+)?\b")
_AND: Final = r"(?:and|&|\+|plus|n|'n'?|with|along with|together with|as well as|und|mit|et|avec|or)"
_JOINED = re.compile(rf"[\s,]*{_AND}?[\s,]*(?:for|our|my|the|his|her|unsere|nos)?\s*")
_NAMED_TOO = re.compile(rf"\s*(?:,\s*{_AND}?|{_AND})\s+")
_WITH = re.compile(r"\b(?:with|mit|avec|joined by|and)\s(?:our |my |the )?$")


@dataclass(frozen=True, slots=True)
class Member:
    """One or some of a group, with their place; `speaker` where it is who speaks."""

    start: int
    end: int
    worth: int
    age: Age
    speaker: bool = False
    named: bool = False


def heads(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for a number of people that follows from who was named, the speaker counted where they go along."""
    named = set(name_words(parameter.name))
    age: Age | None = next((age for age, asked in _ASKED if named & asked), "any" if named & _PEOPLE else None)
    if age is None:
        return None
    for one in heard.texts():
        for count, start, end in _counts(one.text, age):
            if close(value, count):
                return said(one, start, end, Reason.COMPUTED, weak=True)
    return None


def _counts(text: str, age: Age) -> Iterator[tuple[float, int, int]]:
    folded = fold(text)
    for worth, pattern in ((1.0, _ALONE), (2.0, _TWO)):
        found = pattern.search(folded)
        if found and age in {"any", "grown"}:
            yield worth, found.start(), found.end()
    for group in _groups(text, folded):
        start, end = group[0].start, group[-1].end
        for total in _totals(group, age):
            if len(group) > 1 or age in {"young", "old"}:
                yield total, start, end
            if age in {"any", "grown"} and not any(one.speaker for one in group) and _WITH.search(folded, 0, start):
                yield total + 1, start, end


def _totals(group: list[Member], age: Age) -> Iterator[float]:
    """How many of a group are of an age: of the grown with the old among them and without."""
    wanted: dict[Age, tuple[Age, ...]] = {"any": ("grown", "young", "old"), "young": ("young",), "old": ("old",)}
    for ages in [wanted[age]] if age in wanted else [("grown", "old"), ("grown",)]:
        total = sum(one.worth for one in group if one.age in ages)
        if total:
            yield float(total)


def _groups(text: str, folded: str) -> Iterator[list[Member]]:
    """Members that are named in one breath; a name alone is none, and the name behind "my sister" is hers."""
    group: list[Member] = []
    for member in sorted(_members(text, folded), key=lambda one: one.start):
        between = (group[-1].end, member.start) if group else (0, 0)
        if group and member.named and not folded[slice(*between)].strip():
            group[-1] = replace(group[-1], end=member.end)
        elif group and (_NAMED_TOO if member.named else _JOINED).fullmatch(folded, *between):
            group.append(member)
        else:
            yield from _kept(group)
            group = [member]
    yield from _kept(group)


def _kept(group: list[Member]) -> Iterator[list[Member]]:
    """The group without names in front, and with one that begins the text: "Perfect, me and Jo" is two or three people;
    nothing where nobody but names is left.
    """
    if all(one.named for one in group):
        return
    if group[0].named and not group[0].start:
        yield group
    while group[0].named:
        group = group[1:]
    yield group


def _members(text: str, folded: str) -> Iterator[Member]:
    taken = []
    for found in _MEMBER.finditer(folded):
        worth = _worth(found)
        if worth:
            age: Age = "young" if _YOUNG.search(found.group()) else "old" if _OLD.search(found.group()) else "grown"
            taken.append(Member(found.start(), found.end(), worth, age, speaker=bool(found["self"])))
    yield from taken
    for found in _NAME.finditer(text):
        spoken = folded[found.start() : found.end()]
        apart = without([(one.start, one.end) for one in taken], found.start(), found.end())
        if apart and spoken not in MONTHS and spoken not in WEEKDAYS:
            yield Member(found.start(), found.end(), 1, "grown", named=True)


def _worth(member: re.Match[str]) -> int:
    if member["self"] or member["one"] or member["known"] or member["kin"]:
        return 1
    if member["pair"]:
        return 2
    count = member["count"] or member["more"] or member["beside"]
    if count.isdigit():
        return int(count)
    worths = all_worths(parts(count)) if parts(count) else set()
    return min(worths) if worths else 0
