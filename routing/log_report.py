"""What the decision log tells: how each base and tier fares, and which decisions were probably wrong. Pure functions.

Nothing here knows the right base; a misroute is suspected, never proven. Each definition stands at its function.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Any

from routing.log_rows import DecisionRow, ShadowRow

BINS = 10
AGAIN_WITHIN = timedelta(minutes=10)
MARGIN = 0.1
"""By how much (of a passage score, 0 to 1) an unchosen base must be better: two bases that hold near copies of a text
differ by less.
"""
SHOWN = 3

Key = tuple[str, str]
"""A decision: run id and question id."""


@dataclass(frozen=True, slots=True)
class Share:
    """How one base fares where one tier names it; `base` is "" for decisions that name none (a person took over).

    `share` is the part of all decisions, `fallback_rate` the part of these; the others count these decisions.
    `empty`: this base was searched and returned nothing; `failed`: its search failed. `histogram` counts its scores
    in ten bins of 0.1, the last with 1.0 in it.
    """

    base: str
    tier: str
    decisions: int
    share: float
    fallback_rate: float
    empty: int
    failed: int
    apologies: int
    reopened: int
    histogram: tuple[int, ...]


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


def report(
    rows: Sequence[DecisionRow], shadows: Sequence[ShadowRow] = (), descriptions: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Everything below as one JSON-able object; `descriptions` are the catalog's, by base."""
    described = descriptions or {}
    again = reopened(rows)
    silent = suspects(shadows)
    total = max(len(rows), 1)
    return {
        "decisions": len(rows),
        "runs": len({row.run_id for row in rows}),
        "since": min(row.time for row in rows).isoformat() if rows else None,
        "searches_per_question": round(sum(row.searched for row in rows) / total, 2),
        "tiers": {tier: round(n / total, 4) for tier, n in Counter(row.tier for row in rows).most_common()},
        "fallback_rate": round(sum(row.fell_back for row in rows) / total, 4),
        "not_searched": sum(not row.searched for row in rows),
        "empty": sum(row.empty for row in rows),
        "apologies": sum(row.apology for row in rows),
        "reopened": len(again),
        "model_calls": sum(row.model_calls for row in rows),
        "tokens": sum(row.tokens for row in rows),
        "cost": round(sum(row.cost for row in rows), 4),
        "shares": [asdict(one) for one in shares(rows)],
        "misroutes": [asdict(one) for one in misroutes(rows, shadows, described)],
        "shadow": {
            "questions": len({(row.run_id, row.question_hash) for row in shadows}),
            "suspects": len(silent),
            "margin": MARGIN,
            "pairs": [asdict(one) for one in silent_pairs(silent, rows, described)],
        },
    }


def shares(rows: Sequence[DecisionRow]) -> list[Share]:
    """One entry for each base and tier that names it, the most frequent first. A decision of several bases counts for
    each of them, so that shares add up to more than 1.
    """
    again = reopened(rows)
    grouped: dict[tuple[str, str], list[DecisionRow]] = defaultdict(list)
    for row in rows:
        for base in row.bases or ("",):
            grouped[base, row.tier].append(row)
    found = [
        Share(
            base=base,
            tier=tier,
            decisions=len(group),
            share=round(len(group) / len(rows), 4),
            fallback_rate=round(sum(row.fell_back for row in group) / len(group), 4),
            empty=sum(row.passages.get(base) == 0 for row in group),
            failed=sum(base in row.passages and row.passages[base] is None for row in group),
            apologies=sum(row.apology for row in group),
            reopened=sum(_key(row) in again for row in group),
            histogram=histogram(row.scores[base] for row in group if base in row.scores),
        )
        for (base, tier), group in grouped.items()
    ]
    return sorted(found, key=lambda one: (-one.decisions, one.base, one.tier))


def histogram(scores: Iterable[float]) -> tuple[int, ...]:
    """How many scores (0 to 1) lie in each of ten bins of 0.1, closed below; 1.0 is in the last."""
    counted = Counter(min(max(int(score * BINS), 0), BINS - 1) for score in scores)
    return tuple(counted[place] for place in range(BINS))


def reopened(rows: Sequence[DecisionRow]) -> frozenset[Key]:
    """The decisions whose question the user did not take as settled.

    That is: the next run of the same thread begins within ten minutes, and one of the user's own questions in it has
    the same hash, or, where this one ended unanswered, the same first base. Questions the critic asked are no
    user's, on either side.
    """
    threads: dict[str, dict[str, list[DecisionRow]]] = defaultdict(lambda: defaultdict(list))
    for row in sorted(rows, key=lambda row: row.time):
        if row.thread_hash and row.origin == row.question:
            threads[row.thread_hash][row.run_id].append(row)
    return frozenset(
        _key(row)
        for runs in threads.values()
        for earlier, later in pairwise(runs.values())
        if later[0].time - earlier[0].time <= AGAIN_WITHIN
        for row in earlier
        if any(_same(row, other) for other in later)
    )


def misroutes(
    rows: Sequence[DecisionRow], shadows: Sequence[ShadowRow] = (), descriptions: Mapping[str, str] | None = None
) -> list[Pair]:
    """Suspected misroutes, grouped by the base that was chosen first and the one that seems better.

    Suspected is a decision whose first base returned nothing, or whose question ended unanswered, while another base
    was better: `found` passages for that question (in this decision or when the critic had it asked again) where the
    first base had none; else was best in the `shadow` by the margin; else was `scored` above the first base, which a
    rule or a limit can overrule. The critic's own decisions, and those that fell back to every base, chose nothing.
    """
    asked: dict[Key, list[DecisionRow]] = defaultdict(list)
    for row in rows:
        asked[row.run_id, row.origin].append(row)
    beaten = {(row.run_id, row.question_hash, row.chosen_base): row for row in suspects(shadows)}
    groups: dict[tuple[str, str], list[tuple[str, DecisionRow, float | None]]] = defaultdict(list)
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
    groups: dict[tuple[str, str], list[tuple[str, DecisionRow, float | None]]] = defaultdict(list)
    for one in silent:
        key = (one.run_id, one.question_hash)
        row = known.get(key) or DecisionRow(one.time, one.run_id, "", one.question_hash, "")
        groups[one.chosen_base, one.other_base].append(("shadow", row, round(one.other_best - one.chosen_best, 4)))
    return _pairs(groups, descriptions or {})


def _pairs(
    groups: Mapping[tuple[str, str], list[tuple[str, DecisionRow, float | None]]], descriptions: Mapping[str, str]
) -> list[Pair]:
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


def _same(row: DecisionRow, later: DecisionRow) -> bool:
    repeated = bool(row.bases and later.bases) and row.bases[0] == later.bases[0]
    return row.question_hash == later.question_hash or (row.apology and repeated)


def _key(row: DecisionRow) -> Key:
    return row.run_id, row.question
