"""The parts of a message by rules alone: completed from what was said before, cut where the router hears two questions,
and whether that leaves a model anything to do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from routing.cascade import Asked, Cascade
from routing.compare import Side, is_bare, sides
from routing.conversation import History
from routing.decision import Limits
from routing.followup import complete, is_complete, questions_in, refers_back
from routing.speech import asking
from routing.split import split
from routing.waiting import waits_for, without_gap

DOCUMENTS = frozenset({"vector", "summary"})
"""The types of base that are searched by meaning and words."""


@dataclass(frozen=True)
class Part:
    """One atomic question: standalone text, the user's own words, and the index of the part it waits for."""

    text: str
    literal: str
    waits_for: int | None = None
    side: str = ""
    """The name of the side of a comparison that it asks about."""


def by_rules(message: str, earlier: Sequence[str], cascade: Cascade, allowed: Collection[str]) -> list[Part]:
    """The parts of a message by rules alone: completed from what the user said `earlier` (oldest first), or split by
    what `cascade` thinks of its stretches. Blocks for their embeddings.
    """
    if cascade.act(message) is not None:
        return [Part(message, message)]  # thanks complete no question, and are none
    earlier = [one for one in earlier if cascade.speech.read(one) is None]
    leaning = bool(earlier) and refers_back(message)
    compared = () if leaning else sides_of(message, cascade)
    if compared:
        return [Part(side.question, side.question, side=side.name) for side in compared]
    texts = split(message, lambda spans: cascade.affinity(spans, allowed), cascade.nearness)
    if len(texts) == 1:
        return [Part(_completed(message, earlier, cascade) if leaning else message, message)]
    whole, texts = texts, asking(texts, cascade.speech)
    if len(texts) == 1 < len(whole):
        return by_rules(texts[0], earlier, cascade, allowed)
    before = earlier if leaning or refers_back(texts[0]) else []
    parts: list[Part] = []
    for place, text in enumerate(texts):
        if place and waits_for(text, texts[place - 1]):
            parts.append(Part(text, text, place - 1))
        else:
            standing = without_gap(text, parts[-1].text) if place else text
            parts.append(Part(_completed(standing, [*before, *texts[:place]], cascade), text))
    return parts


def _completed(text: str, said: Sequence[str], cascade: Cascade) -> str:
    """`text` completed from what was `said`, oldest first. Where it takes up a message that asked several things, one
    of them is meant: the one that comes nearer to some passage by being completed, the later of two that do as much.
    """
    several = [place for place, message in enumerate(said) if len(questions_in(message)) > 1]
    if not several:
        return complete(text, said)
    at = several[-1]
    parts = questions_in(said[at])[::-1]
    options = [complete(text, [*said[:at], part, *said[at + 1 :]]) for part in parts]
    if len(set(options)) == 1:
        return options[0]
    return options[int((cascade.nearness(options) - cascade.nearness(parts)).argmax())]


def are_sure(parts: Sequence[Part], said: History, cascade: Cascade, allowed: Collection[str], rule: Limits) -> bool:
    """Whether the rules' parts leave a model nothing to do: each stands alone and waits for none, and the cheap tiers
    are sure to send it to bases of documents, which its words and the conversation's search as well as a rewriter's do
    (figures in docs/benchmarks.md). A statement for a database is written from the question alone. Blocks.
    """
    documents = {spec.name for spec in cascade.catalog.base if spec.type in DOCUMENTS}
    for place, part in enumerate(parts):
        if part.waits_for is not None or not is_complete(part.text):
            return False
        asked = Asked(f"q{place}", part.text, cascade.kind(part.text), said)
        decision, sure = cascade.decide(asked, allowed, rule)
        names = {name for name, _ in decision.bases}
        if not sure or not names or names - documents:
            return False
    return True


def sides_of(message: str, cascade: Cascade) -> tuple[Side, ...]:
    """The two sides of a message that compares, () for any other: its words must show both, and its kind agree."""
    if "compare" not in cascade.catalog.kinds:
        return ()
    found = sides(message)
    if found is None:
        return ()
    kind = cascade.kind(message)
    return found if kind == "compare" or (kind == "lookup" and is_bare(message)) else ()
