"""What stands beside a number and says that it measures something else than a parameter asks for.

The number was said, and not of this: ten samples are no ten litres, 4 percent no loan, the third circle no radius of
three, 30 years no rate, $1,000 no 1,000 days.
"""

from __future__ import annotations

import re
from typing import Final

from tools.guard.readings.asked_units import declared_units
from tools.guard.readings.beside import RHYTHMS
from tools.guard.readings.money import is_money
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.text import fold, name_words, stem
from tools.guard.readings.unit_table import Unit
from tools.guard.restated import per, rhythm_of
from tools.schema import Parameter

_THINGS: Final = re.compile(
    r"\s(?P<noun>people|children|men|women|(?!deg|grad|grau|points|clicks|notches|units|always|perhaps|plus|thanks|times|this|was"
    r"|sometimes|[a-z]*wards|[a-z]*doors|[a-z]*stairs)[a-z]{2,}[^\W\dsui]s)\b"
)
"""What a number counts: a plural behind it."""
_SHARES: Final = frozenset(
    """percent percentage rate rates ratio share fraction probability discount tip tax interest yield margin growth apr
    apy level threshold confidence efficiency""".split()
)
"""Words of a parameter that a percentage or a fraction fills."""
_AMOUNTS: Final = frozenset(
    """amount principal price cost salary income years months weeks days hours minutes term duration age people guests
    adults children quantity balance loan""".split()
)
"""Words of a name that no percentage fills."""
_MEASURES: Final = frozenset(
    """height width depth distance radius diameter length weight mass speed velocity temperature area volume price cost
    amount salary income budget duration principal""".split()
)
"""Words of a name that no place in a row fills."""
_LONG: Final = frozenset({"time", "length", "mass", "volume"})
"""What no rate is measured in."""
_DAY: Final = 86400.0
_REPEATED: Final = frozenset("interval frequency every period cycle repeat recurrence step cadence rhythm".split())


def mismatched(folded: str, quantity: Quantity, parameter: Parameter, units: frozenset[Unit]) -> bool:
    """Whether the sign, the unit or the word beside a number speaks against this parameter, which asks for `units`."""
    named = frozenset(name_words(parameter.name))
    shares = not _SHARES.isdisjoint((*named, *name_words(parameter.description)))
    if quantity.percent:
        return not shares and not named.isdisjoint(_AMOUNTS)
    if quantity.ordinal:
        # The 18th century and the third week are counted so.
        return any(unit.dimension != "time" or unit.factor < _DAY for unit in units) or not named.isdisjoint(_MEASURES)
    if quantity.unit is not None:
        rhythm = not quantity.counted and folded[quantity.start : quantity.end] in RHYTHMS
        length = quantity.unit.dimension in _LONG and not units and not named.isdisjoint(_SHARES)
        return (rhythm and named.isdisjoint(_REPEATED)) or length or _other_rhythm(folded, quantity, parameter)
    # A description may name the unit of something else.
    own = declared_units(parameter.unit, parameter.name, "")
    return _other_rhythm(folded, quantity, parameter) or (bool(own) and _of_things(folded, quantity, parameter))


def _other_rhythm(folded: str, quantity: Quantity, parameter: Parameter) -> bool:
    """Whether it is said of another stretch of time: 5,200 a month is no yearly income."""
    rhythm = rhythm_of(parameter.name, fold(parameter.description))
    return rhythm is not None and per(folded, quantity) not in {None, rhythm}


def _of_things(folded: str, quantity: Quantity, parameter: Parameter) -> bool:
    """Whether a number without a unit counts money, or things that the parameter does not speak of."""
    if is_money(folded, quantity):
        return True
    counted = _THINGS.match(folded, quantity.end)
    if counted is None:
        return False
    own = {stem(word) for word in (*name_words(parameter.name), *name_words(parameter.description))}
    return stem(counted["noun"]) not in own
