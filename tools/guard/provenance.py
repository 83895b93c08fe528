"""Whose words count: the user's own always, the assistant's only where the user agreed to them.

Measured on the tuning half: counting every turn lets the assistant's own proposals through; counting the user's alone
blocks what was proposed and agreed. A proposal that the user corrected in part and then agreed to keeps the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from tools.guard.agreeing import agrees, amends, declines
from tools.guard.offers import options
from tools.guard.picked import picked

Role = Literal["user", "assistant", "system"]
Origin = Literal["user", "affirmed", "assistant", "passage"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words that may speak for a value: where they stand, and by whose leave."""

    turn: int
    text: str
    origin: Origin
    source: str = ""
    """The id of a passage."""


def utterances(turns: Sequence[Turn], *, affirmed: bool = True, reference: date | None = None) -> tuple[Utterance, ...]:
    """What counts: each user turn, and what the user agreed to of the assistant's (where `affirmed`)."""
    counted = _affirmed(turns, reference) if affirmed else {}
    return tuple(
        Utterance(place, turn.text, "user") if turn.role == "user" else Utterance(place, counted[place], "affirmed")
        for place, turn in enumerate(turns)
        if turn.role == "user" or place in counted
    )


def unheard(turns: Sequence[Turn], counted: Sequence[Utterance]) -> tuple[Utterance, ...]:
    """The assistant turns that do not count as a whole, so that a refusal can say where a value came from."""
    whole = {(one.turn, one.text) for one in counted}
    return tuple(
        Utterance(place, turn.text, "assistant")
        for place, turn in enumerate(turns)
        if turn.role == "assistant" and (place, turn.text) not in whole
    )


def _affirmed(turns: Sequence[Turn], reference: date | None) -> dict[int, str]:
    """What counts of the assistant's turns: the user agrees to one, or picks one of its options, at once or later,
    without turning it down in between.

    Questions about an offer and corrections of a part of it ("make it four people") turn nothing down.
    """
    counted: dict[int, str] = {}
    for place, turn in enumerate(turns):
        if turn.role != "assistant":
            continue
        newest = True
        for later in turns[place + 1 :]:
            if later.role != "user":
                # "The first one" is one of those that were offered last.
                newest = newest and not options(later.text, reference)
                continue
            choice = picked(turn.text, later.text, reference) if newest else None
            if choice is not None or agrees(later.text):
                counted[place] = choice or turn.text
                break
            if declines(later.text) and not amends(later.text):
                break
    return counted
