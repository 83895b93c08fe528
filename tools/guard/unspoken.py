"""Numbers that words stand for without naming them: none, one, a loss, rest, the end of a range, a rhythm.

Each reader takes one step from a fixed phrase, only for a parameter whose name or description speaks of such a thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.quantity import close
from tools.guard.readings.text import fold, name_words, stem
from tools.guard.synonyms import alike
from tools.guard.topic import phrase_of, topic
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

Reader = Callable[[float, Parameter, Heard], Evidence | None]

_NONE = re.compile(
    r"\b(?:no|zero|without(?: an?| any)?|(?:don't|do not|won't) have(?: any)?|kein\w*|ohne|sans|pas de)\s"
    r"(?P<what>\w+(?: \w+)?)"
)
_WITHOUT = re.compile(r"\b(?P<what>[a-z]{3,})[- ]free\b")
_FREE = re.compile(
    r"(?<!-)\b(?:free(?: of charge| entry| entrance| admission)?|gratis|kostenlos|gratuit\w*|no charge|complimentary)"
    r"(?=\s*[.,;!?)]|$"
    r"|\s(?:and|but|entry|entrance|admission|for|of)\b)"
)
_CHARGED: Final = frozenset("price fee cost charge fare amount entry admission".split())
_DIRECT = re.compile(r"\b(?:non-?\s?stop|direct(?:ly)?|without (?:a |any )?(?:chang\w+|stops?|layovers?)|direkt\w*)\b")
_STOPS: Final = frozenset("stops stop stopovers layovers layover transfers connections changes".split())
_LIGHT = re.compile(
    r"\b(?:hand (?:luggage|baggage)|carry-?\s?ons?|cabin bags?)(?: bags?)? only\b"
    r"|\b(?:only|just) (?:an? |my |our )?(?:hand (?:luggage|baggage)|carry-?\s?ons?|cabin bags?)\b"
)
_BAGS: Final = frozenset("bags bag luggage baggage suitcases".split())
_ARTICLE = re.compile(
    r"\ban? (?!few|couple|lot|bit|number|range|list|set|total)(?P<what>\w+)\b"
    r"(?!(?: \w+)? (?:of|is|=) (?:about |only )?\W?\d)"
)
_QUANTITY: Final = frozenset(map(stem, ("quantity", "quantities", "qty")))
_REST = re.compile(
    r"\b(?:(?:from|at) rest|dropp\w+|drops|released?|free[- ]?fall\w*|falls? (?:freely|from)|fell from|stationary"
    r"|stand\w* still|aus der ruhe|au repos)\b"
)
_STOP = re.compile(r"\b(?:to (?:a )?(?:complete |full )?(?:rest|stop|halt|standstill)|stops|zum stillstand)\b")
_SPEED: Final = frozenset("velocity speed v0 vi vf geschwindigkeit vitesse".split())
_LAST: Final = frozenset("final end last vf".split())
_GROUND = re.compile(r"\b(?:ground floor|erdgeschoss|rez-de-chaussee|sea level|see level)\b")
_LOSS_BEFORE = re.compile(
    r"\b(?:donat\w+|outlay|upfront|spen[dt]\w*|los(?:e|es|s|t|ing)|withdr[ae]w\w*|ow(?:e|es|ed|ing)|paid|pay(?:ing|s)?|decelerat\w*|brak(?:e|es|ing)|subtract\w*"
    r"|deduct\w*|decreas\w*|dropp?\w*|fell|fall\w*|declin\w*|reduc\w*|gave|debt|expens\w*|below|minus)\b[^.;!?]{0,24}$"
    r"|\bdown(?: by)? $"
)
_LOSS_AFTER = re.compile(
    r"\W*(?:\w+\W+){0,3}?(?:below|south|west|loss|debt|in the red|overdrawn|in arrears|behind|unter null|sous zero)\b"
)
_BOUNDED = re.compile(
    r"\b(?:under|less than|below|up to|at most|no more than|within|cheaper than|max(?:imum)?(?: of)?|unter|bis zu"
    r"|hochstens|moins de|jusqu'a)\s\S{0,3}\s?\d"
)
_LOW: Final = frozenset("min minimum low lower from start floor range".split())
_HIGH: Final = frozenset("max maximum high upper to end until ceiling".split())
_TENS: Final = "twe thi for fif six sev eig nin".split()
"""How the names of the tens begin, from twenty."""
_IN_THEIR: Final = re.compile(
    r"\bin (?:my|his|her|their|your|our|the) (?:early |mid |late )?(?P<tens>\w{3,5}ties|[2-9]0)'?s?\b"
    r"|\b(?P<some>\w{3,5}ty|[2-9]0)-?\s?somethings?\b"
)
_RANGE = re.compile(
    r"(?:from|between)?\s?\b(?P<low>\d+(?:\.\d+)?)\s?(?:\([^)]*\)\s?)?(?:to|and|-|–)\s?(?P<high>\d+(?:\.\d+)?)(?![\d.]*\d)"
)
FULL = re.compile(
    r"\b(?:all the way|flat out|(?:full|top) (?:marks|score)|full(?:y)?|complete(?:ly)?|(?:to the |at )?max(?:imum)?"
    r"|entire(?:ly)?|highest|as \w+ as possible|ganz|voll(?:standig)?|a fond)\b"
)
LEAST = re.compile(r"\b(?:mute[ds]?|silent|min(?:imum)?|lowest|off|not at all|stumm|muet)\b")
_RHYTHMS: Final = (
    (2.0, re.compile(r"\b(?:semi-?\s?annual\w*|half-?\s?yearly|biannual\w*|twice (?:a|per) year|halbjahrlich)\b")),
    (26.0, re.compile(r"\b(?:bi-?\s?weekly|fortnightly|every (?:two|2) weeks)\b")),
    (4.0, re.compile(r"\b(?:quarterly|(?:every|each|per) quarter|vierteljahrlich|trimestriel\w*)\b")),
    (12.0, re.compile(r"\b(?:monthly|(?:every|each|per) month|monatlich|mensuel\w*)\b")),
    (52.0, re.compile(r"\b(?<!bi-)(?<!bi)(?:weekly|(?:every|each|per) week|wochentlich)\b")),
    (365.0, re.compile(r"\b(?:daily|(?:every|each|per) day|taglich)\b")),
    (
        1.0,
        re.compile(r"\b(?<!semi-)(?<!semi)(?:annually|yearly|per annum|(?:every|each|per) year|jahrlich|annuel\w*)\b"),
    ),
)
_COUNTS_PERIODS: Final = frozenset("periods frequency compounding compounds compounded times n payments".split())


def unspoken(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a number that nobody named and that a phrase stands for; None where none does."""
    return next((found for reader in _READERS if (found := reader(value, parameter, heard)) is not None), None)


def _none_of(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Nought of something: "no bags", "without a cost adjustment", "no kids" for children."""
    if value != 0:
        return None
    if set(name_words(parameter.name)) & _CHARGED:
        free = phrase_of(_FREE, heard)
        if free is not None:
            return free
    for names, pattern in ((_STOPS, _DIRECT), (_BAGS, _LIGHT)):
        without = phrase_of(pattern, heard) if names & set(name_words(parameter.name)) else None
        if without is not None:
            return without
    named = frozenset().union(*(alike(word) for word in name_words(parameter.name)))
    for one in heard.texts():
        for found in (*_NONE.finditer(fold(one.text)), *_WITHOUT.finditer(fold(one.text))):
            if named & {stem(word) for word in found["what"].split()}:
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _at_rest(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """No speed yet, or none any more: "starts from rest", "is dropped", "comes to a stop"."""
    named = set(name_words(parameter.name))
    if value != 0 or not named & _SPEED:
        return None
    return phrase_of(_STOP if named & _LAST else _REST, heard)


def _decade_of_life(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The first or the last year of a decade of life: "in her thirties", "twenty-somethings"."""
    named = set(name_words(parameter.name))
    if "age" not in topic(parameter) or not named & (_LOW | _HIGH):
        return None
    for one in heard.texts():
        for found in _IN_THEIR.finditer(fold(one.text)):
            tens = found["tens"] or found["some"]
            first = int(tens) if tens.isdigit() else 10 * (_TENS.index(tens[:3]) + 2)
            if value == (first if named & _LOW else first + 9):
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _level(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The floor or the height that everything is counted from."""
    asked = topic(parameter) & {"floor", "storey", "etage", "stockwerk", "altitude", "elevation", "height"}
    return phrase_of(_GROUND, heard) if value == 0 and asked else None


def _lower_end(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Nought as the lower end where only an upper one was said: "under $50"."""
    return phrase_of(_BOUNDED, heard) if value == 0 and set(name_words(parameter.name)) & _LOW else None


def _loss(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:  # noqa: ARG001 - a reader's signature
    """What went away, as a negative number: "donated 40", "10 degrees below zero"."""
    if value >= 0:
        return None
    for one, quantity in heard.numbers():
        folded = fold(one.text)
        if any(close(-value, worth) for worth in quantity.values) and (
            _LOSS_BEFORE.search(folded, 0, quantity.start) or _LOSS_AFTER.match(folded, quantity.end)
        ):
            return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


def _bound(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The end of a range that the description tells: "all the way", "to the maximum", "mute"."""
    for found in _RANGE.finditer(parameter.description):
        if value == float(found["high"]):
            return phrase_of(FULL, heard, Reason.CODE)
        if value == float(found["low"]):
            return phrase_of(LEAST, heard, Reason.CODE)
    return None


def _times_a_year(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A rhythm as a count: monthly is 12 a year, where the parameter counts periods."""
    if not set(name_words(parameter.name)) & _COUNTS_PERIODS:
        return None
    return next((found for worth, pattern in _RHYTHMS if value == worth and (found := phrase_of(pattern, heard))), None)


def _article(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """One of something, by its article: "buy a pizza"."""
    if value != 1:
        return None
    named = {stem(word) for word in name_words(parameter.name)}
    for one in heard.texts():
        for found in _ARTICLE.finditer(fold(one.text)):
            if named & _QUANTITY or (parameter.kind in {"integer", "number"} and stem(found["what"]) in named):
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


_READERS: Final[tuple[Reader, ...]] = (
    _none_of,
    _at_rest,
    _level,
    _decade_of_life,
    _lower_end,
    _loss,
    _bound,
    _times_a_year,
    _article,
)
