"""Whose words count: the user's own always, the assistant's only where the user agreed to them or let them stand.

Measured on the tuning half: counting every turn lets the assistant's own proposals through; counting the user's alone
blocks what was proposed and agreed. A proposal that the user corrected in part and then agreed to keeps the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from tools.guard.agreeing import agrees, amends, declines
from tools.guard.offers import either, options
from tools.guard.picked import picked
from tools.guard.said_back import said_back

Role = Literal["user", "assistant", "system"]
Origin = Literal["user", "affirmed", "said back", "assistant", "passage"]


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
    passed = _passed(turns) if affirmed else {}
    found = []
    for place, turn in enumerate(turns):
        if turn.role == "user":
            found.append(Utterance(place, turn.text, "user"))
        if place in counted:
            found.append(Utterance(place, counted[place], "affirmed"))
        if place in passed and counted.get(place) != turn.text:
            found.append(Utterance(place, passed[place], "said back"))
    return tuple(found)


def unheard(turns: Sequence[Turn], counted: Sequence[Utterance]) -> tuple[Utterance, ...]:
    """The assistant turns that do not count as a whole, so that a refusal can say where a value came from."""
    whole = {(one.turn, one.text) for one in counted}
    return tuple(
        Utterance(place, turn.text, "assistant")
        for place, turn in enumerate(turns)
        if turn.role == "assistant" and (place, turn.text) not in whole
    )


def _affirmed(turns: Sequence[Turn], reference: date | None) -> dict[int, str]:
    """What counts of the assistant's turns, by their places."""
    found = {}
    for place, turn in enumerate(turns):
        kept = _taken(turn.text, turns[place + 1 :], reference) if turn.role == "assistant" else None
        if kept is not None:
            found[place] = kept
    return found


def _taken(offer: str, later: Sequence[Turn], reference: date | None) -> str | None:
    """What counts of an offer: the user agrees to it or picks one of its options, at once or later, without turning it
    down in between.

    Questions about an offer and corrections of a part of it ("make it four people") turn nothing down.
    """
    offered = options(offer, reference)
    asked_about = None
    for turn in later:
        if turn.role != "user":
            if offered and options(turn.text, reference):
                offered = ()  # "the first one" is one of those that were offered last
            continue
        choice = picked(offer, offered, turn.text, reference)
        if choice is not None:
            return choice
        asked_about = picked(offer, offered, turn.text, reference, asked=True) or asked_about
        if agrees(turn.text) and (asked_about or not either(offer, offered)):
            return asked_about or offer
        if declines(turn.text) and not amends(turn.text):
            return None
    return None


def _passed(turns: Sequence[Turn]) -> dict[int, str]:
    """What the assistant said back between two turns of the user, the second of which lets it stand."""
    found = {}
    for place in range(1, len(turns) - 1):
        before, turn, after = turns[place - 1 : place + 2]
        if (before.role, turn.role, after.role) == ("user", "assistant", "user"):
            kept = said_back(before.text, turn.text, after.text)
            if kept is not None:
                found[place] = kept
    return found
