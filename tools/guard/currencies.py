"""Money by every name and sign it goes by, through babel's CLDR tables, and what people call it for short."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tools.guard.readings.text import fold
from tools.guard.regions import region_forms

_LOCALES: Final = ("en", "de", "fr", "es", "it", "pt")
_SLANG: Final = {
    "usd": ("dollar", "dollars", "buck", "bucks", "$"),
    "gbp": ("quid", "pound", "pounds", "sterling", "sterline", "£"),
    "eur": ("€",),
    "brl": ("reais",),
    "btc": ("bitcoin", "bitcoins"),
    "eth": ("ether", "ethereum"),
    "sek": ("krona", "kronor"),
    "ils": ("shekel", "shekels"),
    "rub": ("ruble", "rubles", "rouble", "roubles"),
    "aed": ("dirham", "dirhams"),
    "jpy": ("yen", "¥"),
    "cny": ("rmb", "renminbi", "yuan"),
    "inr": ("rupees", "rupee", "₹"),
}
_NOUNS: Final = {
    "dollar": ("dollar", "dollars", "buck", "bucks", "$"),
    "pound": ("pound", "pounds", "quid"),
    **dict.fromkeys(("krona", "krone"), ("krona", "kronor", "krone", "kroner", "crown", "crowns")),
    "koruna": ("koruna", "koruny", "crown", "crowns"),
    "peso": ("peso", "pesos"),
}
"""What money whose name ends so is called for short."""
_NOUN: Final = 4
_OTHER_NOUNS: Final = frozenset("real unit units mark code rights bond fund value currency dram gold silver".split())
"""Last words of names of money that are words of their own."""
SHARED: Final = frozenset(noun for nouns in _NOUNS.values() for noun in nouns)
"""Nouns that the money of several countries has."""
_CODE: Final = 3
_OTHER_CODES: Final = {"rmb": "cny", "cnh": "cny", "xbt": "btc", "stg": "gbp"}
"""What money is written as beside its code."""


def currency_forms(value: str) -> frozenset[str]:
    """Every way of saying the money that a code or a name stands for, folded; none where it is no money."""
    known = _currencies()
    if len(value) == _CODE:
        return known.get(_OTHER_CODES.get(value.lower(), value.lower()), frozenset())
    return next((forms for forms in known.values() if fold(value) in forms), frozenset())


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
    for code, name in Locale.parse("en").currencies.items():
        # "Aussie dollars", "Canadian bucks": the adjectives of the country before what such money is called.
        nouns = _NOUNS.get(name.split()[-1].lower(), ())
        owners = region_forms(code[:2]) if nouns and "(" not in name else frozenset()
        names[code.lower()].update(f"{owner} {noun}" for owner in owners for noun in nouns)
    for code, noun in _alone():
        names[code].update((noun, f"{noun}s"))
    return {code: frozenset(forms | {code}) for code, forms in names.items()}


def _alone() -> list[tuple[str, str]]:
    """Money that no other is called like: the baht, the forint; each code with its noun."""
    from babel import Locale

    nouns: dict[str, list[str]] = {}
    for code, name in Locale.parse("en").currencies.items():
        if "(" not in name and " " in name:
            nouns.setdefault(name.split()[-1].lower(), []).append(code.lower())
    return [
        (codes[0], fold(noun))
        for noun, codes in nouns.items()
        if len(codes) == 1 and len(noun) >= _NOUN and noun not in _OTHER_NOUNS
    ]


def _currency_plurals() -> list[tuple[str, frozenset[str]]]:
    from babel import Locale

    return [
        (code.lower(), frozenset(map(fold, forms.values())))
        for tag in _LOCALES
        for code, forms in Locale.parse(tag)._data["currency_names_plural"].items()  # noqa: SLF001 - no public door
    ]
