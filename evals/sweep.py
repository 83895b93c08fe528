"""Trying many limits on questions that were read once, and choosing among them. Pure: no store, no model, no file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from evals.losses import Costs, Rates

FLOORS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
THRESHOLDS = (0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
WIDEST = 6
SEED = 11
DEALS = 10
LEAST_ALL_NEEDED = 0.95
"""The share of questions whose every needed base must be searched, where any setting reaches it."""
TIE = 0.005
"""Losses this near to the least are as good: half a percent of the needed documents, which one question of a hundred
moves. Chosen, with the smoothing and the lean to recall, because settings chosen so on four fifths of the shipped
catalogs' tune rows missed least on the last fifth (needed bases missed: .049 on warranty, .032 on clinic, .009 on
strategies; by the bare minimum .094, .056 and .047)."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is tried: fields of `knowledge.catalog.Routing`, under the policy recall."""

    width: int
    floor: float
    threshold: float


@dataclass(frozen=True)
class Tried:
    """Every setting of a grid on every question."""

    settings: tuple[Setting, ...]
    needed: NDArray[np.int64]
    """Shape (questions,): the bases each needs."""
    missed: NDArray[np.int64]
    """Shape (settings, questions): needed bases that were not searched."""
    extra: NDArray[np.int64]
    """Shape (settings, questions): needless bases that were searched."""

    def losses(self, costs: Costs, only: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """The loss of each setting, over the questions of a mask or over all."""
        mask = np.ones(len(self.needed), dtype=bool) if only is None else only
        p_miss = self.missed[:, mask].sum(axis=1) / max(int(self.needed[mask].sum()), 1)
        p_extra = self.extra[:, mask].sum(axis=1) / max(int(mask.sum()), 1)
        return np.asarray(p_miss * costs.c_miss + p_extra * costs.c_extra, dtype=np.float64)

    def best(self, costs: Costs, only: NDArray[np.bool_] | None = None) -> int:
        """The place of the setting to take: the least loss among those that find every needed base often enough.

        Loss and share are smoothed over neighbouring floors and thresholds, because the best of hundreds on a few
        dozen questions stands at the edge of a cliff. Of losses nearly the least, the setting that misses least is
        taken, and of equals the one that searches most: it misses least on other questions.
        """
        mask = np.ones(len(self.needed), dtype=bool) if only is None else only
        losses, share = self._smooth(self.losses(costs, only)), self._shares(mask)
        share = np.minimum(share, self._smooth(share))
        pool = share >= min(LEAST_ALL_NEEDED, float(share.max()))
        near = np.flatnonzero(pool & (losses <= losses[pool].min() + TIE))
        missed, extra = self.missed[:, mask].sum(axis=1), self.extra[:, mask].sum(axis=1)
        return int(min(map(int, near), key=lambda place: (missed[place], -extra[place])))

    def _shares(self, mask: NDArray[np.bool_]) -> NDArray[np.float64]:
        asked = mask & (self.needed > 0)
        return np.asarray((self.missed[:, asked] == 0).mean(axis=1) if asked.any() else np.ones(len(self.settings)))

    def _smooth(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        # The settings are a product of widths, floors and thresholds, in this order.
        shape = [len({getattr(one, knob) for one in self.settings}) for knob in ("width", "floor", "threshold")]
        cube = np.pad(values.reshape(shape), ((0, 0), (1, 1), (1, 1)), mode="edge")
        here, floors = cube[:, 1:-1, 1:-1], cube[:, :-2, 1:-1] + cube[:, 2:, 1:-1]
        return np.asarray((2 * here + floors + cube[:, 1:-1, :-2] + cube[:, 1:-1, 2:]) / 6).ravel()

    def rates(self, place: int) -> Rates:
        """How often one setting errs."""
        return _rates(self.needed, self.missed[place], self.extra[place])

    def all_needed(self, place: int) -> float:
        """The share of the questions with needs whose every needed base is searched."""
        return float(self._shares(np.ones(len(self.needed), dtype=bool))[place])

    def unseen(self, costs: Costs, folds: int) -> tuple[Rates, float]:
        """The rates, and the share whose every needed base is searched, when each question is judged by the setting
        that was best on the other folds' questions: what such a choice is worth on others. The mean of several deals.
        """
        chance = np.random.default_rng(SEED)
        found, shares = [], []
        for _ in range(DEALS):
            turn = chance.permutation(np.arange(len(self.needed)) % folds)
            missed, extra = np.zeros_like(self.needed), np.zeros_like(self.needed)
            for fold in range(folds):
                place = self.best(costs, turn != fold)
                missed[turn == fold] = self.missed[place, turn == fold]
                extra[turn == fold] = self.extra[place, turn == fold]
            found.append(_rates(self.needed, missed, extra))
            shares.append(float((missed == 0)[self.needed > 0].mean()))
        means = (fmean(getattr(one, name) for one in found) for name in ("p_miss", "p_extra", "width"))
        return Rates(*means), fmean(shares)

    def curve(self, name: str, at: Setting, costs: Costs) -> list[tuple[float, float]]:
        """(value, loss) of one knob, the others as in `at`."""
        losses = self.losses(costs)
        fixed = [knob for knob in ("width", "floor", "threshold") if knob != name]
        return [
            (float(getattr(one, name)), float(losses[place]))
            for place, one in enumerate(self.settings)
            if all(getattr(one, knob) == getattr(at, knob) for knob in fixed)
        ]


def grid(bases: int, present: Setting) -> tuple[Setting, ...]:
    """The settings to try for a catalog of so many bases, with the values it has now."""
    widths = sorted({*range(1, min(bases, WIDEST) + 1), min(present.width, bases)})
    floors, thresholds = sorted({*FLOORS, present.floor}), sorted({*THRESHOLDS, present.threshold})
    return tuple(Setting(*values) for values in product(widths, floors, thresholds))


def tried(
    settings: Sequence[Setting], searched: Sequence[Sequence[Collection[str]]], needed: Sequence[Collection[str]]
) -> Tried:
    """From the bases that each setting of a grid searched for each question, and those that each question needs."""
    missed = [[len(set(need) - set(got)) for need, got in zip(needed, row, strict=True)] for row in searched]
    extra = [[len(set(got) - set(need)) for need, got in zip(needed, row, strict=True)] for row in searched]
    counts = np.array([len(set(need)) for need in needed], dtype=np.int64)
    return Tried(tuple(settings), counts, np.array(missed, dtype=np.int64), np.array(extra, dtype=np.int64))


def at_random(needed: Sequence[Collection[str]], widths: Sequence[int], bases: int) -> Rates:
    """The expected rates of bases drawn at random, as many for each question as the router searched."""
    wanted = sum(map(len, needed))
    missed = sum(len(need) * (1 - width / bases) for need, width in zip(needed, widths, strict=True))
    extra = sum(width * (1 - len(need) / bases) for need, width in zip(needed, widths, strict=True))
    return Rates(missed / max(wanted, 1), extra / len(needed), sum(widths) / len(widths))


def commonest(needed: Iterable[Collection[str]], names: Sequence[str], width: int) -> list[str]:
    """The bases that questions need most often, so many of them; a tie goes to the first of the catalog."""
    counts = dict.fromkeys(names, 0)
    for need in needed:
        for name in need:
            counts[name] += 1
    return sorted(names, key=lambda name: -counts[name])[: max(width, 1)]


def _rates(needed: NDArray[np.int64], missed: NDArray[np.int64], extra: NDArray[np.int64]) -> Rates:
    width = (needed - missed + extra).mean()
    return Rates(float(missed.sum() / max(int(needed.sum()), 1)), float(extra.mean()), float(width))
