"""The model tier: one call that names the bases of every question the cheaper tiers were not sure of.

Labels are closed: a reply with an unknown label, in another case or in quotes, is refused and asked for once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, Field

from knowledge.catalog import Catalog
from models.ask import Asker
from prompts import render


class BaseScore(BaseModel):
    """One base that a question needs."""

    label: str
    score: float = Field(ge=0, le=1)


class QuestionRoute(BaseModel):
    """The bases of one question, by the number it had in the prompt."""

    question: int
    bases: list[BaseScore]
    reason: str


class Routes(BaseModel):
    """The reply: one entry a question."""

    routes: list[QuestionRoute]


async def model_scores(
    asker: Asker, catalog: Catalog, questions: Sequence[str], conversation: str
) -> list[tuple[dict[str, float], str]]:
    """For each question the scores of the bases the model named, and its reason.

    Raises ModelError where two replies could not be used.
    """
    labels = catalog.closed_labels

    def wrong(reply: Routes) -> str:
        numbers = sorted(route.question for route in reply.routes)
        if numbers != list(range(1, len(questions) + 1)):
            return f"routes: questions {numbers} were answered, not 1 to {len(questions)}"
        for route in reply.routes:
            if not route.bases:
                return f"routes: no base for question {route.question}"
            unknown = [base.label for base in route.bases if base.label not in labels]
            if unknown:
                return f"routes: {unknown[0]!r} is not a label; valid: {', '.join(labels)}"
        return ""

    described = "\n".join(f"- {label}: {catalog.spec(base).description}" for label, base in labels.items())
    numbered = "\n".join(f"{number}. {text}" for number, text in enumerate(questions, 1))
    prompt = render("route", bases=described, conversation=conversation or "(none)", questions=numbered)
    reply = await asker.structured(Routes, prompt, wrong)
    ordered = sorted(reply.routes, key=lambda route: route.question)
    return [(_scores(route, labels), " ".join(route.reason.split())[:200]) for route in ordered]


def _scores(route: QuestionRoute, labels: Mapping[str, str]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for base in route.bases:
        name = labels[base.label]
        scores[name] = max(scores.get(name, 0.0), base.score)
    return scores
