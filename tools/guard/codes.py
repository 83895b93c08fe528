"""Codes and names of one thing: currencies, countries, languages, states, through babel's CLDR tables."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.text import fold, name_words, words
from tools.guard.readings.unit_table import BY_WORD
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_LOCALES: Final = ("en", "de", "fr")
_STATES: Final = """AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware
DC District of Columbia;FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky
LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana
NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;ND North Dakota
OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas
UT Utah;VT Vermont;VA Virginia;WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming;AB Alberta;BC British Columbia
MB Manitoba;NB New Brunswick;NL Newfoundland;NS Nova Scotia;ON Ontario;QC Quebec;SK Saskatchewan;NSW New South Wales"""
_COUNTRY_WORDS: Final = {
    "GB": ("uk", "u.k.", "u.k", "great britain", "britain", "england", "scotland", "wales", "gb"),
    "US": ("usa", "u.s.", "u.s", "u.s.a.", "u.s.a", "america", "us", "the states"),
    "AE": ("uae", "u.a.e.", "emirates"),
    "KR": ("korea",),
    "CZ": ("czech republic",),
    "NL": ("holland",),
}
_CITY_NAMES: Final = {
    "la": "los angeles",
    "l.a.": "los angeles",
    "lax": "los angeles",
    "sf": "san francisco",
    "sfo": "san francisco",
    "frisco": "san francisco",
    "san fran": "san francisco",
    "nyc": "new york",
    "ny": "new york",
    "jfk": "new york",
    "big apple": "new york",
    "philly": "philadelphia",
    "vegas": "las vegas",
    "sin city": "las vegas",
    "chi-town": "chicago",
    "chitown": "chicago",
    "windy city": "chicago",
    "dc": "washington",
    "d.c.": "washington",
    "nola": "new orleans",
    "kl": "kuala lumpur",
    "atl": "atlanta",
    "sd": "san diego",
    "bombay": "mumbai",
    "peking": "beijing",
}
"""Names a city goes by, folded; the city's own name is the value."""
_SLANG: Final = {
    "usd": ("dollar", "dollars", "buck", "bucks", "$"),
    "gbp": ("quid", "pound", "pounds", "sterling", "£"),
    "eur": ("€",),
    "jpy": ("yen", "¥"),
    "cny": ("rmb", "renminbi", "yuan"),
    "inr": ("rupees", "rupee", "₹"),
}


_SHORT_UNITS: Final = frozenset("km cm mm kg mg lb oz ml ft kb mb gb tb".split())
"""Units of two letters that are no word."""
_DEMONYMS: Final = """american US british GB english GB scottish GB french FR german DE spanish ES italian IT dutch NL
portuguese PT greek GR turkish TR polish PL swedish SE norwegian NO danish DK finnish FI swiss CH austrian AT irish IE
belgian BE czech CZ hungarian HU romanian RO russian RU ukrainian UA chinese CN japanese JP korean KR indian IN thai TH
vietnamese VN indonesian ID malaysian MY australian AU canadian CA mexican MX brazilian BR argentinian AR argentine AR
chilean CL peruvian PE colombian CO egyptian EG moroccan MA kenyan KE nigerian NG israeli IL lebanese LB iranian IR"""
_SIZES: Final[dict[str, frozenset[str]]] = {
    "XS": frozenset({"extra small", "xs"}),
    "S": frozenset({"small", "s"}),
    "M": frozenset({"medium", "m"}),
    "L": frozenset({"large", "l"}),
    "XL": frozenset({"extra large", "xl"}),
}
_COMPARISONS: Final = {
    ">": r"\b(?:greater|more|larger|higher|older|later|over|above|after|exceed\w*)\b|>",
    "<": r"\b(?:less|fewer|smaller|lower|younger|earlier|under|below|before)\b|<",
    ">=": r"\b(?:at least|minimum|or more|or higher|no less|since|from)\b|>=|≥",
    "<=": r"\b(?:at most|maximum|or less|or lower|no more|up to)\b|<=|≤",
    "=": r"\b(?:is|are|equals?|equal to|exactly|named|called|with)\b|=",
    "==": r"\b(?:is|are|equals?|equal to|exactly|named|called|with)\b|=",
    "!=": r"\b(?:not|except|other than|excluding)\b|!=|≠",
}


@lru_cache(maxsize=1)
def _currencies() -> dict[str, frozenset[str]]:
    from babel import Locale  # reading CLDR takes a moment; only calls with a code need it

    names: dict[str, set[str]] = {}
    for tag in _LOCALES:
        locale = Locale.parse(tag)
        for code, name in locale.currencies.items():
            names.setdefault(code.lower(), set()).add(fold(name))
        for code, symbol in locale.currency_symbols.items():
            names.setdefault(code.lower(), set()).add(fold(symbol))
    for code, forms in _currency_plurals():
        names.setdefault(code, set()).update(forms)
    for code, slang in _SLANG.items():
        names.setdefault(code, set()).update(slang)
    return {code: frozenset(forms | {code}) for code, forms in names.items()}


def _currency_plurals() -> list[tuple[str, frozenset[str]]]:
    from babel import Locale

    return [
        (code.lower(), frozenset(map(fold, forms.values())))
        for tag in _LOCALES
        for code, forms in Locale.parse(tag)._data["currency_names_plural"].items()  # noqa: SLF001 - no public door
    ]


@lru_cache(maxsize=1)
def _territories() -> dict[str, frozenset[str]]:
    from babel import Locale

    names: dict[str, set[str]] = {}
    for tag in _LOCALES:
        for code, name in Locale.parse(tag).territories.items():
            if len(code) == 2:
                names.setdefault(code, set()).add(fold(name))
    pairs = _DEMONYMS.split()
    for demonym, code in zip(pairs[::2], pairs[1::2], strict=True):
        names[code].add(demonym)
    for code, forms in _COUNTRY_WORDS.items():
        names[code] |= set(forms)
    return {code: frozenset(forms) for code, forms in names.items()}


@lru_cache(maxsize=1)
def _languages() -> dict[str, frozenset[str]]:
    from babel import Locale

    names: dict[str, set[str]] = {}
    for tag in _LOCALES:
        for code, name in Locale.parse(tag).languages.items():
            names.setdefault(code.lower(), set()).add(fold(name))
    return {code: frozenset(forms) for code, forms in names.items()}


@lru_cache(maxsize=1)
def _states() -> dict[str, str]:
    pairs = [entry.split(" ", 1) for line in _STATES.splitlines() for entry in line.split(";")]
    return {code: fold(name) for code, name in pairs}


@lru_cache(maxsize=2048)
def regions(text: str) -> frozenset[str]:
    """The states and countries a text may name, by code or name: keys such as "state:ca" and "country:fr"."""
    folded, upper = fold(text).strip(" ."), text.strip().upper()
    found = {f"state:{code}" for code, name in _states().items() if upper == code or folded == name}
    found |= {
        f"country:{code}"
        for code, names in _territories().items()
        if upper == code or folded in names or (upper == "UK" and code == "GB")
    }
    return frozenset(found)


def region_forms(text: str) -> frozenset[str]:
    """Every way of writing the state or country that a text names."""
    forms: set[str] = set()
    for key in regions(text):
        kind, code = key.split(":")
        forms |= {_states()[code]} if kind == "state" else set(_territories()[code])
        forms.add(code.lower())
    return frozenset(forms)


def city_forms(city: str) -> frozenset[str]:
    """What a city goes by, its own name and the name it was given by among them; `city` is folded."""
    bare = city.removesuffix(" city")
    bare = _CITY_NAMES.get(bare, bare)
    return frozenset({city, bare} | {nick for nick, name in _CITY_NAMES.items() if name == bare})


def code(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for a currency, country, state, language or size by its code or name.

    A code is read as what the parameter's name and description speak of.
    """
    topic = _topic(parameter.name, parameter.description)
    forms: frozenset[str] = frozenset()
    if topic & {"currency", "currencies", "wahrung", "monnaie", "unit"} and len(value) == 3:
        forms |= _currencies().get(value.lower(), frozenset())
    if topic & {"country", "nationality", "region", "location", "land", "pays"}:
        forms |= region_forms(value)
    if topic & {"state", "province"}:
        forms |= region_forms(value)
    if topic & {"language", "locale", "sprache", "langue", "lang"}:
        forms |= _languages().get(value.lower(), frozenset())
    unit = BY_WORD.get(value.lower()) if len(value) > 1 else None
    if unit is not None:
        beside = next((place for place in heard.numbers() if place[1].unit == unit), None)
        if beside is not None:
            return said(beside[0], beside[1].start, beside[1].end)
        forms |= {word for word, other in BY_WORD.items() if other == unit and len(word) > 1}
        forms |= {sign for sign in ("°c", "°f") if value.lower().startswith(sign[1])}
    if topic & {"size", "sizes"}:
        forms |= next((names for size, names in _SIZES.items() if fold(value) in {size.lower(), *names}), frozenset())
    return _mentioned(forms, heard) if forms else None


def comparison(value: str, heard: Heard) -> Evidence | None:
    """Evidence for a sign of comparison: ">" was said as "greater than", "over", "after"."""
    pattern = _COMPARISONS.get(value)
    if pattern is None:
        return None
    for one in heard.texts():
        found = re.search(pattern, fold(one.text))
        if found:
            return said(one, found.start(), found.end(), Reason.CODE, weak=True)
    return None


@lru_cache(maxsize=2048)
def _topic(name: str, description: str) -> frozenset[str]:
    return frozenset((*name_words(name), *(word.text for word in words(description))))


def _mentioned(forms: frozenset[str], heard: Heard) -> Evidence | None:
    for one in heard.texts():
        folded = fold(one.text)
        for form in sorted(forms, key=len, reverse=True):
            place = _find(form, folded, one.text)
            if place is not None:
                return said(one, place, place + len(form))
    return None


def _find(form: str, folded: str, raw: str) -> int | None:
    # A unit or a sign may stand straight behind its digits.
    edge_left, edge_right = (r"(?<![^\W\d])" if form[0].isalnum() else ""), (r"(?!\w)" if form[-1].isalnum() else "")
    for found in re.finditer(edge_left + re.escape(form) + edge_right, folded):
        # Two letters in lower case are a word ("in", "us", "de") before they are a code.
        if (
            len(form) > 2
            or form in _SHORT_UNITS
            or not form.isalpha()
            or folded[found.start() - 1 : found.start()].isdigit()
            or raw[found.start() : found.end()].isupper()
        ):
            return found.start()
    return None
