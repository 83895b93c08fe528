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

THRESHOLD: Final = 0.35
"""The score from which a tool is offered; a tool with cues of its own needs none."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One tool, how much the question calls for it in [0, 1], and why it is offered or not."""

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
        scores = self.scores(turns, tools)
        question = question_of(turns)
        return [self._decide(tool, score, question, kind) for tool, score in zip(tools, scores, strict=True)]

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

    def _decide(self, tool: Tool, worth: float, question: str, kind: str | None) -> Offer:
        if tool.kinds and kind is not None and kind not in tool.kinds:
            return Offer(tool.name, worth, offered=False, reason="kind")
        if tool.cues:
            return Offer(tool.name, worth, offered=bool(cues_said(tool, question)), reason="cues")
        return Offer(tool.name, worth, offered=worth >= self.threshold, reason="score")


def score(values: Sequence[float]) -> float:
    """The logistic score of a tool's features."""
    total = BIAS + sum(WEIGHTS[name] * value for name, value in zip(NAMES, values, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))
