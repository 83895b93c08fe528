"""Numbers that a named thing is known for: a pack has 52 cards, four of them kings, a die six sides; pi, free fall.

A calculator's caller fills such a number in of itself. The thing must have been named, and the parameter must ask for
such a number; the value is inferred, so that a calculation asks about it.
"""

from __future__ import annotations

import math
import re
from typing import Final

from tools.guard.heard import Heard
from tools.guard.readings.text import name_words
from tools.guard.topic import phrase_of, topic
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_COUNTED: Final = frozenset(
    "outcome outcomes side sides face faces card cards favorable favourable success successes successful".split()
)
"""Words of a parameter that asks for such a count."""
_FALLS: Final = frozenset({"gravity", "g", "gravitational", "acceleration"})
_KNOWN: Final = (
    (r"(?:deck|pack) of (?:playing )?cards|playing cards?|standard deck|card deck|kartenspiel|jeu de cartes", (52,)),
    (r"(?:king|queen|jack|ace)s?\b(?=.*\b(?:deck|cards?)\b)|of a kind", (4,)),
    (r"(?:hearts?|spades?|diamonds?|clubs?)\b(?=.*\b(?:deck|cards?|suits?)\b)|card suits?", (13,)),
    (r"(?:red|black)(?: cards?| suits?)?\b(?=.*\b(?:deck|cards?)\b)", (26,)),
    (r"face cards?", (12,)),
    (r"dic?e|wurfel\w*|des? a jouer", (6, 1)),
    (r"coins?|heads or tails|munzen?|pieces? de monnaie", (2, 1)),
    (r"(?:even|odd) numbers?\b(?=.*\bdic?e\b)", (3,)),
    (r"days? of the week|weekdays?", (7,)),
    (r"letters? (?:of|in) the alphabet|alphabet", (26,)),
)
"""What is named, folded, to the counts it is known for."""
_CORNERED: Final = frozenset("sides vertices corners".split())
_CORNERS: Final = (
    (3, r"triang\w+"),
    (4, r"squares?|rectang\w+"),
    (5, r"pentagon\w*"),
    (6, r"hexagon\w*"),
    (7, r"heptagon\w*"),
    (8, r"octagon\w*"),
    (9, r"nonagon\w*"),
    (10, r"decagon\w*"),
    (12, r"dodecagon\w*"),
)
"""How many sides a shape has; a side in the singular is a length."""
_CHANCES: Final = frozenset({"probability", "probabilities", "chance", "p", "prob"})
_CONSTANTS: Final = (
    (r"fair coins?|coin (?:flips?|toss\w*)|flip\w* (?:an? |the )?coins?", _CHANCES, 0.5),
    (r"fair dic?e|roll\w* (?:an? |the )?(?:fair )?dic?e", _CHANCES, 1 / 6),
    (r"pi|π", None, math.pi),
    (r"speed of light|lichtgeschwindigkeit|vitesse de la lumiere", None, 299792458.0),
    (r"gravity|earth|falls?|falling|dropp\w+|thrown|throws?|projectile|erde|terre", _FALLS, 9.81),
    (r"moon|mond|lune", _FALLS, 1.62),
)
"""What is named, whose parameters it is for (None: any number's), and the constant."""
_ROUNDED: Final = 5e-3
"""How far, of its size, a written constant may lie from the exact one."""


def known(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a number that something the user named is known for; None where nothing named is."""
    about = topic(parameter)
    patterns = [pattern for pattern, counts in _KNOWN if value in counts and about & _COUNTED]
    patterns += [
        pattern for corners, pattern in _CORNERS if value == corners and _CORNERED & set(name_words(parameter.name))
    ]
    patterns += [
        pattern
        for pattern, of, constant in _CONSTANTS
        if math.isclose(abs(value), constant, rel_tol=_ROUNDED) and (of is None or about & of)
    ]
    for pattern in patterns:
        found = phrase_of(re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), heard, Reason.INFERRED)
        if found is not None:
            return found
    return None
