"""Which logged decisions were probably wrong. Pure functions.

Nothing here knows the right base; a misroute is suspected, never proven. Each definition stands at its function.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from routing.log_rows import DecisionRow, ShadowRow

MARGIN = 0.1
"""By how much (of a passage score, 0 to 1) an unchosen base must be better: two bases that hold near copies of a text
differ by less.
"""
SHOWN = 3

Group = list[tuple[str, DecisionRow, float | None]]
"""The evidence for one pair of bases: how it was seen, the decision, and by how much the other was better."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Suspected misroutes from one base to another, with what the catalog says of both.

    `how` counts the evidence; `questions` are up to three of them, as text where it is kept, else as hashes;
    `widest` is the largest difference of best passage scores, None where no shadow search compared them.
    """

    chosen: str
    better: str
    count: int
    how: dict[str, int]
    questions: tuple[str, ...]
    widest: float | None
    chosen_description: str
    better_description: str


def misroutes(
    rows: Sequence[DecisionRow], shadows: Sequence[ShadowRow] = (), descriptions: Mapping[str, str] | None = None
) -> list[Pair]:
    """Suspected misroutes, grouped by the base that was chosen first and the one that seems better.

    Suspected is a decision whose first base returned nothing, or whose question ended unanswered, while another base
    was better: `found` passages for that question (in this decision or when the critic had it asked again) where the
    first base had none; else was best in the `shadow` by the margin; else was `scored` above the first base, which a
    rule or a limit can overrule. The critic's own decisions, and those that fell back to every base, chose nothing.
    """
    asked: dict[tuple[str, str], list[DecisionRow]] = defaultdict(list)
    for row in rows:
        asked[row.run_id, row.origin].append(row)
    beaten = {(row.run_id, row.question_hash, row.chosen_base): row for row in suspects(shadows)}
    groups: dict[tuple[str, str], Group] = defaultdict(list)
    for row in rows:
        if not row.bases or row.tier == "critic" or row.fell_back or not (row.apology or _came_empty(row)):
            continue
        shadow = beaten.get((row.run_id, row.question_hash, row.bases[0]))
        better = _better(row, asked[row.run_id, row.origin], shadow)
        if better is not None:
            how, base = better
            gap = round(shadow.other_best - shadow.chosen_best, 4) if shadow is not None and how == "shadow" else None
            groups[row.bases[0], base].append((how, row, gap))
    return _pairs(groups, descriptions or {})


def suspects(rows: Sequence[ShadowRow], margin: float = MARGIN) -> list[ShadowRow]:
    """Suspected silent misroutes: where the best passage of an unchosen base beats the chosen one's by the margin.

    One a question, the widest; the widest of all first.
    """
    widest: dict[tuple[str, str], ShadowRow] = {}
    for row in sorted(rows, key=lambda row: row.chosen_best - row.other_best):
        if round(row.other_best - row.chosen_best, 6) >= margin:
            widest.setdefault((row.run_id, row.question_hash), row)
    return list(widest.values())


def silent_pairs(
    silent: Sequence[ShadowRow], rows: Sequence[DecisionRow], descriptions: Mapping[str, str] | None = None
) -> list[Pair]:
    """`suspects` grouped by pair of bases; `rows` lend them their texts."""
    known = {(row.run_id, row.question_hash): row for row in rows}
    groups: dict[tuple[str, str], Group] = defaultdict(list)
    for one in silent:
        key = (one.run_id, one.question_hash)
        row = known.get(key) or DecisionRow(one.time, one.run_id, "", one.question_hash, "")
        groups[one.chosen_base, one.other_base].append(("shadow", row, round(one.other_best - one.chosen_best, 4)))
    return _pairs(groups, descriptions or {})


def _pairs(groups: Mapping[tuple[str, str], Group], descriptions: Mapping[str, str]) -> list[Pair]:
    pairs = [
        Pair(
            chosen=chosen,
            better=better,
            count=len(group),
            how=dict(sorted(Counter(how for how, _, _ in group).items())),
            questions=tuple(dict.fromkeys(row.text or row.question_hash for _, row, _ in group))[:SHOWN],
            widest=max((gap for _, _, gap in group if gap is not None), default=None),
            chosen_description=descriptions.get(chosen, ""),
            better_description=descriptions.get(better, ""),
        )
        for (chosen, better), group in groups.items()
    ]
    return sorted(pairs, key=lambda pair: (-pair.count, pair.chosen, pair.better))


def _better(row: DecisionRow, asked: Sequence[DecisionRow], shadow: ShadowRow | None) -> tuple[str, str] | None:
    first = row.bases[0]
    if _came_empty(row):
        found: Counter[str] = Counter()
        for one in asked:
            found.update({base: n for base, n in one.passages.items() if n})
        # The same base may find what it missed when it is asked in other words: then the route was right.
        if found and first not in found:
            return "found", max(sorted(found), key=lambda base: (found[base], row.scores.get(base, 0)))
    if shadow is not None:
        return "shadow", shadow.other_base
    best = max(sorted(row.scores), key=lambda base: row.scores[base], default=first)
    return ("scored", best) if row.scores.get(best, 0) > row.scores.get(first, 0) else None


def _came_empty(row: DecisionRow) -> bool:
    return row.passages.get(row.bases[0]) == 0
