"""The model tier: one call that reads every question the cheaper tiers were not sure of.

Labels are closed: a reply with an unknown label, in another case or in quotes, is refused and asked for once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from knowledge.catalog import Catalog
from models.ask import Asker
from prompts import render


class BaseScore(BaseModel):
    """One base that a question needs."""

    label: str
    score: float = Field(ge=0, le=1)


class QuestionRoute(BaseModel):
    """The bases and the kind of one question, by the number it had in the prompt."""

    question: int
    bases: list[BaseScore]
    reason: str
    kind: str = ""


class Routes(BaseModel):
    """The reply: one entry a question, and the mood of the user's message."""

    routes: list[QuestionRoute]
    mood: str = ""


class MoodRead(BaseModel):
    """The reply to a call that asks for the mood alone."""

    mood: str


@dataclass(frozen=True, slots=True)
class Read:
    """What the model read in one question: scores of the bases it named, its kind ("" for none), and its reason."""

    scores: Mapping[str, float]
    kind: str
    reason: str


async def read_by_model(
    asker: Asker, catalog: Catalog, questions: Sequence[str], conversation: str
) -> tuple[list[Read], str]:
    """What the model read in each question, and the mood of the message ("" where it named none).

    Raises ModelError where two replies could not be used.
    """
    labels = catalog.closed_labels
    prompt = render(
        "route",
        bases="\n".join(f"- {label}: {catalog.spec(base).description}" for label, base in labels.items()),
        kinds=", ".join(catalog.kinds),
        moods=", ".join(catalog.moods),
        conversation=conversation or "(none)",
        questions="\n".join(f"{number}. {text}" for number, text in enumerate(questions, 1)),
    )
    reply = await asker.structured(Routes, prompt, lambda routes: _wrong(routes, catalog, len(questions)))
    ordered = sorted(reply.routes, key=lambda route: route.question)
    reads = [Read(_scores(route, labels), route.kind, " ".join(route.reason.split())[:200]) for route in ordered]
    return reads, reply.mood


async def mood_by_model(asker: Asker, catalog: Catalog, message: str) -> str:
    """The mood of a message, read in a call of its own. Raises ModelError where two replies could not be used."""

    def wrong(reply: MoodRead) -> str:
        return "" if reply.mood in catalog.moods else f"mood: {reply.mood!r}; valid: {', '.join(catalog.moods)}"

    leads = "\n".join(f"- {mood}: {target}" for mood, target in catalog.moods.items())
    return (await asker.structured(MoodRead, render("mood", moods=leads, message=message), wrong)).mood


def _wrong(reply: Routes, catalog: Catalog, count: int) -> str:
    """What makes a well-formed reply unusable, or ""."""
    numbers = sorted(route.question for route in reply.routes)
    if numbers != list(range(1, count + 1)):
        return f"routes: questions {numbers} were answered, not 1 to {count}"
    if reply.mood and reply.mood not in catalog.moods:
        return f"mood: {reply.mood!r} is not one; valid: {', '.join(catalog.moods)}"
    labels = catalog.closed_labels
    for route in reply.routes:
        if route.kind and route.kind not in catalog.kinds:
            return f"kind: {route.kind!r} is not one; valid: {', '.join(catalog.kinds)}"
        if not route.bases and route.kind != "out_of_scope":
            return f"routes: no base for question {route.question}"
        unknown = [base.label for base in route.bases if base.label not in labels]
        if unknown:
            return f"routes: {unknown[0]!r} is not a label; valid: {', '.join(labels)}"
    return ""


def _scores(route: QuestionRoute, labels: Mapping[str, str]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for base in route.bases:
        name = labels[base.label]
        scores[name] = max(scores.get(name, 0.0), base.score)
    return scores
