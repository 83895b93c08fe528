"""The tiers in their order: floor rules and the semantic tier always, the model only for what they leave open."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from errors import ModelError
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder
from models.ask import Asker
from routing.decision import Decision, Limits, choose, is_sure
from routing.model import model_scores
from routing.rules import FloorRules
from routing.semantic import SemanticTier


@dataclass(frozen=True)
class Cascade:
    """One catalog's router. Frozen and shared between runs."""

    catalog: Catalog
    rules: FloorRules
    semantic: SemanticTier
    embedder: Embedder

    @classmethod
    def of(cls, catalog: Catalog, embedder: Embedder) -> Cascade:
        """The router of a catalog: compiles its rules and embeds its descriptions and examples."""
        return cls(catalog, FloorRules.of(catalog), SemanticTier.fit(catalog, embedder), embedder)

    def scores(self, text: str, allowed: Collection[str]) -> dict[str, float]:
        """The semantic tier's confidence for each allowed base. Blocks for the embedding of the question."""
        everywhere = self.semantic.score(self.embedder.query(text))
        return {name: everywhere[name] for name in self.catalog.names if name in allowed}

    def decide(self, question: str, text: str, allowed: Collection[str], limits: Limits) -> tuple[Decision, bool]:
        """The decision of the tiers that need no model, and whether they are sure of it."""
        scores = self.scores(text, allowed)
        seen = self.rules.read(text)
        alone = [name for name in seen.alone if name in allowed]
        if len(alone) == 1:
            why = f"the word {seen.alone[alone[0]]!r} decides alone"
            return Decision(question, ((alone[0], round(scores[alone[0]], 3)),), "rules", False, why), True
        forced = [name for name in seen.forced if name in allowed]
        decision = choose(question, scores, forced, "semantic", limits, excluded=seen.excluded)
        return decision, is_sure(scores, forced, limits, excluded=seen.excluded)

    def everywhere(self, question: str, text: str, allowed: Collection[str], reason: str) -> Decision:
        """Every allowed base, for a question that is asked again because the first search did not answer it."""
        scores = self.scores(text, allowed)
        ranked = sorted(scores.items(), key=lambda entry: -entry[1])
        return Decision(question, tuple((name, round(score, 3)) for name, score in ranked), "critic", False, reason)

    async def ask(
        self,
        asker: Asker,
        open_decisions: list[tuple[Decision, str]],
        allowed: Collection[str],
        limits: Limits,
        conversation: str,
    ) -> tuple[list[Decision], ModelError | None]:
        """The decisions once the model was asked, and what failed.

        What the model names is united with what the cheaper tiers found: neither can take a base out that the other
        wants. Where the model fails, every allowed base is searched and the decision says so.
        """
        texts = [text for _, text in open_decisions]
        try:
            answers = await model_scores(asker, self.catalog, texts, conversation)
        except ModelError as fault:
            why = f"the model could not route ({fault.fault}); searching every base"
            fallen = [self._fallen(decision, text, allowed, why) for decision, text in open_decisions]
            return fallen, fault
        united = []
        for (decision, text), (named, reason) in zip(open_decisions, answers, strict=True):
            scores = self.scores(text, allowed)
            for name, score in named.items():
                if name in scores:
                    scores[name] = max(scores[name], score)
            seen = self.rules.read(text)
            forced = [name for name in seen.forced if name in allowed]
            united.append(choose(decision.question, scores, forced, "model", limits, reason, excluded=seen.excluded))
        return united, None

    def _fallen(self, decision: Decision, text: str, allowed: Collection[str], why: str) -> Decision:
        bases = self.everywhere(decision.question, text, allowed, why).bases
        return Decision(decision.question, bases, "semantic", True, why)
