"""A conversation in the terminal."""

from __future__ import annotations

import uuid
from typing import Any

from rich.markup import escape

from console.session import Session
from console.show import Path, ask_back, at_terminal, print_json, show_answer, show_trace, stderr
from errors import SignalboxError
from graph.resources import Resources


def chat(resources: Resources, thread: str | None, context: dict[str, Any], *, as_json: bool, trace: bool) -> None:
    """Ask what is typed, line by line, until the input ends. Ctrl-C stops the question under way, not the talk."""
    name = thread or uuid.uuid4().hex[:8]
    catalog = resources.catalog
    stderr.print(f"[bold]{escape(catalog.title or catalog.name)}[/]  [dim](Ctrl-D to leave; thread {escape(name)})[/]")
    for sample in catalog.samples[:3]:
        stderr.print(f"[dim]  for example: {escape(sample)}[/]")
    with Session(resources, name) as session:
        while True:
            try:
                stderr.print("[bold]>[/] ", end="")
                question = input()
            except (EOFError, KeyboardInterrupt):
                stderr.print(f"\n[dim]to go on later: signalbox ask --thread {escape(name)}[/]")
                return
            if question.strip():
                _turn(session, question, context, as_json=as_json, trace=trace)


def _turn(session: Session, question: str, context: dict[str, Any], *, as_json: bool, trace: bool) -> None:
    # Lines from a pipe are questions, not replies: there the answer says what is missing.
    asking = ask_back if at_terminal() and not as_json else None
    stops = {} if asking else {"interrupts": False}
    try:
        with Path(quiet=as_json) as shown:
            outcome = session.ask(question, {**stops, **context}, shown, asking)
    except SignalboxError as fault:
        stderr.print(f"[red]error:[/] {escape(str(fault))}")
        return
    except KeyboardInterrupt:
        stderr.print("[dim]stopped[/]")
        return
    if as_json:
        print_json(outcome)
        return
    if trace:
        show_trace(outcome)
    show_answer(outcome)
