"""Contradictions in the evidence of an answer: found among the slots, told under the answer with both citations."""

from __future__ import annotations

from collections.abc import Sequence

from graph.evidence import Citation, Dispute, DisputeSide, Slot
from knowledge.contradictions import Contradiction, Side, contradictions
from knowledge.passage import Passage
from nodes.citing import citation, once
from nodes.phrases import ENGLISH, Phrases


def disputes(slots: Sequence[Slot], citations: Sequence[Citation]) -> list[Dispute]:
    """The contradictions of which the answer relies on a side: what else the slots hold was not asked for."""
    found = contradictions([(slot["n"], Passage.from_dict(slot["passage"])) for slot in slots])
    by_number = {slot["n"]: slot for slot in slots}
    return [
        Dispute(kind=one.kind, sides=[_side(side, by_number[side.n]) for side in one.sides])
        for one in found
        if _relied_on(one, citations)
    ]


def with_both_sides(citations: Sequence[Citation], found: Sequence[Dispute], slots: Sequence[Slot]) -> list[Citation]:
    """The citations with those of the sides that the answer did not quote itself."""
    by_number = {slot["n"]: slot for slot in slots}
    quoted = list(citations)
    for dispute in found:
        served = [id_ for one in citations if _among(one, dispute["sides"]) for id_ in one["questions"]]
        for side in dispute["sides"]:
            if not any(one["n"] == side["n"] and side["quote"] in one["quote"] for one in quoted):
                quoted.append(citation(by_number[side["n"]], side["quote"], dict.fromkeys(served)))
    return once(quoted)


def told(found: Sequence[Dispute], say: Phrases = ENGLISH) -> list[str]:
    """One line for each contradiction, the newer side first where both have a date."""
    lines = []
    for dispute in found:
        sides = "; ".join(
            f"“{side['text']}” [{side['n']}]{' (' + side['dated'] + ')' if side['dated'] else ''}"
            for side in dispute["sides"]
        )
        newest = say.newest if all(side["dated"] for side in dispute["sides"]) else ""
        lines.append(say.contradicted.format(newest=newest, sides=sides))
    return lines


def _side(side: Side, slot: Slot) -> DisputeSide:
    passage = slot["passage"]
    return DisputeSide(
        n=side.n, base=passage["base"], source=passage["source"], text=side.text, quote=side.quote, dated=side.dated
    )


def _relied_on(one: Contradiction, citations: Sequence[Citation]) -> bool:
    return any(
        cited["n"] == side.n and (side.quote in cited["quote"] or cited["quote"] in side.quote)
        for side in one.sides
        for cited in citations
    )


def _among(cited: Citation, sides: Sequence[DisputeSide]) -> bool:
    return any(cited["n"] == side["n"] for side in sides)
