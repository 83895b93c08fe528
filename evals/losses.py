"""What a router's mistakes cost: bases that were needed and not searched, bases that were searched and not needed.

A needed base that is missing takes its documents from the answer; a needless one only competes for the slots.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

C_MISS, C_EXTRA = 0.64, 0.02
"""Where a catalog's own costs are not known."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What one missing and one needless base cost, in the share of needed documents that reach the answer."""

    c_miss: float = C_MISS
    c_extra: float = C_EXTRA


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a router errs."""

    p_miss: float
    """Needed bases that were not searched, of all needed ones."""
    p_extra: float
    """Needless bases that were searched, a question."""
    width: float
    """Bases that were searched, a question."""


def cost(p_miss: float, p_extra: float, c_miss: float, c_extra: float) -> float:
    """The share of needed documents that a router's mistakes take from a mean question's answer."""
    return p_miss * c_miss + p_extra * c_extra


def rates(needed: Sequence[Collection[str]], searched: Sequence[Collection[str]]) -> Rates:
    """The rates over questions, given the bases of each; raises ValueError where there is none."""
    if not needed:
        raise ValueError("no question to judge")
    pairs = [(set(need), set(got)) for need, got in zip(needed, searched, strict=True)]
    wanted = sum(len(need) for need, _ in pairs)
    missed = sum(len(need - got) for need, got in pairs)
    extra = sum(len(got - need) for need, got in pairs)
    return Rates(missed / max(wanted, 1), extra / len(pairs), sum(len(got) for _, got in pairs) / len(pairs))


def loss(found: Rates, costs: Costs) -> float:
    """What these rates cost."""
    return cost(found.p_miss, found.p_extra, costs.c_miss, costs.c_extra)
