"""Which label is taken for which, where a row needs one label at most: as a table, and as a picture."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from errors import EvalError
from evals.report import Row

OUT_OF_SCOPE = "out of scope"
"""The row of what needs no label, and the column of what was given none."""
DOTS_PER_INCH = 150


@dataclass(frozen=True)
class Confusion:
    """How often the label of a row (first axis) was answered with the label of a column."""

    labels: tuple[str, ...]
    counts: NDArray[np.int64]
    """Shape (labels, labels)."""

    def worst(self, n: int = 3) -> list[tuple[str, str, int]]:
        """The `n` commonest mistakes as (wanted, chosen, count), commonest first."""
        off = self.counts * (1 - np.eye(len(self.labels), dtype=np.int64))
        order = np.argsort(-off, axis=None, kind="stable")[:n]
        found = [(int(i) // len(self.labels), int(i) % len(self.labels)) for i in order]
        return [(self.labels[i], self.labels[j], int(off[i, j])) for i, j in found if off[i, j]]


def confusion(rows: Sequence[Row]) -> Confusion | None:
    """The matrix of rows that need one label at most, by the first label chosen; None where a row needs more.

    Labels stand in alphabetical order, out of scope last and only where it occurs. None also where there is no row.
    """
    if not rows or any(len(row["wanted"]) > 1 for row in rows):
        return None
    pairs = [(_first(row["wanted"]), _first(row["chosen"])) for row in rows]
    names = sorted({name for pair in pairs for name in pair}, key=lambda name: (name == OUT_OF_SCOPE, name))
    at = {name: place for place, name in enumerate(names)}
    counts = np.zeros((len(names), len(names)), dtype=np.int64)
    for wanted, chosen in pairs:
        counts[at[wanted], at[chosen]] += 1
    return Confusion(tuple(names), counts)


def table(matrix: Confusion) -> str:
    """Rows are what was wanted, columns what was chosen, numbered like the rows; zeros are dots."""
    names = max(map(len, matrix.labels))
    digits = max(len(str(int(matrix.counts.max()))), len(str(len(matrix.labels)))) + 1
    numbers = "".join(f"{number:>{digits}}" for number in range(1, len(matrix.labels) + 1))
    lines = ["confusion (rows: wanted, columns: chosen)", f"{'':{names + 4}}{numbers}"]
    for number, (label, row) in enumerate(zip(matrix.labels, matrix.counts.tolist(), strict=True), 1):
        cells = "".join(f"{count or '.':>{digits}}" for count in row)
        lines.append(f"{number:>3} {label:{names}}{cells}")
    worst = [f"{wanted} taken for {chosen} {count}x" for wanted, chosen, count in matrix.worst()]
    return "\n".join([*lines, "most often: " + ("; ".join(worst) or "no mistake")])


def check_picture() -> None:
    """Raise EvalError with the command that installs it where matplotlib is missing, before any work is done."""
    if importlib.util.find_spec("matplotlib") is None:
        raise EvalError("a picture needs matplotlib: pip install -e '.[evals]'; the table needs nothing")


def picture(matrix: Confusion, title: str, file: Path) -> None:
    """Write the matrix as a PNG, each row's shares as shades and its counts as numbers.

    Raises:
        EvalError: matplotlib is not installed, or the file cannot be written.
    """
    check_picture()
    # Half a second to import, and only for those who ask; a figure of its own needs no window system.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    size = len(matrix.labels)
    figure = Figure(figsize=(3 + 0.5 * size, 2 + 0.5 * size), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    shares = matrix.counts / np.maximum(matrix.counts.sum(axis=1, keepdims=True), 1)
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    axes.set_xticks(range(size), matrix.labels, rotation=45, ha="right")
    axes.set_yticks(range(size), matrix.labels)
    axes.set(xlabel="chosen", ylabel="wanted", title=title)
    for (i, j), count in np.ndenumerate(matrix.counts):
        if count:
            shade = "white" if shares[i, j] > 0.5 else "black"
            axes.text(j, i, str(count), ha="center", va="center", color=shade, fontsize=8)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(file, dpi=DOTS_PER_INCH, format="png")
    except OSError as fault:
        raise EvalError(f"{file}: cannot be written: {fault.strerror}") from None


def _first(labels: Sequence[str]) -> str:
    return labels[0] if labels else OUT_OF_SCOPE
