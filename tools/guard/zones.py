"""Testing a time zone: by the city or the country it is named after, or by its short name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tools.guard.cities import in_region
from tools.guard.city_names import city_forms
from tools.guard.heard import Heard, said
from tools.guard.readings.text import fold
from tools.guard.verdict import Evidence, Reason

_ZONE: Final = re.compile(r"[A-Z][A-Za-z]+/(?:[A-Za-z_]+/)?(?P<city>[A-Z][A-Za-z_-]+)\Z")
_SHORT: Final = {
    "e": "eastern",
    "p": "pacific",
    "c": "central",
    "m": "mountain",
}
_NAMED: Final = {
    **{f"{letter}{half}t": rf"\b{name}\b" for letter, name in _SHORT.items() for half in ("", "s", "d")},
    "gmt": r"\bgreenwich\b|\buk time\b|\blondon time\b",
    "utc": r"\buniversal time\b",
    "cet": r"\bcentral european\b|\bmitteleuropaische\b",
    "cest": r"\bcentral european\b",
    "bst": r"\bbritish summer\b",
    "ist": r"\bindian? (?:standard )?time\b",
    "europe/london": r"\b(?:uk|british) time\b",
    "jst": r"\bjapan\w* (?:standard )?time\b",
}
"""A zone's letters, folded, to a pattern for its name."""
_FEW: Final = 2
"""Up to how many zones a country may have for one to follow from it."""


def zone(value: str, heard: Heard) -> Evidence | None:
    """Weak evidence for a time zone of the tz database or one known by its letters; None for anything else."""
    found = _ZONE.match(value)
    if found is None:
        return _by_letters(value, heard)
    lettered = _by_letters(value, heard)
    if lettered is not None:
        return lettered
    forms = city_forms(fold(found["city"].replace("_", " ")))
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(form)}(?!\w)" for form in forms if len(form) > 2))
    territory = _territories().get(value, "")
    alone = territory and sum(other == territory for other in _territories().values()) <= _FEW
    for one in heard.texts():
        place = pattern.search(fold(one.text))
        span = place.span() if place else in_region(one.text, frozenset({f"country:{territory}"})) if alone else None
        if span is not None:
            return said(one, *span, Reason.CODE, weak=True)
    return None


def _by_letters(value: str, heard: Heard) -> Evidence | None:
    pattern = _NAMED.get(value.lower())
    for one in heard.texts() if pattern else ():
        found = re.search(pattern or "", fold(one.text))
        if found:
            return said(one, found.start(), found.end(), Reason.CODE, weak=True)
    return None


@lru_cache(maxsize=1)
def _territories() -> dict[str, str]:
    from babel.core import get_global  # reading CLDR takes a moment; only calls with a zone need it

    return dict(get_global("zone_territories"))
