"""What a comparison asks of an answer: each side's evidence beside the other's, and a word where one is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from graph.evidence import Slot
from graph.state import Question
from knowledge.citations import joined
from knowledge.language import Language, language
from knowledge.passage import Passage
from knowledge.quoting import Quoted
from knowledge.text import stems
from routing.compare import telling

MOST_CHARACTERS = 600
"""Quoted for one side: a cell of a table is read at a glance."""
HEADINGS: Mapping[Language, tuple[str, str, str]] = {
    "en": ("Side", "What was found", "nothing was found"),
    "de": ("Seite", "Was gefunden wurde", "nichts gefunden"),
    "fr": ("Côté", "Ce qui a été trouvé", "rien n’a été trouvé"),
    "es": ("Lado", "Lo que se encontró", "no se encontró nada"),
}
"""The two headings of the table and the word for a side without evidence, in the asker's language."""
_NAME = re.compile(r"\b[A-ZÄÖÜÉ]|\d")

Chosen = list[tuple[str, list[Quoted]]]


def of_their_sides(sides: Mapping[str, str], chosen: Chosen, slots: Mapping[int, Slot]) -> Chosen:
    """What was chosen for each side, without what speaks of the other side alone.

    A side that is a name or a number ("Pro", "2025") has no evidence where nothing chosen for it says that name: what
    is near to it then is the other side's. One of plain words may be said in other words.
    """
    return [
        (id_, _own(sides[id_], _other(sides, id_), found, slots) if id_ in sides else found) for id_, found in chosen
    ]


def table(sides: Mapping[str, str], chosen: Mapping[str, Sequence[Quoted]], asked: str) -> str:
    """The sides with what was found for each, as a Markdown table in the language of the message `asked`; a sentence
    keeps its marker.
    """
    side, found, missing = HEADINGS[language(asked)]
    rows = [f"| {side} | {found} |", "| --- | --- |"]
    for id_, name in sides.items():
        told = joined([(one.text, one.n) for one in chosen.get(id_, ())]) or missing
        rows.append(f"| {_cell(name)} | {_cell(told)} |")
    return "\n".join(rows)


def listed(questions: Sequence[Question], sides: Mapping[str, str]) -> str:
    """The questions as a prompt lists them, those of a comparison marked with their side."""
    return "\n".join(
        f"- {question['text']}"
        + (f" (one side of a comparison: {sides[question['id']]})" if question["id"] in sides else "")
        for question in questions
    )


def _other(sides: Mapping[str, str], id_: str) -> str:
    return " ".join(name for other, name in sides.items() if other != id_)


def _own(side: str, other: str, found: Sequence[Quoted], slots: Mapping[int, Slot]) -> list[Quoted]:
    own, theirs = telling(side, other), telling(other, side)
    says = {one: _said(one, slots) for one in found}
    if _NAME.search(" ".join(side.split()[:1])) and not any(own & said for said in says.values()):
        return []
    speaking = [one for one in found if own & says[one]]
    # Sentences that say the side's name answer best; where none does, all but those about the other side.
    kept = speaking or [one for one in found if not theirs & says[one]]
    kept = [one for one in kept if not _only(one.text, theirs, own)] or kept
    length = 0
    short: list[Quoted] = []
    for one in kept:
        if not short or length + len(one.text) <= MOST_CHARACTERS:
            short.append(one)
            length += len(one.text)
    return short


def _said(one: Quoted, slots: Mapping[int, Slot]) -> frozenset[str]:
    """The stems of a sentence and of the headings above it."""
    return stems(f"{Passage.from_dict(slots[one.n]['passage']).name} {one.text}")


def _only(text: str, theirs: frozenset[str], own: frozenset[str]) -> bool:
    said = stems(text)
    return bool(theirs & said) and not own & said


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
