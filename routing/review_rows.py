"""Which finished runs are worth a person's look: those that were blocked, those that were not sure, and a few others.

Pure: no database. A row holds the user's words, so none is made unless the log may keep them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from routing.log_rows import digest, question_hash

BLOCKED, UNSURE, SAMPLED = "blocked", "fell back", "sampled"
MOST_TURNS = 6
"""Turns of the conversation that are kept before the message: a reviewer needs its thread, not all of it."""


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One user message to be labelled; one field is one column.

    `why` is "blocked" (a value was missing), "fell back" or "sampled". `bases` is what the run searched, in the
    decisions' order. `label` is what a reviewer says of it, as `routing.review.Label` has it; None until then, and
    `labelled` the moment of it. `history` holds {role, content} of the turns before, oldest first.
    """

    time: datetime
    review_id: str
    run_id: str
    catalog: str
    text: str
    why: str
    bases: tuple[str, ...] = ()
    kind: str | None = None
    mood: str | None = None
    history: Sequence[Mapping[str, str]] = field(default_factory=tuple)
    label: Mapping[str, Any] | None = None
    labelled: datetime | None = None


def review_row(state: Mapping[str, Any], *, run_id: str, catalog: str, share: float) -> ReviewRow | None:
    """The row of a run, or None where it is none of the set.

    `state` has the channels of `graph.state.State`; its run may wait for the user. Of the runs that were neither
    blocked nor unsure a `share` (0 to 1) is drawn by the message, so the same one always is or never is.
    """
    turns = [(_role(one), str(one.text)) for one in state["messages"] if one.type in {"human", "ai"} and one.text]
    asked = max((place for place, (role, _) in enumerate(turns) if role == "user"), default=None)
    if asked is None:
        return None
    text, before = turns[asked][1], turns[max(asked - MOST_TURNS, 0) : asked]
    hashed = digest(question_hash(text), *(said for _, said in before))
    why = _why(state, hashed, share)
    if not why:
        return None
    decisions = state.get("decisions") or []
    kinds = [one["kind"] for one in state.get("questions") or [] if one["origin"] == one["id"]]
    return ReviewRow(
        time=datetime.fromtimestamp(state["started"], UTC),
        review_id=f"r-{digest(catalog, hashed)}",
        run_id=run_id,
        catalog=catalog,
        text=text,
        why=why,
        bases=tuple(dict.fromkeys(base["name"] for one in decisions for base in one["bases"])),
        kind=kinds[0] if kinds else None,
        mood=(state.get("mood") or {}).get("name"),
        history=tuple({"role": role, "content": said} for role, said in before),
    )


def _role(message: Any) -> str:
    return "user" if message.type == "human" else "assistant"


def _why(state: Mapping[str, Any], hashed: str, share: float) -> str:
    calls = state.get("calls") or []
    if state.get("replies") or any(call["stage"] in {"ask", "missing"} for call in calls):
        return BLOCKED
    if any(one["fell_back"] for one in state.get("decisions") or []):
        return UNSURE
    return SAMPLED if int(digest("review", hashed), 16) < share * 16**16 else ""
