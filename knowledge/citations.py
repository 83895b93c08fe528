"""Citation markers: only numbers of real slots survive, while the answer is being written and afterwards."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from knowledge.text import sentences, stems, units

_MARKER = re.compile(r" ?\[(\d+(?:\s*[,;]\s*\d+)*)\]")
_CITED = re.compile(r"\s*\[\d+\]")
_OPEN_MARKER = re.compile(r"\[[\d\s,;]*\Z")
"""The end of a text that may yet become a marker."""


@dataclass
class MarkerFilter:
    """Lets text through as it arrives, with markers of slots that do not exist taken out.

    Text from an open bracket on, and the blank before it, is held until it is known whether a marker becomes of it.
    """

    valid: Collection[int]
    held: str = ""

    def feed(self, text: str) -> str:
        """What may be shown now."""
        self.held += text
        begun = _OPEN_MARKER.search(self.held)
        ready_to = begun.start() if begun else len(self.held)
        # The blank before a marker goes with it, and the marker may be yet to come.
        ready_to -= self.held[:ready_to].endswith(" ")
        ready, self.held = self.held[:ready_to], self.held[ready_to:]
        return checked(ready, self.valid)

    def rest(self) -> str:
        """What was held when the text ended."""
        ready, self.held = self.held, ""
        return checked(ready, self.valid)


def checked(text: str, valid: Collection[int]) -> str:
    """`text` with "[1, 2]" written "[1][2]" and phantom numbers removed."""

    def keep(match: re.Match[str]) -> str:
        numbers = [int(number) for number in re.findall(r"\d+", match[1]) if int(number) in valid]
        lead = " " if match[0].startswith(" ") and numbers else ""
        return lead + "".join(f"[{number}]" for number in numbers)

    return _MARKER.sub(keep, text)


def phantoms(text: str, valid: Collection[int]) -> list[int]:
    """The cited numbers that are no slot's."""
    cited = [int(number) for match in _MARKER.finditer(text) for number in re.findall(r"\d+", match[1])]
    return [number for number in dict.fromkeys(cited) if number not in valid]


def cited_sentences(text: str) -> list[tuple[str, list[int]]]:
    """Each sentence with the numbers cited in it, in order; a marker behind a full stop belongs to its sentence."""
    found = []
    for sentence in sentences(_tidy(text)):
        numbers = [int(number) for number in re.findall(r"\[(\d+)\]", sentence)]
        found.append((_bare(sentence), list(dict.fromkeys(numbers))))
    return found


def withdrawn(text: str, unsupported: Collection[str], mark: str) -> str:
    """`text` without the markers of some sentences (as `cited_sentences` gives them), `mark` in their place; with an
    empty `mark` the sentences go too.
    """
    kept, at, tidy = "", 0, _tidy(text)
    for sentence in sentences(tidy):
        start = tidy.index(sentence, at)
        between, at = tidy[at:start], start + len(sentence)
        if _bare(sentence) not in unsupported or not _CITED.search(sentence):
            kept += between + sentence
        elif mark:
            end = re.search(r"[.!?。！？]*[\"'”’)]*$", bare := _bare(sentence))
            place = end.start() if end else len(bare)
            kept += f"{between}{bare[:place]}{mark}{bare[place:]}"
    return (kept + tidy[at:]).strip()


def _tidy(text: str) -> str:
    return re.sub(r"([.!?。！？])((?:\s*\[\d+\])+)", lambda match: f" {match[2].strip()}{match[1]}", text)


def _bare(sentence: str) -> str:
    return _CITED.sub("", sentence).strip()


def supporting_quote(sentence: str, passage: str) -> str:
    """The unit of `passage` that shares most words with `sentence`, letter for letter; "" for an empty passage."""
    said = stems(sentence)
    best = max(units(passage), key=lambda unit: _shared(said, unit.text), default=None)
    return best.quote if best is not None else passage.strip()


def _shared(said: frozenset[str], text: str) -> float:
    found = stems(text)
    return len(said & found) / (1 + len(found - said) / 10)


def joined(parts: Sequence[tuple[str, int]], between: str = " ") -> str:
    """(sentence, slot number) pairs as text; a run of sentences from one slot is cited once, at its end, and `between`
    stands before the next.
    """
    runs = [f"{' '.join(sentence for sentence, _ in run)} [{n}]" for n, run in groupby(parts, key=lambda part: part[1])]
    return between.join(runs)
