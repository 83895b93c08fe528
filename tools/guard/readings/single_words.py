"""Numbers that a single word says: a fraction, a place in a row, "twice", "anderthalb", "Viertelstunde"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tools.guard.readings.fraction_words import FRACTION_WORDS, FRACTIONS
from tools.guard.readings.number_words import ORDINALS, SCALES, all_worths, parts
from tools.guard.readings.quantity import Quantity, Token
from tools.guard.readings.unit_table import BY_WORD

_COUNTS: Final = {
    "twice": 2.0,
    "double": 2.0,
    "triple": 3.0,
    "thrice": 3.0,
    "quadruple": 4.0,
    "zweimal": 2.0,
    "single": 1.0,
    "once": 1.0,
    "einzeln": 1.0,
    "dizaine": 10.0,
    "quinzaine": 15.0,
    "vingtaine": 20.0,
    "trentaine": 30.0,
    "quarantaine": 40.0,
    "cinquantaine": 50.0,
    "soixantaine": 60.0,
}
_TIMES: Final = ("mal", "fach")
_ADJECTIVE: Final = re.compile(r"(?P<number>[a-zß]{3,}?)(?P<unit>(?:minut|stund|tag|woch|monat|jahr)ig(?:e[nrsm]?)?)")
_SHARES: Final = {"einhalb": 0.5, "einviertel": 0.25, "dreiviertel": 0.75}
"""What a German number may end in: "zweieinhalb"."""
_ENDINGS: Final = tuple(_SHARES)
_COMPOUNDS: Final = {
    f"{share}{word}": (value, unit)
    for share, value in (("dreiviertel", 0.75), ("viertel", 0.25), ("halb", 0.5))
    for word, unit in BY_WORD.items()
    if len(word) > 3
}
"""German units that begin with a share of one: "viertelstunde"."""


def one_word(tokens: Sequence[Token], place: int) -> tuple[list[Quantity], int] | None:
    """A number that a single word says: a fraction, an ordinal, "twice"."""
    token = tokens[place]
    before = tokens[place - 1].text if place else ""
    if token.text in _COMPOUNDS:
        share, unit = _COMPOUNDS[token.text]
        return [Quantity((share,), token.start, token.end, unit)], place + 1
    if "ig" in token.text and (length := _ADJECTIVE.fullmatch(token.text)):
        return _length(length, token, place)
    found = _fraction(tokens, place) if token.text in FRACTIONS and token.text != "second" else None
    if found is not None:
        return found
    values: tuple[float, ...] = ()
    if FRACTION_WORDS.get(token.text, 0) >= 100 and before in {"a", "one"}:
        values = (1.0 / FRACTION_WORDS[token.text],)
    elif token.text == "anderthalb" or token.text.endswith(_ENDINGS):
        values = (_with_share(token.text),)
    elif token.text in ORDINALS and before in {"a", "an"} and ORDINALS[token.text] > 2:
        values = (1 / ORDINALS[token.text], float(ORDINALS[token.text]))
    elif token.text in ORDINALS and not (token.text == "second" and before == "per"):
        return _ordinal(tokens, place), place + 1
    elif token.text in _COUNTS:
        values = (_COUNTS[token.text],)
    elif token.text.endswith(_TIMES):
        values = tuple(map(float, all_worths(parts(re.sub("(?:mal|fach)$", "", token.text)) or ("null",)) - {0}))
    return ([Quantity(values, token.start, token.end)], place + 1) if values else None


def _length(found: re.Match[str], token: Token, place: int) -> tuple[list[Quantity], int] | None:
    """A German adjective that counts a unit of time: "dreitägig", "anderthalbstündig"."""
    number, unit = found["number"], BY_WORD[found["unit"]]
    if number == "anderthalb" or number.endswith(_ENDINGS):
        return [Quantity((_with_share(number),), token.start, token.end, unit)], place + 1
    worths = {1} if number == "ein" else all_worths(parts(number)) if parts(number) else set()
    return ([Quantity((float(min(worths)),), token.start, token.end, unit)], place + 1) if worths else None


def _ordinal(tokens: Sequence[Token], place: int) -> list[Quantity]:
    """A place in a row; "a second" is a length of time as well."""
    token = tokens[place]
    found = [Quantity((float(ORDINALS[token.text]),), token.start, token.end, ordinal=True)]
    if token.text == "second" and place and tokens[place - 1].text in {"a", "one"}:
        found.append(Quantity((1.0,), tokens[place - 1].start, token.end, BY_WORD["second"], counted=False))
    return found


def _with_share(word: str) -> float:
    """A German number that ends in a share of one: "zweieinhalb"; "eineinhalb" and "anderthalb" are one and a half."""
    if word in {"anderthalb", "eineinhalb"}:
        return 1.5
    share = next(share for share in _SHARES if word.endswith(share))
    whole = parts(word.removesuffix(share))
    return min(all_worths(whole), default=0) + _SHARES[share] if whole else _SHARES[share] + (word == f"ein{share}")


def _fraction(tokens: Sequence[Token], place: int) -> tuple[list[Quantity], int] | None:
    # "half a million", "a quarter": the fraction of one, or of the scale that follows.
    token = tokens[place]
    share = 1.0 / FRACTIONS[token.text]
    ahead = tokens[place + 1 : place + 4]
    if len(ahead) > 2 and [one.text for one in ahead[:2]] == ["of", "a"] and ahead[2].text in SCALES:
        return [Quantity((share * SCALES[ahead[2].text],), token.start, ahead[2].end)], place + 4
    if ahead and ahead[0].text in SCALES:
        return [Quantity((share * SCALES[ahead[0].text],), token.start, ahead[0].end)], place + 2
    if ahead and ahead[0].text in {"a", "an"} and len(ahead) > 1 and ahead[1].text in SCALES:
        return [Quantity((share * SCALES[ahead[1].text],), token.start, ahead[1].end)], place + 3
    if ahead and ahead[0].text == "of" and len(ahead) > 1 and ahead[1].text in {"a", "an"}:
        ahead = tokens[place + 2 : place + 5]  # "a quarter of an hour"
    if ahead and ahead[0].text in {"a", "an", "eine", "of"} and len(ahead) > 1 and ahead[1].text in BY_WORD:
        unit = BY_WORD[ahead[1].text]
        return [Quantity((share,), token.start, ahead[1].end, unit)], tokens.index(ahead[1]) + 1
    if token.text in ORDINALS and token.text not in {"half", "quarter"}:
        one = place > 0 and tokens[place - 1].text in {"a", "an"}
        return ([Quantity((share, float(ORDINALS[token.text])), token.start, token.end)], place + 1) if one else None
    return [Quantity((share,), token.start, token.end)], place + 1
