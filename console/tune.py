"""`signalbox tune`: prints what a catalog's labelled questions say about its settings, and the settings to paste."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.markup import escape

from console.show import ingest_progress, print_json, print_out, stderr
from evals.catalog_file import toml, write
from evals.confusion import check_picture
from evals.losses import loss
from evals.tune import Tuning, tune
from evals.window import FEW
from graph.resources import Resources


def run(resources: Resources, *, as_json: bool, plot: Path | None, into_catalog: bool) -> None:
    """Tune a catalog and print what was found; `plot` gets the curves, and the catalog is changed only if asked.

    Raises EvalError where there is too little to learn from, a picture cannot be drawn, or the file cannot be changed
    without touching anything else in it.
    """
    if plot is not None:
        check_picture()
    with ingest_progress(f"reading the questions of {resources.catalog.name}") as advance:
        found = tune(resources, advance)
    if as_json:
        print_json(as_object(found))
    else:
        print_out(report(found))
    if plot is not None:
        from evals.curves import picture

        picture(found, plot)
        stderr.print(f"[dim]picture[/] {escape(str(plot))}")
    file = resources.catalog.folder / "catalog.toml"
    if into_catalog:
        changed = write(file, found.settings())
        stderr.print(f"[dim]{'written' if changed else 'unchanged'}[/] {escape(str(file))}")


def as_object(found: Tuning) -> dict[str, Any]:
    """The JSON object: everything found, and the settings."""
    shown = asdict(found)
    for one in shown["rivals"]:
        del one["shares"]
    return shown | {"settings": found.settings(), "kept": found.kept}


def report(found: Tuning) -> str:
    """The lines a person reads."""
    said = found.verdict
    lines = [*_about(found), "", *_routings(found), "", *_rivals(found), ""]
    lines += [*(_curve(found, name) for name in found.curves), ""]
    lines.append(f"{said.said} (difference {said.difference:+.3f}, 95% interval {said.low:+.3f} to {said.high:+.3f})")
    lines += _doubt(found)
    if found.kept:
        lines.append("the present routing stays: no choice would have bettered it on questions it was not made on")
    return "\n".join([*lines, "", "# settings for catalog.toml", toml(found.settings())])


def _about(found: Tuning) -> list[str]:
    about, costs, measured = found.messages, found.costs, found.measured
    kinds = ", ".join(f"{kind} {share:.0%}" for kind, share in about.kinds.items())
    priced = "" if costs == measured else f", counted as {costs.c_extra:.3f}: a search is never free"
    price = f"a missing base costs {measured.c_miss:.3f} of the needed documents, a needless one {measured.c_extra:.3f}"
    if not found.documented:
        priced = ": no question names its documents, by which that is measured"
        price = f"a missing base is counted as {costs.c_miss:.3f}, a needless one as {costs.c_extra:.3f}"
    return [
        f"{found.catalog}: {about.n} labelled questions (split tune), each judged by a router that learned from others",
        f"  kinds: {kinds}",
        f"  need several bases {about.multi_need:.0%}, are cut into several questions {about.multi_part:.0%}",
        f"  {price}{priced}",
    ]


def _routings(found: Tuning) -> list[str]:
    lines = [f"{'width, floor, threshold':32}{'loss':>8}{'missed':>8}{'extra':>8}{'width':>8}{'all needed (95%)':>24}"]
    named = {"now": found.present, "best": found.chosen, "a choice like it, unseen rows": found.unseen}
    for name, one in named.items():
        of = one.setting
        told = name if of is None else f"{name} ({of.width}, {of.floor:g}, {of.threshold:g})"
        rates = one.rates
        lines.append(
            f"  {told:30}{loss(rates, found.costs):8.4f}{rates.p_miss:8.3f}{rates.p_extra:8.2f}{rates.width:8.2f}"
            f"{one.all_needed:10.3f} ({one.interval[0]:.2f} to {one.interval[1]:.2f})"
        )
    return lines


def _doubt(found: Tuning) -> list[str]:
    """What so few questions cannot tell."""
    n, (low, high) = found.chosen.questions, found.chosen.interval
    if n >= FEW:
        return []
    half = f"{(high - low) / 2:.2f}".lstrip("0")
    few = f"{n} labelled questions that need a base are few"
    return [f"{few}: the shares above are known to within {half} at best; {4 * n} would halve that"]


def _rivals(found: Tuning) -> list[str]:
    if not found.rivals:
        return []
    lines = [f"{'needed documents in the slots':52}{'share':>8}{'width':>8}"]
    for one in found.rivals:
        width = "-" if one.rates is None else f"{one.rates.width:.2f}"
        lines.append(f"  {one.name:50}{one.evidence:8.3f}{width:>8}")
    return lines


def _curve(found: Tuning, name: str) -> str:
    what = "loss" if name in {"width", "floor", "threshold"} else "share"
    points = "  ".join(f"{x:g}:{y:.3f}" for x, y in found.curves[name])
    return f"  {what + ' by ' + name:18} {points}"
