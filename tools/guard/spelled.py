"""Whether a value was said letter by letter: as it stands, with its spaces elsewhere, as initials, or cut short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tools.guard.heard import said
from tools.guard.provenance import Utterance
from tools.guard.readings.text import Word, fold, name_words, words
from tools.guard.verdict import Evidence

_CUT: Final = 3
"""From how many letters on the beginning of a name stands for it: "man united"."""
LITTLE: Final = frozenset(
    """the a an of in at on to for and or s de la le les der die das und et du with by from every each per
    dr doctor mr mrs ms prof inc corp corporation ltd llc gmbh co""".split()
)


def place_of(value: str, one: Utterance) -> tuple[int, int] | None:
    """Where a value was said letter by letter, but for case and accents and the ends of an address."""
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


def squashed(value: str, one: Utterance) -> Evidence | None:
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


def shortened(value: str, wanted: tuple[str, ...], one: Utterance) -> Evidence | None:
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
            little = word.text in LITTLE
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
        one_cut = second.text == wanted[1] and len(wanted[1]) > _CUT <= len(first.text) < len(wanted[0]) - 1
        both = one_cut or all(left != right and right.startswith(left) for left, right in pairs)
        if begun and short and (both or hyphen or "-" in (one.text[first.end : second.start], *wanted)):
            return said(one, first.start, second.end)
    return None
