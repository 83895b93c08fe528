"""What a person sees while a question is worked on: the path on stderr, the answer on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from knowledge.ingest import Progress as OnProgress
from knowledge.passage import place

stderr = Console(stderr=True, highlight=False, soft_wrap=True)


@dataclass
class Path:
    """Prints a run's steps as they happen. A terminal also sees the answer grow; it vanishes when the answer is done,
    since the critic may still have it rewritten. Used as a context manager: whatever ends a run, the screen is cleared.
    """

    quiet: bool = False
    draft: str = ""
    _live: Live | None = field(default=None, repr=False)

    def __call__(self, event: dict[str, Any]) -> None:
        """Show one event of the run."""
        kind = event["event"]
        if self.quiet:
            return
        if kind == "token":
            self._grow(event["text"])
            return
        self.close()
        line = _LINES.get(kind)
        if line is not None:
            stderr.print(line(event))

    def __enter__(self) -> Self:
        """Shows nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """See `close`."""
        self.close()

    def close(self) -> None:
        """Take the growing answer off the screen."""
        if self._live is not None:
            self._live.stop()
        self._live, self.draft = None, ""

    def _grow(self, piece: str) -> None:
        if not stderr.is_terminal:
            return
        self.draft += piece
        if self._live is None:
            self._live = Live(console=stderr, transient=True, refresh_per_second=12)
            self._live.start()
        self._live.update(Text(self.draft, style="dim"))


def _routed(event: dict[str, Any]) -> str:
    bases = ", ".join(f"[bold]{escape(base['name'])}[/] {base['score']:.2f}" for base in event["bases"])
    return f"[dim]route[/]  “{escape(event['text'])}” → {bases}  [dim]({event['tier']}: {escape(event['why'])})[/]"


def _failed(why: str) -> str:
    return f" [yellow](not reached: {escape(why)})[/]" if why else ""


_LINES: dict[str, Callable[[dict[str, Any]], str]] = {
    "routed": _routed,
    "found": lambda event: f"[dim]found[/]  {event['n']} in {escape(event['base'])}{_failed(event['failure'])}",
    "again": lambda event: f"[dim]again[/]  {escape(event['why'])}",
}


def show_answer(outcome: dict[str, Any]) -> None:
    """The answer and its sources on stdout; warnings, what was read as another word, and the bill on stderr."""
    lines = [outcome["answer"]]
    sources = {citation["n"]: citation for citation in outcome["citations"]}
    if sources:
        listed = [
            f"[{n}] {one['title']} ({place(one['source'], one['line'], one['page'])})"
            for n, one in sorted(sources.items())
        ]
        lines += ["", "Sources:", *listed]
    print_out("\n".join(lines))
    for warning in outcome["warnings"]:
        stderr.print(f"[yellow]warning:[/] {escape(warning)}")
    slips = {typed: meant for question in outcome["questions"] for typed, meant in question["slips"].items()}
    for typed, meant in slips.items():
        stderr.print(f"[dim]read “{escape(typed)}” as “{escape(meant)}”[/]")
    ledger = outcome["ledger"]
    kept = "from the answer cache, " if outcome["cached"] else ""
    cost = f"cost {ledger['cost']:.4f}, " if ledger["cost"] else ""
    stderr.print(
        f"[dim]{kept}{ledger['retrievals']} searches, {ledger['turns']} turns, {ledger['model_calls']} model calls, "
        f"{ledger['tokens']} tokens, {cost}{ledger['ms']:.0f} ms[/]"
    )


def ask_back(asked: dict[str, Any]) -> str:
    """Ask the person at the terminal for what is missing, once, in the words of the tools; Enter goes on without."""
    stderr.print(f"[bold]?[/] {escape(asked['question'])}")
    for one in asked["missing"]:
        if one["values"]:
            stderr.print(f"[dim]  {escape(one['argument'].replace('_', ' '))}: {escape(', '.join(one['values']))}[/]")
    stderr.print("[dim]  (Enter to go on without it)[/]")
    stderr.print("[bold]>[/] ", end="")
    try:
        return input()
    except EOFError:
        return ""


def show_waiting(outcome: dict[str, Any]) -> None:
    """What a run that stopped needs, and the command that goes on."""
    print_out(outcome["waiting"])
    stderr.print(f"[dim]to go on: {escape(outcome['resume'])}[/]")


def at_terminal() -> bool:
    """Whether somebody can be asked: both the typing and the asking are a terminal's."""
    return sys.stdin.isatty() and stderr.is_terminal


def show_trace(outcome: dict[str, Any]) -> None:
    """Every question with its decision, and every quote, on stderr."""
    for question in outcome["questions"]:
        stderr.print(_routed({**question, "tier": question["tier"] or "not routed", "why": question["reason"]}))
        if question["again"]:
            stderr.print(f"       [dim]asked again because {escape(question['again'])}[/]")
    for citation in outcome["citations"]:
        quote = " ".join(citation["quote"].split())
        where = place(citation["source"], citation["line"], citation["page"])
        stderr.print(f"[dim]cited[/]  \\[{citation['n']}] {escape(where)} [dim]{citation['id']}[/]: {escape(quote)}")
    for failure in outcome["failures"]:
        stderr.print(f"[red]failed[/] {escape(failure['base'])}: {escape(failure['reason'])}")


def print_json(value: Any, *, indent: int | None = None) -> None:
    """One JSON value on stdout, for machines."""
    print_out(json.dumps(value, ensure_ascii=False, indent=indent))


def print_out(text: str) -> None:
    """Plain text on stdout, whatever the terminal's encoding can show."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()


class Rate(ProgressColumn):
    """How many a second, of late."""

    def render(self, task: Task) -> Text:
        """Such as "38.2/s"; nothing before there is something to tell by."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "", style="dim")


@contextmanager
def ingest_progress(what: str) -> Iterator[OnProgress]:
    """A bar with rate and time left, on stderr; it appears with the first chunk."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    # In a pipe it would leave an empty line and nothing else.
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        task = bar.add_task(what, visible=False)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=True)

        yield advance
