"""Testing a string: its words against the words that were said, spelled otherwise, shortened, or with a small slip.

Every word that holds a digit must match to the digit. A match must cover words as a whole ("Napa" is not in "an
apartment"), and the words of one value must have been said together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from knowledge.text import STOP_WORDS
from tools.guard.formulas import formula, is_formula
from tools.guard.heard import Heard, said
from tools.guard.places import in_region, nickname
from tools.guard.provenance import Utterance
from tools.guard.readings.text import name_words, stem, words
from tools.guard.spelled import LITTLE, place_of, shortened, squashed
from tools.guard.verdict import Evidence
from tools.guard.worded import same_figures, worded
from tools.schema import Parameter

_CONTRACTED: Final = ("'ll", "'m", "'re", "'ve", "'d", "n't")
_HELPED: Final = re.compile(
    r"\b(i|you|he|she|it|we|they|that|there)\s(?:am|is|are|will|would|have|has|had)\b", re.IGNORECASE
)
"""What "I'm" and "they'll" say in two words."""
_CODE: Final = re.compile(
    r"(?=.*\d)(?=.*[^\W\d_])[^\W_]+(?:[-_/.:#][^\W_]+)+|[^\W\d_]{1,2}\d{1,4}"
    r"|\d{1,4}(?!(?:st|nd|rd|th)\b)[^\W\d_]{1,2}"
)
"""Letters and figures with signs between and no space, or a letter beside a figure: "C1", "12B"."""


def phrase(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for a string, or None."""
    for one in heard.texts():
        place = place_of(value, one)
        if place is not None:
            return said(one, *place)
    named = nickname(value, heard) or (
        in_region(value, heard, lambda head: phrase(head, parameter, heard)) if "," in value else None
    )
    if named is not None:
        return named
    if is_formula(value):
        found = formula(value, heard)
        if found is not None or not re.search(r"['\"]", value):
            return found
    return _by_words(value, _wanted(value, parameter), heard)


def _by_words(value: str, wanted: tuple[str, ...], heard: Heard) -> Evidence | None:
    best: Evidence | None = None
    code = _CODE.fullmatch(value.strip()) is not None or "@" in value
    whole = " " not in value.strip()  # of a sentence a word may be missing, of an address or a path none
    for one in heard.texts() if wanted else ():
        found = squashed(value, one) or shortened(value, wanted, one)
        found = found or (_in_a_row(value, one) if code else worded(wanted, one, whole=whole))
        if found is not None and not found.weak:
            return found
        best = best or found
    return best


def _in_a_row(value: str, one: Utterance) -> Evidence | None:
    """A code of several parts, "user-123": its parts stand one behind the other, or some other code was said."""
    parts, said_words = [word.text for word in words(value.replace("_", " "))], words(one.text)
    if "@" in value:  # "lena at kelp dot org"
        said_words = tuple(word for word in said_words if word.text not in {"at", "dot", "underscore"})
    parts = parts[1:] if parts[0] == "v" else parts
    for first in range(len(said_words) - len(parts) + 1):
        run = said_words[first : first + len(parts)]
        initial = len(parts) == 2 and len(parts[0]) == 1 and run[0].text.startswith(parts[0])  # "priority 1" for P1
        rest = zip(parts[initial:], run[initial:], strict=True)
        if all(part == word.text or same_figures(part, word) for part, word in rest):
            return said(one, run[0].start, run[-1].end)
    return None


def mentions(wanted: Sequence[str], heard: Heard, *, loosely: bool = False) -> Evidence | None:
    """Evidence that all of these words were said, in any utterance, near one another; `loosely`: short forms count."""
    for one in heard.texts():
        found = worded(wanted, one)
        if found is not None and (loosely or not found.weak):
            return found
    return None


def literal(value: str, heard: Heard) -> Evidence | None:
    """Evidence that this was said letter by letter, but for case and accents."""
    for one in heard.texts():
        place = place_of(value, one)
        if place is not None:
            return said(one, *place)
    return None


def _wanted(value: str, parameter: Parameter) -> tuple[str, ...]:
    own = {stem(word) for word in name_words(parameter.name)}
    # "track:Baby Shark": a key that the description spells out is the schema's word, not the user's.
    value = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", value)
    bare = re.sub(r"\b(\w+):", lambda key: "" if key.group() in parameter.description else key.group(), value)
    bare = _HELPED.sub(r"\1", bare)
    # Only a code is taken apart inside its words: an iPhone is one word.
    parts = tuple(word.text for word in words(bare.replace("_", " "))) if " " in bare else name_words(bare)
    content = [word for word in parts if word not in LITTLE and not word.endswith(_CONTRACTED)]
    long = [word for word in content if len(word) > 1 or not word.isascii() or word.isdigit()]
    content = long or content
    kept = [word for word in content if stem(word) not in own]
    return tuple(kept or content)


def content(text: str) -> tuple[str, ...]:
    """The words of a name or a description that carry meaning."""
    return tuple(word for word in name_words(text) if word not in STOP_WORDS and word not in LITTLE)
