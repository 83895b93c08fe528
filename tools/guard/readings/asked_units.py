"""What a parameter is measured in: the unit it declares, or that its name or its description names."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from tools.guard.readings.text import fold, name_words
from tools.guard.readings.unit_table import BY_TWO_WORDS, BY_WORD, Unit
from tools.guard.readings.units import AMBIGUOUS, SIGNS, raised, unit_after, unit_named

_OTHERWISE: Final = frozenset("min second foot yard cup pound molar".split())
"""Words that a name uses for other things."""
_SIGN: Final = 3
"""The most letters of a unit's sign; longer ones are its word."""
_MEASURED: Final = {
    **dict.fromkeys(("temp", "temperature"), ("temperature",)),
    **dict.fromkeys(("height", "width", "depth", "distance", "radius", "diameter"), ("length",)),
    **dict.fromkeys(("mass", "weight"), ("mass",)),
    "area": ("area",),
    "length": ("length", "time"),
    **dict.fromkeys("time duration delay timeout wait interval ttl age lead".split(), ("time",)),
}
"""Words of a name beside which a last letter is a unit: temp_c, height_m."""
_SIGN_IN_NAME: Final = {
    ("temperature", "k"): "kelvin",
    ("temp", "k"): "kelvin",
    ("pressure", "pa"): "pascal",
    ("force", "n"): "newton",
    ("charge", "c"): "coulomb",
    ("power", "w"): "watt",
    ("energy", "j"): "joule",
}
"""Signs that are another unit's, or none's, but for the word before them."""


@lru_cache(maxsize=2048)
def declared_units(unit: str, name: str, description: str) -> frozenset[Unit]:
    """The units a parameter asks for: the one it declares, else those in its name, else those in its description.

    A description names a unit in "in kg", "(in seconds)" or as a plural ("number of days"); several units of one
    dimension mean that the schema leaves it open, and none is returned.
    """
    if unit:
        found = unit_after(tuple(SIGNS.findall(fold(unit))))[0]
        return frozenset() if found is None else frozenset((found,))
    named = _joined_in(name) or _named(name_words(name))
    alone = None if named else unit_named(description.strip(" .()"))
    if alone is not None:
        return frozenset((alone,))
    if not named:
        named = _described(tuple(SIGNS.findall(fold(description))))
    by_dimension = {one.dimension: one for one in named}
    return frozenset(named) if len(by_dimension) == len(named) else frozenset()


def _named(parts: tuple[str, ...]) -> set[Unit]:
    letter = BY_WORD.get(parts[-1]) if len(parts) > 1 and len(parts[-1]) <= 3 else None
    sign = next((_SIGN_IN_NAME[word, parts[-1]] for word in parts[:-1] if (word, parts[-1]) in _SIGN_IN_NAME), None)
    if sign is not None:
        return {BY_WORD[sign]}
    if letter is not None and any(letter.dimension in _MEASURED.get(word, ()) for word in parts[:-1]):
        return {letter}
    together = {BY_TWO_WORDS[pair] for pair in pairwise(parts) if pair in BY_TWO_WORDS}
    if together:
        return together
    # In "rate_per_year" the unit is no measure of the value, and "second_number" counts.
    own = parts[: parts.index("per")] if "per" in parts else parts
    return {BY_WORD[word] for word in own if word in BY_WORD and word not in AMBIGUOUS | _OTHERWISE}


def _joined_in(name: str) -> set[Unit]:
    """The area, volume or rate that a name ends in: area_km2, volume_m3, dose_mg_l, speed_km_h."""
    found = re.search(r"(?<=[_a-z])(?:_|(?=K))(?P<length>k?m|cm|mm|ft)_?(?P<power>[23])\Z", name, re.IGNORECASE)
    if found:
        return {raised(BY_WORD[fold(found["length"])], int(found["power"]))}
    rate = re.search(r"_(?P<above>mg|g|kg|ug|mol|mmol|km|m)_(?:per_)?(?P<below>d?l|ml|m3|cm3|h|s)\Z", name.lower())
    unit, taken = unit_after((rate["above"], "/", rate["below"])) if rate else (None, 0)
    return {unit} if unit is not None and taken > 1 else set()


def _described(said: tuple[str, ...]) -> set[Unit]:
    found = set()
    if said and said[0].endswith("s") and said[0] in BY_WORD and len(said[0]) > _SIGN:
        found.add(BY_WORD[said[0]])  # "Seconds until it stops"
    for place, word in enumerate(said):
        if word in {"in", "of", "as", "("} and place + 1 < len(said):
            unit, taken = unit_after(said[place + 1 : place + 6])
            if unit is not None and (taken > 1 or said[place + 1] not in AMBIGUOUS):
                found.add(unit)
    return found
