"""What a mood that leads to a person asks of the run: to end with the hand-over, or to answer beside it."""

from __future__ import annotations

from graph.state import Mood
from knowledge.catalog import Catalog

TOLD = {
    "person": "I am handing this over to a person, together with our conversation. They will answer you here.",
    "on-call": "This sounds urgent, so the person on call is being told right now, together with our conversation. "
    "If anyone is in danger, call your local emergency number.",
}
"""What the user is told; a catalog says it in its own words under [handover]."""


def leads_to_person(mood: Mood | None) -> bool:
    """Whether somebody is told of the message."""
    return mood is not None and mood["target"] != "answer"


def ends_here(mood: Mood | None) -> bool:
    """Whether nothing is searched: a mood that is not sure must not cost a user the answer."""
    return mood is not None and mood["target"] != "answer" and mood.get("sure", True)


def told(mood: Mood | None, catalog: Catalog) -> str:
    """What the user is told of the hand-over; "" where there is none."""
    if mood is None or not leads_to_person(mood):
        return ""
    return catalog.handover.get(mood["target"]) or TOLD[mood["target"]]  # type: ignore[call-overload]
