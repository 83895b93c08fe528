"""The picture of a tuning: what each knob costs or brings, and what routing is compared with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from errors import EvalError
from evals.confusion import DOTS_PER_INCH, check_picture
from evals.tune import Tuning

KNOBS = ("width", "floor", "threshold", "slots", "cap")


def picture(found: Tuning, file: Path) -> None:
    """Write the curves as a PNG.

    Raises EvalError where matplotlib is not installed or the file cannot be written.
    """
    check_picture()
    # Half a second to import, and only for those who ask; a figure of its own needs no window system.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 7), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, 3).ravel()
    chosen = {
        "width": found.routing.width,
        "floor": found.routing.floor,
        "threshold": found.routing.threshold,
        "slots": found.window.slots,
        "cap": found.window.per_base_cap,
    }
    for axis, knob in zip(axes, KNOBS, strict=False):
        loss = knob in {"width", "floor", "threshold"}
        _curve(axis, knob, found.curves[knob], chosen[knob])
        axis.set_ylabel("loss" if loss else "needed documents in the slots")
    _rivals(axes[-1], found)
    figure.suptitle(f"{found.catalog}: {found.messages.n} labelled questions")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(file, dpi=DOTS_PER_INCH, format="png")
    except OSError as fault:
        raise EvalError(f"{file}: cannot be written: {fault.strerror}") from None


def _curve(axis: Any, knob: str, points: list[tuple[float, float]], chosen: float) -> None:
    axis.plot([x for x, _ in points], [y for _, y in points], marker="o", markersize=4)
    axis.axvline(chosen, linestyle="--", color="grey", linewidth=1)
    axis.set(xlabel=f"{knob} (chosen: {chosen:g})")
    axis.set_ylim(0, 1.08 * max(y for _, y in points) or 1)
    axis.grid(visible=True, alpha=0.3)


def _rivals(axis: Any, found: Tuning) -> None:
    names = [one.name for one in found.rivals][::-1]
    values = [one.evidence for one in found.rivals][::-1]
    bars = axis.barh(range(len(names)), values)
    axis.bar_label(bars, fmt="%.2f", padding=3)
    axis.set_yticks(range(len(names)), names)
    axis.set(xlabel="needed documents in the slots", xlim=(0, 1.15))
