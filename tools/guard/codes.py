"""Codes and names of one thing: currencies, languages, airports, sizes, sexes, colours and units."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from tools.guard.city_names import airport_cities, city_forms
from tools.guard.currencies import SHARED, currency_forms
from tools.guard.heard import Heard, said
from tools.guard.readings.text import fold
from tools.guard.readings.unit_table import BY_WORD, Unit
from tools.guard.readings.units import AMBIGUOUS, unit_named, units_in
from tools.guard.regions import foreign, region_forms
from tools.guard.synonyms import alike
from tools.guard.topic import topic
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_LOCALES: Final = ("en", "de", "fr", "es", "it", "pt")
_TONGUES: Final = {
    "zh": ("mandarin",),
    "yue": ("cantonese",),
    "fa": ("farsi",),
    "es": ("castilian", "castellano"),
    "nl": ("flemish",),
}
_COLOUR_PAIRS: Final = tuple(
    pair.split()
    for pair in """000000 black;ffffff white;ff0000 red;00ff00 lime;0000ff blue;ffff00 yellow;00ffff cyan
ff00ff magenta;c0c0c0 silver;808080 gray;808080 grey;800000 maroon;808000 olive;008000 green;800080 purple;008080 teal
000080 navy;ffa500 orange;ffc0cb pink;a52a2a brown""".replace("\n", ";").split(";")
)
"""The colours that have a name of one word in every table of them."""
_CODE: Final = 3
_NO_WORDS: Final = frozenset("km cm mm kg mg lb oz ml ft kb mb gb tb uk".split())
"""Units and a country of two letters that are no word."""
_CURRENCY_PAIR: Final = re.compile(r"([A-Z]{3})[/-]?([A-Z]{3})")
_LOCALE: Final = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?")
_SIZES: Final[dict[str, frozenset[str]]] = {
    "XS": frozenset({"extra small", "xs"}),
    "S": frozenset({"small", "s"}),
    "M": frozenset({"medium", "m"}),
    "L": frozenset({"large", "l"}),
    "XL": frozenset({"extra large", "xl"}),
}


@lru_cache(maxsize=1)
def _languages() -> dict[str, frozenset[str]]:
    from babel import Locale

    names: dict[str, set[str]] = {}
    for tag in _LOCALES:
        for code, name in Locale.parse(tag).languages.items():
            names.setdefault(code.lower(), set()).add(fold(name))
    for code, spoken in _TONGUES.items():
        names[code].update(spoken)
    return {code: frozenset(forms) for code, forms in names.items()}


def code(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for a currency, country, state, language, airport or size by its code or name.

    A code is read as what the parameter's name and description speak of.
    """
    about = topic(parameter)
    forms: frozenset[str] = frozenset()
    for subjects, of in _SORTS:
        if about & subjects:
            forms |= of(value)
    pair = _CURRENCY_PAIR.fullmatch(value)
    if pair is not None:
        return _both_of(pair, heard)
    unit = unit_named(value) if len(value) > 1 or value in {"C", "F"} else None
    if unit is not None:
        for one in heard.texts():
            for other, start, end in units_in(one.text):
                if other == unit or (other.dimension, other.factor, other.offset) == _measure(unit):
                    return said(one, start, end)
        beside = next((place for place in heard.numbers() if place[1].unit == unit), None)
        if beside is not None:
            return said(beside[0], beside[1].start, beside[1].end)
        forms |= {
            word
            for word, other in BY_WORD.items()
            if other == unit and word in AMBIGUOUS and (len(word) > 1 or word in "cf")
        }
        forms |= {sign for sign in ("°c", "°f") if value.lower().startswith(sign[1])}
    return _mentioned(forms, heard, value[:2] if len(value) == _CODE else "") if forms else None


def _measure(unit: Unit) -> tuple[str, float, float]:
    return unit.dimension, unit.factor, unit.offset


def _both_of(pair: re.Match[str], heard: Heard) -> Evidence | None:
    """Both currencies of a pair such as EUR/USD."""
    found = [_mentioned(currency_forms(code), heard, code[:2]) for code in pair.groups()]
    kept = [one for one in found if one is not None]
    return (
        Evidence(Reason.CODE, tuple(span for one in kept for span in one.spans), weak=True) if len(kept) == 2 else None
    )


def _language(value: str) -> frozenset[str]:
    """Every name of a language that is given by its code ("fr", "pt-BR") or by one of its names."""
    known, base = _languages(), re.split(r"[-_]", value.lower())[0]
    base = _short(base)
    if _LOCALE.fullmatch(value):
        return known.get(base, frozenset())
    return next((forms for forms in known.values() if fold(value) in forms), frozenset())


@lru_cache(maxsize=256)
def _short(code: str) -> str:
    """The two letters of a language for its three, "deu" or "ger"."""
    from babel.core import get_global

    return get_global("language_aliases").get(code, code) if len(code) == _CODE else code


def _airport(value: str) -> frozenset[str]:
    if not (len(value) == 3 and value.isupper()):
        return frozenset()
    return frozenset(form for city in airport_cities(value) for form in city_forms(city))


def _size(value: str) -> frozenset[str]:
    return next((names for size, names in _SIZES.items() if fold(value) in {size.lower(), *names}), frozenset())


def _sex(value: str) -> frozenset[str]:
    word = {"m": "man", "f": "woman", "male": "man", "female": "woman"}.get(value.lower())
    return frozenset(alike(word)) - {value.lower()} if word else frozenset()


def _colour(value: str) -> frozenset[str]:
    figures = value.lower().removeprefix("#")
    return frozenset(name for hexed, name in _COLOUR_PAIRS if hexed == figures)


_SORTS: Final[tuple[tuple[frozenset[str], Callable[[str], frozenset[str]]], ...]] = (
    (
        frozenset({"currency", "currencies", "wahrung", "monnaie", "unit", "4217", "base", "quote"}),
        currency_forms,
    ),
    (
        frozenset(
            """country countries nationality region location land pays state province citizenship passport cuisine
            origin jurisdiction market 3166 alpha""".split()
        ),
        region_forms,
    ),
    (frozenset({"language", "languages", "locale", "sprache", "langue", "lang", "639", "bcp"}), _language),
    (
        frozenset("airport airports iata origin destination departure arrival from to".split()),
        _airport,
    ),
    (frozenset({"size", "sizes"}), _size),
    (frozenset({"color", "colour", "hex", "rgb", "rrggbb", "farbe", "couleur"}), _colour),
    (frozenset({"gender", "sex"}), _sex),
)
"""What a parameter speaks of, to every way of saying the value then."""


def _mentioned(forms: frozenset[str], heard: Heard, country: str = "") -> Evidence | None:
    """Where one of these forms was said; of money, not behind the adjective of a country other than this one."""
    for one in heard.texts():
        folded = fold(one.text)
        for form in sorted(forms, key=len, reverse=True):
            place = _find(form, folded, one.text, country)
            if place is not None:
                return said(one, place, place + len(form))
    return None


def _find(form: str, folded: str, raw: str, country: str = "") -> int | None:
    if form not in folded:
        return None
    # A unit or a sign may stand straight behind its digits.
    edge_left, edge_right = (r"(?<![^\W\d])" if form[0].isalnum() else ""), (r"(?!\w)" if form[-1].isalnum() else "")
    for found in re.finditer(edge_left + re.escape(form) + edge_right, folded):
        if country and form in SHARED and foreign(folded[: found.start()], country):
            continue
        # Two letters in lower case are a word ("in", "us", "de") before they are a code.
        if (
            len(form) > 2
            or form in _NO_WORDS
            or not form.isalpha()
            or folded[found.start() - 1 : found.start()].isdigit()
            or raw[found.start() : found.end()].isupper()
        ):
            return found.start()
    return None
