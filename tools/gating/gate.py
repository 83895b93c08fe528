"""Which tools are offered for a question: those its kind and its words allow, and whose score reaches the threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from knowledge.embedding import Embedder
from tools.gating.cues import cues_said
from tools.gating.features import NAMES, bare, card, features, first_sentence, question_of
from tools.gating.weights import BIAS, WEIGHTS
from tools.guard.provenance import Turn
from tools.schema import Tool

THRESHOLD: Final = 0.4
"""The score from which a tool is offered; a tool with cues of its own needs none."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One tool, how much the question calls for it in [0, 1] (0 where kind or cues refuse it), and what decided."""

    tool: str
    score: float
    offered: bool
    reason: str
    """kind, cues or score: what decided."""


@dataclass(frozen=True, slots=True)
class Gate:
    """Decides which tools a question is offered. The encoder compares meanings and accepts no value."""

    model: Embedder
    threshold: float = THRESHOLD

    def offers(self, turns: Sequence[Turn], tools: Sequence[Tool], kind: str | None = None) -> list[Offer]:
        """A decision on each tool, in the order given; `kind` is the question's kind, where it is known.

        A tool that names kinds is offered for those alone, one that names cues only where a cue was said.
        """
        question = question_of(turns)
        refused = {tool.name: why for tool in tools if (why := _refusal(tool, question, kind))}
        left = [tool for tool in tools if tool.name not in refused]
        scores = dict(zip([tool.name for tool in left], self.scores(turns, left), strict=True))
        return [
            Offer(tool.name, 0.0, offered=False, reason=refused[tool.name])
            if tool.name in refused
            else self._decide(tool, scores[tool.name])
            for tool in tools
        ]

    def scores(self, turns: Sequence[Turn], tools: Sequence[Tool]) -> list[float]:
        """How much the question calls for each tool, in [0, 1]."""
        if not tools:
            return []
        question = question_of(turns)
        # One by one, not as a batch: these vectors are remembered, the tools' from question to question.
        near = self.model.query
        asked, told = near(question), near(bare(question))
        return [
            score(features(turns, tool, float(asked @ near(card(tool))), float(told @ near(first_sentence(tool)))))
            for tool in tools
        ]

    def _decide(self, tool: Tool, worth: float) -> Offer:
        offered = bool(tool.cues) or worth >= self.threshold
        return Offer(tool.name, worth, offered=offered, reason="cues" if tool.cues else "score")


def _refusal(tool: Tool, question: str, kind: str | None) -> str:
    """What rules a tool out before its score is worth the time: its kinds, its cues; "" where nothing does."""
    if tool.kinds and kind is not None and kind not in tool.kinds:
        return "kind"
    return "cues" if tool.cues and not cues_said(tool, question) else ""


def score(values: Sequence[float]) -> float:
    """The logistic score of a tool's features."""
    total = BIAS + sum(WEIGHTS[name] * value for name, value in zip(NAMES, values, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))
