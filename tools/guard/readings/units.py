"""Units as they are said: what follows a number, what a text names, and whether two measures are the same."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from tools.guard.readings.text import fold
from tools.guard.readings.unit_table import BY_TWO_WORDS, BY_WORD, Unit

OTHER_WORDS: Final = frozenset("chain chains rod rods perch perches link links league leagues stone cc".split())
"""Units of measure that mostly are something else."""
AMBIGUOUS: Final = (
    frozenset(word for word in BY_WORD if len(word) == 1)
    | frozenset("in an mo ha ton mi yo mole moles".split())
    | OTHER_WORDS
)
"""Words that mean other things as well: a unit only straight after a number, never in a description or alone."""
_RAISED: Final = {"2": 2, "²": 2, "3": 3, "³": 3}
_DEGREES: Final = frozenset({"degrees", "degree", "deg", "grad", "degres"})
_HOURS: Final = frozenset({"hour", "hours", "h", "stunden"})
_SQUARE: Final = frozenset({"square", "sq", "quadrat"})
_CUBIC: Final = frozenset({"cubic", "cu", "kubik"})
_RAISED_BEHIND: Final = {"carre": 2, "carres": 2, "cube": 3, "cubes": 3}
_ROUNDED: Final = 5e-3
"""How far a converted measure may be off, of its size."""
_HALF: Final = 0.51
_TENTH: Final = 0.06
"""How far a temperature may be off, in degrees, where it is whole or not."""
_LITRES: Final = 1000.0
"""In a cubic metre."""

SIGNS: Final = re.compile(r"[^\W\d_]+\d?(?!\w)|\d|[/^(]|[^\W_]+")


def unit_after(following: tuple[str, ...]) -> tuple[Unit | None, int]:
    """The unit that the words after a number begin with, and how many words it takes; (None, 0) where there is none."""
    first = following[0] if following else ""
    two = BY_TWO_WORDS.get(following[:2])
    if two is not None:
        return two, 2
    if first in _DEGREES or first in _SQUARE or first in _CUBIC:
        return _qualified(first, following[1:2])
    length = BY_WORD.get(first[:-1]) if first[-1:] in _RAISED else None
    if length is not None and length.dimension == "length":
        return raised(length, _RAISED[first[-1]]), 1
    if first not in BY_WORD:
        return None, 0
    per = following[1:2] in {("per",), ("pro",), ("par",), ("/",)} or following[1:3] in {
        ("an", "hour"),
        ("a", "second"),
    }
    return _rate(BY_WORD[first], following) if per else _with_next(BY_WORD[first], following[1:2])


def _with_next(unit: Unit, following: tuple[str, ...]) -> tuple[Unit, int]:
    """A unit with the word after it that makes another of it: "kilowatt hours", "mètres carrés"."""
    if unit.dimension == "power" and _HOURS.intersection(following):
        return Unit(f"{unit.name} hour", "energy", unit.factor * 3600), 2
    if unit.dimension == "length" and following and following[0] in _RAISED_BEHIND:
        return raised(unit, _RAISED_BEHIND[following[0]]), 2
    return unit, 1


def unit_named(text: str) -> Unit | None:
    """The unit that a text is the name of, as a whole: "m/s", "square feet", "mph"."""
    tokens = tuple(SIGNS.findall(fold(text)))
    unit, taken = unit_after(tokens)
    return unit if taken == len(tokens) else None


def units_in(text: str) -> Iterator[tuple[Unit, int, int]]:
    """Every unit that a text names by more than a letter, with its place; the longest reading at each place."""
    tokens = list(SIGNS.finditer(fold(text)))
    inside = 0
    for at, token in enumerate(tokens):
        if token.start() < inside:
            continue  # the miles of "nautical miles"
        unit, taken = unit_after(tuple(one.group() for one in tokens[at : at + 6]))
        inside = tokens[at + taken - 1].end() if taken > 1 else inside
        if unit is not None and (taken > 1 or token.group() not in AMBIGUOUS):
            yield unit, token.start(), tokens[at + taken - 1].end()


def _qualified(first: str, rest: tuple[str, ...]) -> tuple[Unit | None, int]:
    """The unit behind "degrees", "square" or "cubic"."""
    unit, taken = unit_after(rest)
    if unit is None or unit.dimension != ("temperature" if first in _DEGREES else "length"):
        return None, 0
    if first in _DEGREES:
        return unit, taken + 1
    return raised(unit, 2 if first in _SQUARE else 3), taken + 1


def raised(length: Unit, power: int) -> Unit:
    """The area or the volume that a length makes."""
    if power == 2:
        return Unit(f"square {length.name}", "area", length.factor**2)
    return Unit(f"cubic {length.name}", "volume", _LITRES * length.factor**3)


def same(unit: Unit, value: float, other: Unit, wanted: float) -> bool:
    """Whether `value` in `unit` is `wanted` in `other`."""
    if unit is BY_WORD["month"] and value and value % 12 == 0 and same(BY_WORD["year"], value / 12, other, wanted):
        return True  # twelve months are a year, and more than twelve times thirty days
    left, right = unit.base(value), other.base(wanted)
    if unit.dimension == other.dimension == "size":
        # A gigabyte is a thousand megabytes, or 1024.
        steps = round(math.log(unit.factor / other.factor, 1000))
        if math.isclose(value * 1024.0**steps, wanted, rel_tol=1e-9):
            return True
    return any(_near(left[one], right[one], other, wanted) for one in left if one in right)


def _near(told: float, asked: float, unit: Unit, wanted: float) -> bool:
    """Whether a converted measure is the wanted one but for rounding: of a whole number, by less than one."""
    if unit.dimension == "temperature":
        return abs(told - asked) <= unit.factor * (_TENTH if wanted % 1 else _HALF)
    off = abs(told / asked - 1) if asked else abs(told)
    if wanted % 1 or not asked:
        return off <= _ROUNDED
    return off * abs(wanted) <= _HALF and off <= 2 * _ROUNDED


def _rate(unit: Unit, following: tuple[str, ...]) -> tuple[Unit | None, int]:
    """What a length or a mass per something measures; other rates keep the unit before "per"."""
    found = {"length": _motion, "mass": _density, "substance": _concentration}.get(unit.dimension)
    return (found(unit, following) if found and len(following) > 2 else None) or (unit, 1)


def _density(unit: Unit, following: tuple[str, ...]) -> tuple[Unit, int] | None:
    """A mass per volume: "kg / l", "g per cubic cm", "kg/m3", "kg / m ^ 3"."""
    if following[2] == "cubic" and len(following) > 3:
        length, taken = BY_WORD.get(following[3]), 4
    elif following[2][-1:] in _RAISED and _RAISED[following[2][-1]] == 3:
        length, taken = BY_WORD.get(following[2][:-1]), 3
    else:
        length, taken = BY_WORD.get(following[2]), 3 + _power(following, 3)
        if length is not None and length.dimension == "volume":
            return _over(unit, length, "density"), 3
        length = length if taken > 3 else None
    if length is None or length.dimension != "length":
        return None
    return _over(unit, raised(length, 3), "density"), taken


def _concentration(unit: Unit, following: tuple[str, ...]) -> tuple[Unit, int] | None:
    """An amount per volume: "mol/L"."""
    volume, taken = unit_after(following[2:])
    return (_over(unit, volume, "concentration"), 2 + taken) if volume and volume.dimension == "volume" else None


def _motion(unit: Unit, following: tuple[str, ...]) -> tuple[Unit, int] | None:
    """A length per time is a speed, per time twice an acceleration: "m/s", "m/s2", "km per hour per second"."""
    raised = _RAISED.get(following[2][-1:]) == 2
    below = BY_WORD.get(following[2][:-1] if raised else following[2])
    if below is None or below.dimension != "time":
        return None
    squared = _power(following, 2)
    if raised or squared:
        return _over(unit, Unit(f"{below.name} squared", "time", below.factor**2), "acceleration"), 3 + squared
    second = BY_WORD.get(following[4]) if len(following) > 4 and following[3] in {"per", "/"} else None
    if second is not None and second.dimension == "time":
        twice = Unit(f"{below.name} {second.name}", "time", below.factor * second.factor)
        return _over(unit, twice, "acceleration"), 5
    return _over(unit, below, "speed"), 3


def _over(above: Unit, below: Unit, dimension: str) -> Unit:
    return Unit(f"{above.name} per {below.name}", dimension, above.factor / below.factor)


def _power(following: tuple[str, ...], power: int) -> int:
    """How many words after "m / s" raise it to this power; 0 where none do."""
    word = {2: "squared", 3: "cubed"}[power]
    for signs in ((word,), (str(power),), ("^", str(power))):
        if following[3 : 3 + len(signs)] == signs:
            return len(signs)
    return 0
