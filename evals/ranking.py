"""How good a ranking is against judged passages: recall, nDCG, and the share of what is relevant inside a budget."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log2


def recall(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """The share of the relevant that stand among the first k.

    Raises ZeroDivisionError where nothing is relevant.
    """
    return len(set(ranked[:k]) & set(relevant)) / len(relevant)


def ndcg(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """The discounted gain of the first k over that of the best order (Jarvelin and Kekalainen 2002), gains 0 and 1.

    Raises ZeroDivisionError where nothing is relevant.
    """
    gain = sum(1 / log2(place + 2) for place, id_ in enumerate(ranked[:k]) if id_ in relevant)
    return gain / sum(1 / log2(place + 2) for place in range(min(k, len(relevant))))
