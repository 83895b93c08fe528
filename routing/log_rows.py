"""The rows of the decision log, made from a finished run's state. Pure: no database, and no clock where a run has one.

What a user asked is personal, so a row can be made discreet: without the question's text and its telling words.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from knowledge.catalog import Catalog
from knowledge.text import is_cjk, words

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+(?:[@.\-]\w+)*")


@dataclass(frozen=True, slots=True)
class Versions:
    """What decided: digests of the catalog, the prompt files and the index, and the model's name."""

    catalog: str = ""
    prompts: str = ""
    model: str = ""
    index: str = ""

    @classmethod
    def of(cls, catalog: Catalog, prompts: Path, model: str, index: str) -> Versions:
        """The versions of a process: `prompts` is the folder of the prompt files, `index` the store's digest."""
        files = sorted(prompts.glob("*.md"))
        told = [part for file in files for part in (file.name, file.read_text(encoding="utf-8"))]
        return cls(digest(catalog.model_dump_json(exclude={"folder"})), digest(*told), model or "none", index)


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision as it is kept; one field is one column.

    `question` and `origin` are ids within the run; `turn` counts the run's routings from 1. `bases` are in the
    decision's order, best first; `scores` lie in [0, 1]. `passages` says how many each searched base returned, None
    where its search failed. `empty`: it was searched for and no passage came back. `apology`: the run ended without
    an answer to it (a question handed to a person is not one). `ms` is the time the decision took.
    `model_calls`, `tokens` and `cost` are the whole run's and stand in its first row alone, so that a sum is a total.
    """

    time: datetime
    run_id: str
    question: str
    question_hash: str
    catalog: str
    origin: str = ""
    turn: int = 1
    text: str | None = None
    thread_hash: str = ""
    kind: str | None = None
    mood: str | None = None
    bases: tuple[str, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    tier: str = ""
    fell_back: bool = False
    reason: str = ""
    searched: int = 0
    passages: Mapping[str, int | None] = field(default_factory=dict)
    empty: bool = False
    apology: bool = False
    ms: float | None = None
    catalog_version: str = ""
    prompts_version: str = ""
    model: str = ""
    index_version: str = ""
    model_calls: int = 0
    tokens: int = 0
    cost: float = 0.0

    def discreet(self) -> DecisionRow:
        """The row without its text, and with an ellipsis for each telling word of it that the reason repeats."""
        if self.text is None:
            return self
        said = {token.casefold() for token in _TOKEN.findall(self.text)}
        said -= {token.casefold() for name in (*self.bases, *self.scores) for token in _TOKEN.findall(name)}

        def hidden(match: re.Match[str]) -> str:
            token = match.group().casefold()
            telling = len(token) > 3 or is_cjk(token[0]) or any(char.isdigit() for char in token)
            return "…" if telling and token in said else match.group()

        return replace(self, text=None, reason=_TOKEN.sub(hidden, self.reason))

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON-able values, for a trace's metadata."""
        return asdict(self) | {"time": self.time.isoformat(), "bases": list(self.bases)}


@dataclass(frozen=True, slots=True)
class FeedbackRow:
    """What a user made of one run's answer: 1 where it helped, 0 where it did not, and what they said to it."""

    time: datetime
    run_id: str
    score: int
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class ShadowRow:
    """A base that a decision left out, searched afterwards: its best passage score and the chosen base's, in [0, 1]."""

    time: datetime
    run_id: str
    question_hash: str
    chosen_base: str
    chosen_best: float
    other_base: str
    other_best: float


def digest(*parts: str) -> str:
    """16 hex digits of a sha256; parts are told apart by their length."""
    framed = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(framed.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def question_hash(text: str) -> str:
    """The digest of a question, the same whatever its case, accents, spaces and punctuation."""
    return digest(" ".join(words(text)) or text.strip())


def sampled(hashed: str, share: float) -> bool:
    """Whether a question (by its hash) is of the `share` (0 to 1) searched in the shadow; the same one always is."""
    return int(digest("shadow", hashed), 16) < share * 16**16


def rows_of(
    state: Mapping[str, Any],
    *,
    run_id: str | None,
    thread: str | None,
    catalog: str,
    versions: Versions,
    at: datetime | None = None,
) -> list[DecisionRow]:
    """The rows of a finished run: exactly one a decision, or one for a run whose mood ended it before any decision.

    `state` has the channels of `graph.state.State`. Read where they are there: a decision's `scores` (a mapping of
    every base), `ms` and `turn`; the state's `mood`, a name or a mapping with `name`, `tier` and `reason`. `at`
    defaults to the run's start. A run without an id is given one that is the same each time it is asked for.
    """
    started = float(state.get("started") or 0) or time.time()
    questions = {one["id"]: one for one in state.get("questions") or []}
    told = state.get("mood") or {}
    mood: Mapping[str, Any] = {"name": told} if isinstance(told, str) else told
    shared = DecisionRow(
        time=at or datetime.fromtimestamp(started, UTC),
        run_id=(run_id or f"local-{digest(thread or '', repr(started), *questions)}")[:200],
        question="",
        question_hash="",
        catalog=catalog,
        thread_hash=digest(thread) if thread else "",
        mood=mood.get("name"),
        catalog_version=versions.catalog,
        prompts_version=versions.prompts,
        model=versions.model,
        index_version=versions.index,
    )
    decisions = state.get("decisions") or []
    if decisions:
        head, *others = (_decided(shared, state, questions, decision) for decision in decisions)
        return [_with_bill(head, state), *others]
    if not mood:
        return []
    said = " ".join(one["literal"] for one in questions.values() if one["origin"] == one["id"])
    first = next(iter(questions), "message")
    tier, reason = mood.get("tier", "rules"), _without(mood.get("reason", ""), questions)
    row = replace(
        shared, question=first, origin=first, text=said, question_hash=question_hash(said), tier=tier, reason=reason
    )
    return [_with_bill(row, state)]


def _with_bill(row: DecisionRow, state: Mapping[str, Any]) -> DecisionRow:
    spent = state.get("ledger") or {}
    return replace(
        row,
        model_calls=spent.get("model_calls", 0),
        tokens=spent.get("tokens", 0),
        cost=spent.get("cost", 0.0),
    )


def _decided(
    shared: DecisionRow, state: Mapping[str, Any], questions: Mapping[str, Any], decision: Mapping[str, Any]
) -> DecisionRow:
    question = questions[decision["question"]]
    chosen = {base["name"]: float(base["score"]) for base in decision["bases"]}
    found = [one for one in state.get("findings") or [] if one["question"] == question["id"]]
    passages = {one["base"]: None if one["failure"] else len(one["passages"]) for one in found}
    answered = (state.get("critique") or {}).get("answered", [])
    return replace(
        shared,
        question=question["id"],
        origin=question["origin"],
        turn=decision.get("turn") or (2 if question["again"] else 1),
        text=question["text"],
        question_hash=question_hash(question["text"]),
        kind=question["kind"],
        bases=tuple(chosen),
        scores={name: round(float(score), 4) for name, score in (decision.get("scores") or chosen).items()},
        tier=decision["tier"],
        fell_back=decision["fell_back"],
        reason=_without(decision["reason"], questions),
        searched=len(passages),
        passages=passages,
        empty=bool(passages) and not any(passages.values()),
        apology=question["origin"] not in answered,
        ms=decision.get("ms"),
    )


def _without(reason: str, questions: Mapping[str, Any]) -> str:
    """The reason with ids for questions: a critic's reason quotes another question of the run than its own."""
    for id_, question in questions.items():
        for text in (question["text"], question["literal"]):
            # A question of one word is left to `discreet`, which knows that a base may have that name.
            reason = reason.replace(text, id_) if len(words(text)) > 1 else reason
    return reason
