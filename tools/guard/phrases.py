"""Testing a string: its words against the words that were said, spelled otherwise, shortened, or with a small slip.

Every word that holds a digit must match to the digit. A match must cover words as a whole ("Napa" is not in "an
apartment"), and the words of one value must have been said together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from knowledge.text import STOP_WORDS
from tools.guard.city_names import city_forms
from tools.guard.formulas import formula, is_formula
from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.readings.number_words import ORDINALS
from tools.guard.readings.numbers import word_of
from tools.guard.readings.text import Word, fold, name_words, stem, words
from tools.guard.regions import region_forms, regions
from tools.guard.slips import near
from tools.guard.synonyms import alike
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_LITTLE: Final = frozenset(
    """the a an of in at on to for and or s de la le les der die das und et du with by from every each per
    dr doctor mr mrs ms prof inc corp corporation ltd llc gmbh co""".split()
)
_CONTRACTED: Final = ("'ll", "'m", "'re", "'ve", "'d", "n't")
_HELPED: Final = re.compile(
    r"\b(i|you|he|she|it|we|they|that|there)\s(?:am|is|are|will|would|have|has|had)\b", re.IGNORECASE
)
"""What "I'm" and "they'll" say in two words."""
_SHARE: Final = 0.66
"""How many of the words of a longer value must have been said."""
_LONG: Final = 4
"""From how many words on a value is a sentence, of which a word may be missing."""
_CODE: Final = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[^\W_]+(?:[-_/.:#][^\W_]+)+")
"""Letters and figures with signs between and no space."""
ROMAN: Final = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
"""Numbers of parts and kings; one letter alone is a word."""


def phrase(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for a string, or None."""
    for one in heard.texts():
        place = _literal(value, one)
        if place is not None:
            return said(one, *place)
    named = _nickname(value, heard) or (_place(value, parameter, heard) if "," in value else None)
    if named is not None:
        return named
    if is_formula(value):
        found = formula(value, heard)
        if found is not None or not re.search(r"['\"]", value):
            return found
    return _by_words(value, _wanted(value, parameter), heard)


def _by_words(value: str, wanted: tuple[str, ...], heard: Heard) -> Evidence | None:
    best: Evidence | None = None
    code = _CODE.fullmatch(value.strip()) is not None
    for one in heard.texts() if wanted else ():
        found = _squashed(value, one) or _shortened(value, wanted, one)
        found = found or (_in_a_row(value, one) if code else _worded(wanted, one))
        if found is not None and not found.weak:
            return found
        best = best or found
    return best


def _in_a_row(value: str, one: Utterance) -> Evidence | None:
    """A code of several parts, "user-123": its parts stand one behind the other, or some other code was said."""
    parts, said_words = [word.text for word in words(value.replace("_", " "))], words(one.text)
    parts = parts[1:] if parts[0] == "v" else parts
    for first in range(len(said_words) - len(parts) + 1):
        run = said_words[first : first + len(parts)]
        if all(part == word.text or _same_figures(part, word) for part, word in zip(parts, run, strict=True)):
            return said(one, run[0].start, run[-1].end)
    return None


def mentions(wanted: Sequence[str], heard: Heard, *, loosely: bool = False) -> Evidence | None:
    """Evidence that all of these words were said, in any utterance, near one another; `loosely`: short forms count."""
    for one in heard.texts():
        found = _worded(wanted, one)
        if found is not None and (loosely or not found.weak):
            return found
    return None


def literal(value: str, heard: Heard) -> Evidence | None:
    """Evidence that this was said letter by letter, but for case and accents."""
    for one in heard.texts():
        place = _literal(value, one)
        if place is not None:
            return said(one, *place)
    return None


def _literal(value: str, one: Utterance) -> tuple[int, int] | None:
    folded, wanted = fold(one.text), " ".join(fold(value).strip(" '\".").split())
    wanted = re.sub(r"^https?://(?:www\.)?|/$", "", wanted)
    if not wanted:
        return None
    start = folded.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        # The s of "it's" is no size.
        if _edge(folded, start, end) and not (len(wanted) == 1 and folded[:start].endswith(("'", '"'))):
            return start, end
        start = folded.find(wanted, start + 1)
    return None


def _edge(folded: str, start: int, end: int) -> bool:
    # Scripts without spaces have no word edges, and "$5" has its edge inside.
    before = start == 0 or not (_word_char(folded[start - 1]) and _word_char(folded[start]))
    after = end == len(folded) or not (_word_char(folded[end]) and _word_char(folded[end - 1]))
    return before and (after or folded[end:].startswith(("s ", "'s")) or folded[end:] in {"s", "s.", "s?"})


def _word_char(char: str) -> bool:
    return char.isalnum() and ord(char) < 0x0E00


def _wanted(value: str, parameter: Parameter) -> tuple[str, ...]:
    own = {stem(word) for word in name_words(parameter.name)}
    # "track:Baby Shark": a key that the description spells out is the schema's word, not the user's.
    value = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", value)
    bare = re.sub(r"\b(\w+):", lambda key: "" if key.group() in parameter.description else key.group(), value)
    bare = _HELPED.sub(r"\1", bare)
    # Only a code is taken apart inside its words: an iPhone is one word.
    parts = tuple(word.text for word in words(bare.replace("_", " "))) if " " in bare else name_words(bare)
    content = [word for word in parts if word not in _LITTLE and not word.endswith(_CONTRACTED)]
    long = [word for word in content if len(word) > 1 or not word.isascii() or word.isdigit()]
    content = long or content
    kept = [word for word in content if stem(word) not in own]
    return tuple(kept or content)


def _squashed(value: str, one: Utterance) -> Evidence | None:
    """The letters of the value as the letters of some words in a row: "mc donalds" for McDonald's."""
    target = re.sub(r"[\W_]", "", fold(value))
    if len(target) < 4:
        return None
    said_words = words(one.text)
    bare = [re.sub(r"\W", "", word.text) for word in said_words]
    room = 12 if re.search(r"\d", target) else 6
    for first in range(len(said_words)):
        run = ""
        for last in range(first, min(first + room, len(said_words))):
            run += bare[last]
            if len(run) >= len(target):
                if run == target or (run == target + "s") or run + "s" == target:
                    return said(one, said_words[first].start, said_words[last].end)
                break
    return None


def _shortened(value: str, wanted: tuple[str, ...], one: Utterance) -> Evidence | None:
    """Initials for a name of several words ("SF"), or a name for the initials the value gives ("UNS")."""
    said_words = words(one.text)
    initials = "".join(word[0] for word in wanted)
    if 2 <= len(wanted) <= 5:
        for word in said_words:
            if word.text == initials and one.text[word.start : word.end].isupper():
                return said(one, word.start, word.end)
    clipped = _clipped(name_words(value) if "-" in value else wanted, said_words, one, hyphen="-" in value) or _clipped(
        tuple(word.text for word in words(value)), said_words, one
    )
    if clipped is not None:
        return clipped
    if value.isupper() and value.isalpha() and 2 < len(value) <= 5:
        return _initialled(value.lower(), said_words, one)
    return None


def _initialled(target: str, said_words: Sequence[Word], one: Utterance) -> Evidence | None:
    """A name whose words begin with these letters, capitals all; little words between count or do not: "MoMA"."""
    for first in range(len(said_words)):
        if not one.text[said_words[first].start].isupper():
            continue
        whole = capitals = ""
        for word in said_words[first : first + len(target) + 2]:
            little = word.text in _LITTLE
            if not little and not one.text[word.start].isupper():
                break
            whole += word.text[0]
            capitals += "" if little else word.text[0]
            if target in {whole, capitals}:
                return said(one, said_words[first].start, word.end)
    return None


def _clipped(
    wanted: Sequence[str], said_words: Sequence[Word], one: Utterance, *, hyphen: bool = False
) -> Evidence | None:
    """The beginnings of two words, joined by a hyphen or both cut short: "sci-fi", "sci fi"."""
    if len(wanted) != 2:
        return None
    for first, second in pairwise(said_words):
        pairs = ((first.text, wanted[0]), (second.text, wanted[1]))
        begun = all(left.startswith(right) or right.startswith(left) for left, right in pairs)
        if any(part[0].isdigit() for pair in pairs for part in pair):
            continue  # figures are no abbreviation of longer ones
        short = min(len(part) for pair in pairs for part in pair) >= 2 and any(left != right for left, right in pairs)
        both = all(left != right and right.startswith(left) for left, right in pairs)
        if begun and short and (both or hyphen or "-" in (one.text[first.end : second.start], *wanted)):
            return said(one, first.start, second.end)
    return None


def _worded(wanted: Sequence[str], one: Utterance) -> Evidence | None:
    """Each word somewhere in the utterance, together; of a long value most of them."""
    said_words = words(one.text)
    places: list[list[int]] = []
    weak = False
    for word in wanted:
        strict, loose = _matches(word, said_words)
        weak = weak or not strict
        places.append(strict or loose)
    hit = [each for each in places if each]
    figures_missing = any(word[0].isdigit() and not each for word, each in zip(wanted, places, strict=True))
    if not hit or figures_missing:
        return None
    if len(hit) < len(places):
        if len(places) < _LONG or len(hit) / len(places) < _SHARE:
            return None
        weak = True
    together = _together(hit)
    if together is None:
        if len(places) < _LONG:
            return None
        weak, together = True, (min(hit[0]), max(hit[-1]))
    first, last = min(together), max(together)
    return said(
        one, said_words[first].start, said_words[last].end, Reason.PARAPHRASED if weak else Reason.SAID, weak=weak
    )


def _together(places: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """The first and last word of the tightest group that holds one place of each, if it is tight enough."""
    room = 2 * len(places) + 3
    for start in sorted({place for each in places for place in each}):
        ends = [min((place for place in each if start <= place < start + room), default=None) for each in places]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            return start, max(known)
    return None


def _matches(word: str, said_words: Sequence[Word]) -> tuple[list[int], list[int]]:
    """Where a word was said: for certain (same word, plural, synonym, number), and perhaps (a slip, a short form)."""
    if word[0].isdigit():
        return [at for at, one in enumerate(said_words) if _same_figures(word, one)], []
    own, group = stem(word), alike(word)
    worth = None if word in ORDINALS else word_of(Word(word, 0, len(word)))
    if word in ROMAN:
        return [at for at, one in enumerate(said_words) if one.text in {word, ROMAN[word]}], []
    # Scripts that join endings or words to a word: it is found inside.
    unspaced = ord(word[0]) >= 0x0E00
    strict, loose = [], []
    for at, one in enumerate(said_words):
        if one.text == word or stem(one.text) == own or (unspaced and word in one.text):
            strict.append(at)
        elif one.text[0].isdigit():
            if worth is not None and one.text.isdecimal() and int(one.text) == worth:
                strict.append(at)
        elif stem(one.text) in group or near(word, one.text):
            loose.append(at)
    return strict, loose


def _same_figures(word: str, one: Word) -> bool:
    if one.text == word:
        return True
    worth = word_of(one)
    return worth is not None and word.isdigit() and int(word) == worth


def _nickname(value: str, heard: Heard) -> Evidence | None:
    """A city by another name it goes by."""
    city = fold(value).strip()
    for form in city_forms(city) - {city}:
        for one in heard.texts():
            place = _literal(form, one)
            if place is not None and (len(form) > 3 or not form.isascii() or one.text[slice(*place)].isupper()):
                return said(one, *place)
    return None


def _place(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A "City, ST": the city must have been said; its state or country may follow from it, unless another was said."""
    head, _, tail = value.rpartition(",")
    if not regions(tail.strip()):
        return None
    forms = city_forms(fold(head.split(",")[0]).strip())
    for one in heard.texts():
        for form in sorted(forms, key=len, reverse=True):
            place = _literal(form, one)
            if place is None or (len(form) <= 2 and form.isascii() and not one.text[slice(*place)].isupper()):
                continue
            return _with_region(one, place, tail.strip())
    city = phrase(head, parameter, heard)
    return Evidence(Reason.REGION_ADDED, city.spans, weak=True) if city is not None else None


def _with_region(one: Utterance, place: tuple[int, int], tail: str) -> Evidence | None:
    after = re.match(r"[\s,]+(?P<one>[A-Z]{2}\b|[A-Z][\w.]+(?: [A-Z][\w.]+)?)", one.text[place[1] :])
    if after is not None:
        for size in (2, 1):
            spoken = " ".join(after["one"].split()[:size])
            named = regions(spoken) if len(spoken) > 2 or spoken.isupper() else frozenset()
            if named:
                agreed = bool(named & regions(tail))
                return said(one, place[0], place[1] + after.end()) if agreed or _inside(named, tail) else None
    folded = fold(one.text)
    spoken_elsewhere = any(
        re.search(rf"(?<!\w){re.escape(form)}(?!\w)", folded) for form in region_forms(tail) if len(form) > 2
    )
    return said(one, *place) if spoken_elsewhere else said(one, *place, Reason.REGION_ADDED, weak=True)


def _inside(named: frozenset[str], tail: str) -> bool:
    # A country beside a state, or the other way round, contradicts nothing.
    kinds = {key.split(":")[0] for key in named}
    return not kinds & {key.split(":")[0] for key in regions(tail)}


def content(text: str) -> tuple[str, ...]:
    """The words of a name or a description that carry meaning."""
    return tuple(word for word in name_words(text) if word not in STOP_WORDS and word not in _LITTLE)
