"""A decision: which bases one question is sent to, and how scores become one.

A needed base that is left out costs about twenty times what a needless one costs (measured on MTRAG: .198 against
.010 of gold-passage recall), so the default policy takes every base above a low threshold, up to a width, and below
the floor every base there is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from knowledge.catalog import Policy, Routing

Tier = Literal["rules", "semantic", "model", "critic"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One question's route: bases with scores in [0, 1], best first; who decided, whether it fell back, and why."""

    question: str
    bases: tuple[tuple[str, float], ...]
    tier: Tier
    fell_back: bool
    reason: str
    scores: Mapping[str, float] = field(default_factory=dict)
    """The score of every base the run may search, chosen or not."""
    kind: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for the state."""
        return {
            "question": self.question,
            "bases": [{"name": name, "score": score} for name, score in self.bases],
            "tier": self.tier,
            "fell_back": self.fell_back,
            "reason": self.reason,
            "scores": {name: round(score, 3) for name, score in self.scores.items()},
        }


@dataclass(frozen=True, slots=True)
class Limits:
    """How scores become a decision: see `knowledge.catalog.Routing` for each field."""

    policy: Policy
    width: int
    floor: float
    threshold: float
    sure: float
    decline: float = 1.0

    @classmethod
    def of(cls, routing: Routing) -> Limits:
        """The limits a catalog sets."""
        return cls(**routing.model_dump())


def choose(
    question: str,
    scores: Mapping[str, float],
    forced: Collection[str],
    tier: Tier,
    limits: Limits,
    because: str = "",
    *,
    excluded: Collection[str] = (),
) -> Decision:
    """The decision for one question.

    `scores` names every base the run may search and no other; `forced` are bases that a floor rule names, which are
    in whatever their score; `excluded` are bases that a rule keeps out. Under the floor every base of `scores` is
    searched, also an excluded one, unless a rule forced one.
    """
    ranked = _ranked(scores, forced, excluded)
    best = max(ranked, key=lambda name: scores[name])
    must = [name for name in ranked if name in forced]
    if limits.policy == "all":
        return _decision(question, _ranked(scores, forced), scores, tier, "the policy is to search every base")
    if scores[best] < limits.floor and not must:
        why = f"no base reached the floor {limits.floor:.2f} (best: {best} {scores[best]:.2f}); searching every base"
        return _decision(question, _ranked(scores, forced), scores, tier, why, fell_back=True)
    further = [name for name in ranked if name not in must and _worth(name, best, scores, limits)]
    width = 1 if limits.policy == "single" else limits.width
    named = must + further[: max(width - len(must), 0)]
    reason = because or f"{best} scores {scores[best]:.2f}"
    if must:
        reason = f"a floor rule names {', '.join(must)}; {reason}"
    return _decision(question, named, scores, "rules" if must and len(named) == len(must) else tier, reason)


def outside(question: str, scores: Mapping[str, float], reason: str, tier: Tier = "semantic") -> Decision:
    """The decision to search nothing, because the question is none of the catalog's."""
    return Decision(question, (), tier, False, reason, scores, "out_of_scope")


def is_sure(
    scores: Mapping[str, float], forced: Collection[str], limits: Limits, *, excluded: Collection[str] = ()
) -> bool:
    """Whether cheap tiers suffice: the best base is over the floor and leads the next by the margin `sure`, or a
    floor rule names exactly the best one.
    """
    ranked = sorted(_ranked(scores, (), excluded), key=lambda name: -scores[name])
    if scores[ranked[0]] < limits.floor:
        return False
    return len(ranked) == 1 or scores[ranked[0]] - scores[ranked[1]] >= limits.sure or set(forced) == {ranked[0]}


def _ranked(scores: Mapping[str, float], forced: Collection[str], excluded: Collection[str] = ()) -> list[str]:
    """Forced bases first, then by score; an exclusion that would leave nothing is no exclusion."""
    names = [name for name in scores if name not in excluded] or list(scores)
    return sorted(names, key=lambda name: (name not in forced, -scores[name]))


def _worth(name: str, best: str, scores: Mapping[str, float], limits: Limits) -> bool:
    if name == best:
        return True
    if limits.policy == "multi":
        return scores[name] >= limits.floor and scores[best] - scores[name] < limits.sure
    return limits.policy == "recall" and scores[name] >= limits.threshold


def _decision(
    question: str,
    names: Collection[str],
    scores: Mapping[str, float],
    tier: Tier,
    reason: str,
    *,
    fell_back: bool = False,
) -> Decision:
    bases = tuple((name, round(scores[name], 3)) for name in names)
    return Decision(question, bases, tier, fell_back, reason)
