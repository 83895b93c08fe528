"""The benchmarks' pictures: bars beside each other, and curves. matplotlib is of the extra `evals`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np


def bars(file: Path, names: Sequence[str], panels: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
    """One panel for each figure: a group of bars for each of `names`, a colour for each series."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6 * len(panels), 4), layout="constrained")
    for axes, (title, series) in zip(np.atleast_1d(figure.subplots(1, len(panels))), panels.items(), strict=True):
        width = 0.8 / len(series)
        for at, (label, values) in enumerate(series.items()):
            axes.bar(np.arange(len(names)) + at * width, values, width, label=label)
        axes.set_xticks(np.arange(len(names)) + 0.4 - width / 2, names, rotation=20, ha="right", fontsize=8)
        axes.set_title(title, fontsize=10)
        axes.legend(fontsize=8)
    figure.savefig(file, dpi=120)


def curves(file: Path, panels: Mapping[str, Mapping[str, Mapping[float, float]]], across: Mapping[str, str]) -> None:
    """One panel for each figure, a line for each series of x to y; `across` names each panel's x."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5 * len(panels), 3.6), layout="constrained")
    for axes, (title, series) in zip(np.atleast_1d(figure.subplots(1, len(panels))), panels.items(), strict=True):
        for label, points in series.items():
            axes.plot(list(points), list(points.values()), marker="o", label=label)
        axes.set_title(title, fontsize=10)
        axes.set_xlabel(across[title], fontsize=9)
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)
    figure.savefig(file, dpi=120)
