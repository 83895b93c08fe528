"""Values that nobody named and that still follow from what was said: weak evidence, to be named or asked about.

Each reader takes one general step: a bracket around a number, a name by one of its words or its beginning, a code by
its figures, letters taken from a name, the region of a city, one of what is "the highest".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from tools.guard.cities import in_region, is_city
from tools.guard.heard import Heard, said
from tools.guard.phrases import literal
from tools.guard.readings.text import fold, name_words, words
from tools.guard.regions import regions
from tools.guard.topic import topic
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_BRACKET: Final = re.compile(r"(\d+(?:\.\d+)?)\s?(?:-|to)\s?(\d+(?:\.\d+)?)\Z")
_BRACKETED: Final = frozenset("range bracket group band interval tier class".split())
_COUNTS: Final = frozenset("top n limit count number num results result k max amount quantity".split())
_SUPERLATIVE: Final = re.compile(
    r"\b(?:\w{3,}est|most|best|worst|top|first|last)\b(?: \w+){0,2}? (?P<noun>[a-z]{3,})"
    r"(?= (?:in|of|for|from|on|at|by|that|which|with|near)\b|[.,?!]|$)"
)
_LONG_CODE: Final = 6
"""From how many figures on a code is one of a kind, where no list of codes is known."""
_SYMBOLS: Final = frozenset("symbol symbols ticker tickers stock stocks code abbreviation acronym coin crypto".split())
_TRADED: Final = frozenset("company companies stock stocks crypto cryptocurrency coin currency business".split())
_LOWER: Final = r"\b(?=[a-z]*[b-df-hj-np-tv-z]{3})[a-z]{4,5}\b"
"""A stock's symbol in a text without capitals: three consonants in a row are seldom a word's."""
_BY_SOMEBODY: Final = re.compile(
    r"\b(?:directed|written|composed|painted|sung|made|played) by $|\b(?:starring|featuring) $"
)
_NAME: Final = 4
"""From how many letters on a word is a name by itself."""
_LONGEST: Final = 6
"""Up to how many words a name has."""
_REGIONS: Final = frozenset("state country province region nation land pays".split())
_PERSONS: Final = frozenset(
    """player players artist artists actor actress celebrity person singer author director athlete composer painter
    musician band president scientist character sculptor writer politician""".split()
)
Reader = Callable[[str, Parameter, Heard], Evidence | None]


def implied(value: Any, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a value that was not said; None where nothing implies it."""
    text = str(value).strip()
    return next((found for reader in _READERS if (found := reader(text, parameter, heard)) is not None), None)


def _bracket(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A bracket such as "25-30", where the number itself was said."""
    edges = _BRACKET.match(value)
    if edges is None or not topic(parameter) & _BRACKETED:
        return None
    low, high = float(edges[1]), float(edges[2])
    for one, quantity in heard.numbers():
        if quantity.counted and any(low <= worth <= high for worth in quantity.values):
            return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


def _only_one(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """One result, where the user asked for the highest, the best, the latest of something in the singular."""
    if value != "1" or not set(name_words(parameter.name)) & _COUNTS:
        return None
    for one in heard.texts():
        found = _SUPERLATIVE.search(fold(one.text))
        if found and not found["noun"].endswith("s"):
            return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _letters(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Letters taken in order from a name: a stock's symbol."""
    if not (value.isascii() and value.isalpha() and value.isupper() and 2 < len(value) < 6):
        return None
    if not topic(parameter) & _SYMBOLS:
        return None
    wanted = re.sub(r"(.)\1+", r"\1", value.lower())
    for one in heard.texts():
        for word in words(one.text):
            # In lower case a word must be long for its letters to be no chance.
            named = len(word.text) >= (len(value) if one.text[word.start].isupper() else max(5, len(value) + 1))
            if named and word.text[0] == wanted[0] and _in_order(wanted, word.text):
                return said(one, word.start, word.end, Reason.CODE, weak=True)
    return None


def _by_symbol(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A name by its symbol: Amazon for AMZN."""
    if not value.isalpha() or not topic(parameter) & _TRADED:
        return None
    for one in heard.texts():
        for found in re.finditer(_LOWER if one.text.islower() else r"\b[A-Z]{3,5}\b", one.text):
            symbol = re.sub(r"(.)\1+", r"\1", found.group().lower())
            if symbol[0] == value[0].lower() and _in_order(symbol, value.lower()) and len(value) > len(symbol):
                return said(one, found.start(), found.end(), Reason.CODE, weak=True)
    return None


def _in_order(wanted: str, word: str) -> bool:
    left = iter(word)
    return all(letter in left for letter in wanted)


def _part_of_name(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A person by first or last name alone, anything else by the end of its name: a team without its town."""
    about, parts = topic(parameter), value.split()
    if not 2 <= len(parts) <= 4 or not all(part.isalpha() and (part[0].isupper() or len(part) < 4) for part in parts):
        return None
    allowed = [parts[-1], *([parts[0]] if about & _PERSONS else [])]
    for part in [one for one in allowed if one.lower() not in about]:
        for one in heard.texts():
            for found in re.finditer(rf"(?<!\w){re.escape(fold(part))}(?!\w)", fold(one.text)):
                lower = one.text.islower() and len(part) > _NAME
                named = one.text[found.start()].isupper() or _BY_SOMEBODY.search(one.text, 0, found.start())
                if (named or lower) and not _named_otherwise(one.text, found.start(), found.end()):
                    return said(one, found.start(), found.end(), Reason.PARAPHRASED, weak=True)
    end = literal(" ".join(parts[1:]), heard) if len(parts) > 2 else None
    return end and Evidence(Reason.PARAPHRASED, end.spans, weak=True)


def _begun(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A longer name by its beginning: half of its words, or one that is no other name's beginning: Dickey's."""
    parts = re.findall(r"[^\s,]+", value)
    name = all(part[0].isupper() or len(part) < _NAME for part in parts)
    if regions(value.rpartition(",")[2].strip()):
        return None  # of another state it is another place
    if not name or topic(parameter) & _PERSONS or not 2 <= len(parts) <= _LONGEST:
        return None
    for size in range(len(parts) - 1, 0, -1):
        begun = " ".join(parts[:size])
        if any(sign.isdigit() for part in parts[size:] for sign in part) or not (
            2 * size >= len(parts) > 2 <= size
            or (size == 1 and len(begun) > _NAME and fold(begun) not in topic(parameter))
        ):
            continue
        for one in heard.texts():
            for found in re.finditer(rf"(?<!\w){re.escape(fold(begun))}(?!\w)", fold(one.text)):
                if one.text[found.start()].isupper() and not _named_otherwise(one.text, found.start(), found.end()):
                    return said(one, found.start(), found.end(), Reason.PARAPHRASED, weak=True)
    return None


def _named_otherwise(text: str, start: int, end: int) -> bool:
    """Whether another name stands beside the word, so that somebody else is meant."""
    before = re.search(r"(?<![.?!] )(?<!^)\b[A-Z][a-z]+ $", text[:start])
    return bool(before) or bool(re.match(r" [A-Z][a-z]+", text[end:]))


def _region(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The state or country of a city that was said, and "district, city" where the district was said."""
    wanted = regions(value) if set(name_words(parameter.name)) & _REGIONS else frozenset()
    for one in heard.texts() if wanted else ():
        place = in_region(one.text, wanted)
        if place is not None:
            return said(one, *place, Reason.REGION_ADDED, weak=True)
    head, _, tail = value.rpartition(",")
    if head and is_city(tail):
        found = literal(head, heard)
        if found is not None:
            return Evidence(Reason.REGION_ADDED, found.spans, weak=True)
    return None


def _abbreviates(letters: str, word: str) -> bool:
    """Whether letters shorten a word, its first and others in their order: inv for invoice, tk for ticket."""
    return len(letters) > 1 and letters[0] == word[0] and len(letters) < len(word) and _in_order(letters, word)


def _by_figures(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A code by its figures alone, where no other legal value has them: TK-1015 for "ticket 1015"."""
    figures = re.fullmatch(r"[^\W\d_]{1,6}[- ]?(\d{3,})", value)
    if figures is None:
        return None
    if not parameter.values:
        letters = re.match(r"[^\W\d_]+", value)
        named = re.compile(rf"\b(?P<word>[a-z]+)\s(?:(?:no|number|nr)\.?\s)?#?{figures[1]}(?!\w)")
        for one in heard.texts():
            place = named.search(fold(one.text))
            if place and letters and _abbreviates(fold(letters.group()), place["word"]):
                return said(one, place.start(), place.end(), Reason.CODE, weak=True)
    known = sum(re.sub(r"\D", "", one) == figures[1] for one in parameter.values)
    if known != 1 and (parameter.values or len(figures[1]) < _LONG_CODE):
        return None
    found = literal(figures[1], heard)
    return found and Evidence(Reason.PARAPHRASED, found.spans, weak=True)


_READERS: Final[tuple[Reader, ...]] = (
    _by_figures,
    _bracket,
    _only_one,
    _letters,
    _by_symbol,
    _part_of_name,
    _region,
    _begun,
)
