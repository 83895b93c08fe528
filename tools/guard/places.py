"""Testing a place: a city by another of its names, and the state or country that a value adds to one that was said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tools.guard.city_names import city_forms
from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.readings.text import fold
from tools.guard.regions import region_forms, regions
from tools.guard.spelled import place_of
from tools.guard.verdict import Evidence, Reason

_ABBREVIATED: Final = 3
"""Up to how many letters a name of a city is an abbreviation."""


def nickname(value: str, heard: Heard) -> Evidence | None:
    """A city by another name it goes by."""
    city = fold(value).strip()
    for form in city_forms(city) - {city}:
        for one in heard.texts():
            place = place_of(form, one)
            if place is not None and (_is_name(form) or one.text[slice(*place)].isupper()):
                return said(one, *place)
    return None


def _is_name(form: str) -> bool:
    # Three letters in lower case are a word ("sea", "den"), unless they have no vowel ("nyc").
    return len(form) > _ABBREVIATED or not form.isascii() or not set(form) & set("aeiou")


def in_region(value: str, heard: Heard, city: Callable[[str], Evidence | None]) -> Evidence | None:
    """A "City, ST": the city must have been said; its state or country may follow from it, unless another was said.

    `city` finds what is no known city, the name of a district, by its words.
    """
    head, _, tail = value.rpartition(",")
    if not regions(tail.strip()):
        return None
    forms = city_forms(fold(head.split(",")[0]).strip())
    for one in heard.texts():
        for form in sorted(forms, key=len, reverse=True):
            place = place_of(form, one)
            if place is None or (len(form) <= 2 and form.isascii() and not one.text[slice(*place)].isupper()):
                continue
            return _with_region(one, place, tail.strip())
    found = city(head)
    return Evidence(Reason.REGION_ADDED, found.spans, weak=True) if found is not None else None


def _with_region(one: Utterance, place: tuple[int, int], tail: str) -> Evidence | None:
    after = re.match(r"[\s,]+(?P<one>[A-Z]{2}\b|[A-Z][\w.]+(?: [A-Z][\w.]+)?)", one.text[place[1] :])
    if one.text.islower():  # who writes no capitals writes none for states
        after = re.match(r"[\s,]+(?P<one>[a-z]{4,}(?: [a-z]{4,})?)", one.text[place[1] :])
    if after is not None:
        for size in (2, 1):
            spoken = " ".join(after["one"].split()[:size])
            named = regions(spoken) if len(spoken) > 2 or spoken.isupper() else frozenset()
            if named:
                agreed = bool(named & regions(tail))
                return said(one, place[0], place[1] + after.end()) if agreed or _inside(named, tail) else None
    folded = fold(one.text)
    spoken_elsewhere = any(
        re.search(rf"(?<!\w){re.escape(form)}(?!\w)", folded) for form in region_forms(tail) if len(form) > 2
    )
    return said(one, *place) if spoken_elsewhere else said(one, *place, Reason.REGION_ADDED, weak=True)


def _inside(named: frozenset[str], tail: str) -> bool:
    # A country beside a state, or the other way round, contradicts nothing.
    kinds = {key.split(":")[0] for key in named}
    return not kinds & {key.split(":")[0] for key in regions(tail)}
