"""Whose words count: the user's own always, the assistant's only where the user agreed to them.

Measured on the tuning half: counting every turn lets the assistant's own proposals through; counting the user's alone
blocks what was proposed and agreed. A proposal that the user corrected in part and then agreed to keeps the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tools.guard.agreeing import agrees, amends, declines

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


def utterances(turns: Sequence[Turn], *, affirmed: bool = True) -> tuple[Utterance, ...]:
    """What counts: each user turn, and the assistant turns that the user agreed to (where `affirmed`)."""
    counted = _affirmed(turns) if affirmed else frozenset()
    return tuple(
        Utterance(place, turn.text, "user" if turn.role == "user" else "affirmed")
        for place, turn in enumerate(turns)
        if turn.role == "user" or place in counted
    )


def unheard(turns: Sequence[Turn], counted: Sequence[Utterance]) -> tuple[Utterance, ...]:
    """The assistant turns that do not count, so that a refusal can say where a value came from."""
    places = {one.turn for one in counted}
    return tuple(
        Utterance(place, turn.text, "assistant")
        for place, turn in enumerate(turns)
        if turn.role == "assistant" and place not in places
    )


def _affirmed(turns: Sequence[Turn]) -> frozenset[int]:
    """The assistant turns that count: the user agrees to one at once, or later, without turning it down in between.

    Questions about an offer and corrections of a part of it ("make it four people") turn nothing down.
    """
    counted: set[int] = set()
    for place, turn in enumerate(turns):
        if turn.role != "assistant":
            continue
        for later in turns[place + 1 :]:
            if later.role != "user":
                continue
            if agrees(later.text):
                counted.add(place)
            if agrees(later.text) or (declines(later.text) and not amends(later.text)):
                break
    return frozenset(counted)
