"""States and countries by every name and code they go by, through babel's CLDR tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tools.guard.readings.text import fold, words

_LOCALES: Final = ("en", "de", "fr", "es", "it", "pt")
_ALPHA_3: Final = 3
_STATES: Final = """AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware
DC District of Columbia;FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky
LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana
NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;ND North Dakota
OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas
UT Utah;VT Vermont;VA Virginia;WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming;AB Alberta;BC British Columbia
MB Manitoba;NB New Brunswick;NL Newfoundland;NS Nova Scotia;ON Ontario;QC Quebec;SK Saskatchewan;NSW New South Wales"""
_SUBDIVISIONS: Final = """GB-ENG England;GB-SCT Scotland;GB-WLS Wales;GB-NIR Northern Ireland;DE-BW Baden-Württemberg
DE-BY Bavaria;DE-BY Bayern;DE-BE Berlin;DE-BB Brandenburg;DE-HB Bremen;DE-HH Hamburg;DE-HE Hesse;DE-HE Hessen
DE-MV Mecklenburg-Vorpommern;DE-NI Lower Saxony;DE-NI Niedersachsen;DE-NW North Rhine-Westphalia
DE-NW Nordrhein-Westfalen;DE-NW NRW;DE-RP Rhineland-Palatinate;DE-RP Rheinland-Pfalz;DE-SL Saarland;DE-SN Saxony
DE-SN Sachsen;DE-ST Saxony-Anhalt;DE-ST Sachsen-Anhalt;DE-SH Schleswig-Holstein;DE-TH Thuringia;DE-TH Thüringen"""
"""Parts of countries by their codes of ISO 3166-2; the states above have theirs behind their country's."""
_COUNTRY_WORDS: Final = {
    "GB": ("uk", "u.k.", "u.k", "great britain", "britain", "england", "scotland", "wales", "gb"),
    "US": ("usa", "u.s.", "u.s", "u.s.a.", "u.s.a", "america", "us", "the states", "united states of america"),
    "AE": ("uae", "u.a.e.", "emirates"),
    "KR": ("korea",),
    "CZ": ("czech republic",),
    "NL": ("holland",),
    "MM": ("burma",),
    "LK": ("ceylon",),
    "IR": ("persia",),
    "TH": ("siam",),
    "CI": ("ivory coast",),
    "SZ": ("swaziland",),
    "TR": ("turkey",),
    "CV": ("cape verde",),
    "TL": ("east timor",),
    "MK": ("macedonia",),
    "CD": ("zaire", "dr congo", "democratic republic of the congo"),
    "ZW": ("rhodesia",),
    "BF": ("upper volta",),
    "BJ": ("dahomey",),
    "ET": ("abyssinia",),
    "KH": ("kampuchea",),
}
"""Other names of a country, former ones among them."""
_DEMONYMS: Final = """
american US british GB english GB scottish GB french FR german DE spanish ES italian IT dutch NL
portuguese PT greek GR turkish TR polish PL swedish SE norwegian NO danish DK finnish FI swiss CH austrian AT irish IE
belgian BE czech CZ hungarian HU romanian RO russian RU ukrainian UA chinese CN japanese JP korean KR indian IN thai TH
vietnamese VN indonesian ID malaysian MY australian AU canadian CA mexican MX brazilian BR argentinian AR argentine AR
chilean CL peruvian PE colombian CO egyptian EG moroccan MA kenyan KE nigerian NG israeli IL lebanese LB iranian IR
taiwanese TW filipino PH pakistani PK ethiopian ET cuban CU jamaican JM scottish GB welsh GB saudi SA emirati AE
aussie AU icelandic IS croatian HR serbian RS bulgarian BG slovak SK slovenian SI estonian EE latvian LV lithuanian LT
maltese MT cypriot CY luxembourgish LU bolivian BO venezuelan VE ecuadorian EC uruguayan UY
bangladeshi BD nepali NP burmese MM cambodian KH singaporean SG tunisian TN algerian DZ ghanaian GH
iraqi IQ jordanian JO syrian SY georgian GE armenian AM kazakh KZ"""


@lru_cache(maxsize=1)
def _territories() -> dict[str, frozenset[str]]:
    from babel import Locale

    names: dict[str, set[str]] = {}
    for tag in _LOCALES:
        for code, name in Locale.parse(tag).territories.items():
            if len(code) == 2:
                # "Myanmar (Burma)" goes by either.
                names.setdefault(code, set()).update(part.strip(" )") for part in fold(name).split("("))
    pairs = _DEMONYMS.split()
    for demonym, code in zip(pairs[::2], pairs[1::2], strict=True):
        names[code].add(demonym)
    for code, forms in _COUNTRY_WORDS.items():
        names[code] |= set(forms)
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
    if len(text) == _ALPHA_3 and text.isupper():
        found |= {f"country:{code}" for code in _alpha_3().get(text, ())}
    return frozenset(found)


@lru_cache(maxsize=1)
def _alpha_3() -> dict[str, list[str]]:
    from babel.core import get_global

    return {code: list(now) for code, now in get_global("territory_aliases").items() if len(code) == _ALPHA_3}


def foreign(before: str, country: str) -> bool:
    """Whether a text ends in the name or the adjective of another country: the "Canadian" before dollars, for US."""
    said_words = [word.text for word in words(before[-24:])]
    names = [" ".join(said_words[-size:]) for size in (2, 1) if len(said_words) >= size]
    named = [regions(name) for name in names if len(name) > len("in")]  # a word of two letters is no country
    countries = next(({key for key in one if key.startswith("country:")} for one in named if one), set())
    return bool(countries) and f"country:{country.upper()}" not in countries


@lru_cache(maxsize=1)
def _subdivisions() -> dict[str, set[str]]:
    table: dict[str, set[str]] = {}
    for code, name in (entry.split(" ", 1) for line in _SUBDIVISIONS.splitlines() for entry in line.split(";")):
        table.setdefault(code, set()).add(fold(name))
    return table


def region_forms(text: str) -> frozenset[str]:
    """Every way of writing the state or country that a text names."""
    forms = set(_subdivisions().get(text.upper(), ()))
    country, _, part = text.upper().partition("-")
    if country in {"US", "CA", "AU"} and part in _states():
        return frozenset({_states()[part]})
    for key in regions(text):
        kind, code = key.split(":")
        forms |= {_states()[code]} if kind == "state" else set(_territories()[code])
        forms.add(code.lower())
    return frozenset(forms)
