"""`signalbox routes`: what the decision log says, as tables for a person or as one JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from console.show import print_json, print_out
from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.log_health import told

WIDTH = 140
"""Columns of the tables where stdout is no terminal: a pipe has no width, and rich's 80 break every name."""
_BARS = "·▁▂▃▄▅▆▇█"


def show_routes(log: RouteLog, catalog: Catalog, as_json: bool, *, since: datetime | None = None) -> None:  # noqa: FBT001
    """What was decided over `catalog` from `since` on (else ever), on stdout. Raises StoreError.

    The object: {catalog, decisions, runs, since, searches_per_question, tiers, fallback_rate, not_searched,
    empty, apologies, reopened, model_calls, tokens, cost, shares, misroutes, shadow}; see `routing.log_report` and
    `routing.log_misroutes`.
    """
    found = told(log, catalog, since)
    if as_json:
        print_json(found, indent=2)
    elif not found["decisions"]:
        when = "" if since is None else f" since {since:%Y-%m-%d %H:%M}"
        print_out(
            f"No decision over {catalog.name} is in the log{when}.\n"
            f'Ask something first: signalbox ask --catalog {catalog.name} "..."'
        )
    else:
        _show(catalog, found)


def _show(catalog: Catalog, found: dict[str, Any]) -> None:
    tiers = ", ".join(f"{tier or 'no tier'} {_percent(share)}" for tier, share in found["tiers"].items())
    bill = f"{found['model_calls']} model calls, {found['tokens']} tokens, cost {found['cost']:.4f}\n"
    bill = bill if found["model_calls"] else ""
    since = found["since"][:16].replace("T", " ")
    print_out(
        f"{catalog.name}: {found['decisions']} decisions in {found['runs']} runs since {since} UTC\n"
        f"{found['searches_per_question']:.2f} searches a question, {_percent(found['fallback_rate'])} fell back, "
        f"{found['not_searched']} not searched, {found['empty']} found nothing, {found['apologies']} unanswered, "
        f"{found['reopened']} asked again\ndecided by: {tiers}\n{bill}"
    )
    _print(_shares(found["shares"]))
    if found["misroutes"]:
        _print(_pairs("Suspected misroutes", found["misroutes"]))
    else:
        print_out("No misroute is suspected.")
    shadow = found["shadow"]
    if shadow["pairs"]:
        _print(_pairs("Suspected silent misroutes", shadow["pairs"]))
        print_out(
            f"In {shadow['suspects']} of {shadow['questions']} questions searched in the shadow an unchosen base was "
            f"better by {shadow['margin']} or more."
        )
    elif shadow["questions"]:
        print_out(f"No silent misroute is suspected; questions searched in the shadow: {shadow['questions']}.")
    else:
        print_out("No question was searched in the shadow yet, so silent misroutes would not show.")


def _shares(shares: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="Decisions by base and tier", title_justify="left")
    table.add_column("base", overflow="fold")
    table.add_column("tier")
    for heading in ("decisions", "share", "fell back", "empty", "failed", "unanswered", "asked again"):
        table.add_column(heading, justify="right")
    table.add_column("scores 0 to 1", no_wrap=True)
    for one in shares:
        table.add_row(
            escape(one["base"]) or "(none)",
            one["tier"],
            str(one["decisions"]),
            _percent(one["share"]),
            _percent(one["fallback_rate"]),
            *(str(one[name]) for name in ("empty", "failed", "apologies", "reopened")),
            _bars(one["histogram"]),
        )
    return table


def _pairs(title: str, pairs: Sequence[dict[str, Any]]) -> Table:
    table = Table(title=title, title_justify="left", show_lines=True)
    table.add_column("n", justify="right")
    for heading in ("sent to", "better", "seen by", "for example"):
        table.add_column(heading, overflow="fold")
    for pair in pairs:
        table.add_row(
            str(pair["count"]),
            _described(pair["chosen"], pair["chosen_description"]),
            _described(pair["better"], pair["better_description"]),
            "\n".join(f"{how} {n}" for how, n in pair["how"].items()),
            escape("\n".join(pair["questions"])),
        )
    return table


def _described(base: str, description: str) -> str:
    return f"[bold]{escape(base)}[/]\n{escape(description) or '(no description)'}"


def _bars(histogram: Sequence[int]) -> str:
    most = max(*histogram, 1)
    # Rounded up: one score in a thousand is still seen.
    return "".join(_BARS[-(-n * (len(_BARS) - 1) // most)] for n in histogram)


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _print(table: Table) -> None:
    out = Console(highlight=False)
    if not out.is_terminal:
        out = Console(highlight=False, width=WIDTH)
    with out.capture() as drawn:
        out.print(table)
    print_out("\n".join(line.rstrip() for line in drawn.get().splitlines()) + "\n")
