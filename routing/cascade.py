"""The tiers in their order: rules and the semantic tier always, the model only for what they leave open."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from errors import ModelError, RoutingDataError
from knowledge.blocking import in_thread
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder
from knowledge.labelled import LabelledQuestion, labelled_questions
from models.ask import Asker
from routing.conversation import NOTHING_SAID, History
from routing.decision import Decision, Limits, choose, is_sure, outside
from routing.kinds import KindTier
from routing.memory import Memory, with_memory
from routing.model import Read, read_by_model
from routing.mood import Mood, MoodTier
from routing.passages import Passages, with_passages
from routing.profile import Scores
from routing.profiles import fingerprint, teaching
from routing.rules import FloorRules
from routing.semantic import SemanticTier
from routing.speech import PHRASES_ALONE, SPOKEN, Act, SpeechTier
from routing.strategy import beside, eligible

log = logging.getLogger("signalbox.routing")

OUT_OF_SCOPE = "out_of_scope"


@dataclass(frozen=True)
class Asked:
    """One question as the router sees it: id, standalone text, and its kind once it is known."""

    id: str
    text: str
    kind: str | None = None
    before: History = NOTHING_SAID
    """What was said before the message it stands in."""


@dataclass(frozen=True)
class Cascade:
    """One catalog's router. Frozen and shared between runs."""

    catalog: Catalog
    rules: FloorRules
    semantic: SemanticTier
    embedder: Embedder
    moods: MoodTier
    kinds: KindTier
    passages: Passages | None = None
    memory: Memory | None = None
    speech: SpeechTier = PHRASES_ALONE

    @classmethod
    def of(
        cls,
        catalog: Catalog,
        embedder: Embedder,
        cache: Path | None = None,
        rows: Sequence[LabelledQuestion] | None = None,
        passages: Passages | None = None,
        memory: Memory | None = None,
    ) -> Cascade:
        """The router of a catalog: compiles its rules and learns from its words and labelled questions.

        `cache` is a folder for what was learned; it is read again while nothing of it changed. `rows` replaces the
        catalog's own tune rows (an evaluation leaves some out). `passages` adds what the bases hold to what they say,
        `memory` what the conversation is about.
        """
        rows = labelled_questions(catalog, "tune") if rows is None else rows
        semantic = _learned(catalog, embedder, cache, rows)
        moods, kinds = MoodTier.fit(catalog, embedder, cache), KindTier.fit(catalog, embedder, cache)
        speech = SpeechTier.fit(catalog, embedder, cache)
        return cls(catalog, FloorRules.of(catalog), semantic, embedder, moods, kinds, passages, memory, speech)

    def taught(self, rows: Sequence[LabelledQuestion], embedder: Embedder) -> Cascade:
        """The same router, had its semantic tier learned from these rows instead of the catalog's own tune rows."""
        return replace(self, semantic=_learned(self.catalog, embedder, None, rows), embedder=embedder)

    def judge(self, text: str, before: History = NOTHING_SAID) -> Scores:
        """What the cheap tiers think of a text: the semantic tier, corrected by the bases' passages and raised to what
        the conversation is about. Blocks for the embedding of the question, and of the conversation where there is one.
        """
        vector = self.embedder.query(text)
        told = self.semantic.score(text, vector)
        needed = told.needed
        if self.passages is not None:
            needed = with_passages(needed, self.passages.nearest(vector))
        if self.memory is not None and before.turns:
            needed = with_memory(needed, self.memory.recall(text, before))
        # A base that digests others is needed as far as they are.
        digests = {spec.name: max(needed[name] for name in spec.of) for spec in self.catalog.base if spec.of}
        return Scores({**needed, **digests}, told.out_of_scope)

    def scores(self, asked: Asked, allowed: Collection[str]) -> dict[str, float]:
        """The probability that each allowed base is needed, in the catalog's order."""
        return self._allowed(self.judge(asked.text, asked.before), allowed)

    def affinity(self, texts: Sequence[str], allowed: Collection[str]) -> NDArray[np.float64]:
        """The same for texts on their own: shape (len(texts), allowed bases that hold documents)."""
        # A base that digests another has its score: beside it, one question would look like two about two bases.
        held = [spec.name for spec in self.catalog.holding if spec.name in allowed] or allowed
        rows = [list(self._allowed(self.judge(text), held).values()) for text in texts]
        return np.array(rows).reshape(len(texts), -1)

    def nearness(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """The cosine of each text and its nearest passage in any base, at least 0: shape (len(texts),)."""
        if self.passages is None:
            return np.zeros(len(texts))
        near = (self.passages.nearest(self.embedder.query(text)).values() for text in texts)
        return np.array([max(cosines, default=0.0) for cosines in near]).clip(0.0, 1.0)

    def within(self, kinds: Collection[str]) -> Self:
        """The same router for a run that allows some of the catalog's kinds only; all where `kinds` is empty."""
        if not kinds:
            return self
        left = tuple(kind for kind in self.catalog.kinds if kind in kinds)
        return replace(self, catalog=self.catalog.model_copy(update={"kinds": left}), kinds=self.kinds.within(left))

    def mood(self, text: str) -> Mood:
        """How a whole message sounds."""
        return self.moods.read(text, self.embedder.query(text))

    def kind(self, text: str) -> str:
        """What a question asks for; whether it is out of scope is told by `decide`."""
        return self.kinds.read(text, self.embedder.query(text))[0]

    def act(self, text: str) -> Act | None:
        """The speech act a text is, None for one that asks for something."""
        return self.speech.read(text, self.embedder.query(text))

    def decide(self, asked: Asked, allowed: Collection[str], limits: Limits) -> tuple[Decision, bool]:
        """The decision of the tiers that need no model, and whether they are sure of it."""
        told = self.judge(asked.text, asked.before)
        scores = self._allowed(told, allowed)
        act = self.act(asked.text)
        if act is not None:
            return outside(asked.id, scores, SPOKEN[act], "rules"), True
        seen = self.rules.read(asked.text)
        alone = [name for name in seen.alone if name in allowed]
        if len(alone) == 1:
            why = f"the word {seen.alone[alone[0]]!r} decides alone"
            bases = ((alone[0], round(scores[alone[0]], 3)),)
            return Decision(asked.id, bases, "rules", False, why, scores, asked.kind), True
        forced = [name for name in seen.forced if name in allowed]
        if not forced and self._declines(told.out_of_scope, limits):
            return outside(asked.id, scores, f"out of scope with a probability of {told.out_of_scope:.2f}"), True
        decision = self._choose(asked, scores, forced, "semantic", limits, "", seen.excluded)
        return decision, is_sure(scores, forced, limits, excluded=seen.excluded)

    def everywhere(self, asked: Asked, allowed: Collection[str], reason: str) -> Decision:
        """Every allowed base, for a question that is asked again because the first search did not answer it."""
        scores = self.scores(asked, allowed)
        ranked = sorted(scores.items(), key=lambda entry: -entry[1])
        bases = tuple((name, round(score, 3)) for name, score in ranked)
        return Decision(asked.id, bases, "critic", False, reason, scores, asked.kind)

    async def ask(
        self,
        asker: Asker,
        open_questions: Sequence[Asked],
        allowed: Collection[str],
        limits: Limits,
        conversation: str,
    ) -> tuple[list[Decision], str, ModelError | None]:
        """The decisions once the model was asked, the mood it read ("" for none), and what failed.

        What the model names is united with what the cheaper tiers found: neither can take a base out that the other
        wants. Where the model fails, every allowed base is searched and the decision says so.
        """
        try:
            texts = [asked.text for asked in open_questions]
            answers, mood = await read_by_model(asker, self.catalog, texts, conversation)
        except ModelError as fault:
            why = f"the model could not route ({fault.fault}); searching every base"
            fallen = await in_thread(lambda: [self._fallen(asked, allowed, why) for asked in open_questions])
            return fallen, "", fault
        both = list(zip(open_questions, answers, strict=True))
        # Scores are looked up in the store, which blocks.
        united = await in_thread(lambda: [self._united(one, read, allowed, limits) for one, read in both])
        return united, mood, None

    def _united(self, asked: Asked, read: Read, allowed: Collection[str], limits: Limits) -> Decision:
        scores = self.scores(asked, allowed)
        for name, score in read.scores.items():
            if name in scores:
                scores[name] = max(scores[name], score)
        seen = self.rules.read(asked.text)
        forced = [name for name in seen.forced if name in allowed]
        if read.kind == OUT_OF_SCOPE and not forced:
            return outside(asked.id, scores, read.reason, "model")
        known = replace(asked, kind=read.kind or asked.kind)
        return self._choose(known, scores, forced, "model", limits, read.reason, seen.excluded)

    def _choose(
        self,
        asked: Asked,
        scores: Mapping[str, float],
        forced: Collection[str],
        tier: str,
        limits: Limits,
        because: str,
        excluded: Collection[str],
    ) -> Decision:
        able, missing = eligible(self.catalog, asked.kind, scores)
        # What is searched beside the bases that its kind wants takes no place from them.
        limits = replace(limits, width=limits.width + beside(self.catalog, asked.kind, able))
        usable = {name: score for name, score in scores.items() if name in able or name in forced}
        chosen = choose(asked.id, usable, forced, tier, limits, because, excluded=excluded)  # type: ignore[arg-type]
        reason = f"{chosen.reason}; {missing}" if missing else chosen.reason
        return replace(chosen, reason=reason, scores=scores, kind=asked.kind)

    def _allowed(self, told: Scores, allowed: Collection[str]) -> dict[str, float]:
        return {name: told.needed[name] for name in self.catalog.names if name in allowed}

    def _declines(self, away: float, limits: Limits) -> bool:
        # Without out-of-scope questions to learn from, the tier has no signal of its own: the evidence decides then.
        return OUT_OF_SCOPE in self.catalog.kinds and self.semantic.detector is not None and away >= limits.decline

    def _fallen(self, asked: Asked, allowed: Collection[str], why: str) -> Decision:
        return replace(self.everywhere(asked, allowed, why), tier="semantic", fell_back=True)


def _learned(
    catalog: Catalog, embedder: Embedder, cache: Path | None, rows: Sequence[LabelledQuestion]
) -> SemanticTier:
    taught = teaching(catalog, rows)
    file = None if cache is None else cache / f"router-{fingerprint(taught, embedder.name)}.npz"
    if file is not None and file.exists():
        try:
            return SemanticTier.load(file, embedder.encode)
        except RoutingDataError as fault:
            log.warning("learning the router anew: %s", fault)
    profiles, labelled, away = taught
    tier = SemanticTier.fit(profiles, embedder.encode, labelled, away)
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            for old in file.parent.glob("router-*.npz"):
                old.unlink(missing_ok=True)
            draft = file.with_suffix(".tmp")
            tier.save(draft)
            draft.replace(file)
        except OSError as fault:
            log.warning("the router is not kept, and learned anew by the next start: %s", fault)
    return tier
