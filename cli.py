"""The command line: parse, call, print. Nobody imports it.

Exit codes: 0 every question was answered; 1 something failed; 2 wrong usage, settings or input; 3 something asked was
not found; 4 the conversation was handed over to a person; 5 it waits for a value (--resume); 130 interrupted. Only
answers go to stdout; the path, progress and errors go to stderr.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from console import upkeep
from console.options import CatalogName
from errors import SignalboxError

if TYPE_CHECKING:
    from graph.resources import Resources

NOT_FOUND = 3
HANDED_OVER = 4
WAITING = 5
EXIT_WAIT_S = 1.5
"""How long a tracing collector may hold up the end of a command."""

app = typer.Typer(
    help="Ask questions over several knowledge bases; each is sent to the bases it needs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(upkeep.review, name="review")
app.add_typer(upkeep.threads, name="threads")
app.command()(upkeep.backup)
app.command()(upkeep.restore)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout, for machines.")]
Bases = Annotated[list[str] | None, typer.Option("--base", help="Search only this base; may be given several times.")]
ModelName = Annotated[str | None, typer.Option("--model", help="none, openai:MODEL or azure_openai:DEPLOYMENT.")]


@app.command()
def ask(
    question: Annotated[str | None, typer.Argument(help="The question; without one a conversation starts.")] = None,
    catalog: CatalogName = None,
    thread: Annotated[str | None, typer.Option(help="Continue, or begin, the conversation of this name.")] = None,
    base: Bases = None,
    model: ModelName = None,
    *,
    resume: Annotated[
        str | None,
        typer.Option(help="Go on with a --thread that waits for a value: words, or a JSON object of values."),
    ] = None,
    as_json: AsJson = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show every decision and every quote on stderr.")] = False,
) -> None:
    """Answer a question with cited sources, or hold a conversation."""
    from console.starting import starting

    with starting():
        from console import ask as console
    if resume is not None and (thread is None or question is not None):
        raise typer.BadParameter("--resume goes with --thread, and with no question")
    wanted = console.Wanted(
        question, None if resume is None else _said(resume), thread, tuple(base or ()), as_json=as_json, trace=trace
    )
    outcome = console.run(lambda on_build: _resources(catalog, model=model, on_build=on_build), wanted)
    raise typer.Exit(0 if outcome is None else _code(outcome))


@app.command()
def route(
    question: Annotated[str, typer.Argument(help="The question to explain the route of.")],
    catalog: CatalogName = None,
    base: Bases = None,
    as_json: AsJson = False,
) -> None:
    """Show which bases a question would be sent to, and why, without answering it."""
    from console.starting import starting

    with starting():
        from console.explain import explain, show_explanation
        from console.show import print_json

    resources = _resources(catalog)
    explained = explain(resources, question, base or [])
    if as_json:
        print_json(explained, indent=2)
    else:
        show_explanation(explained)


@app.command()
def ingest(
    catalog: CatalogName = None,
    *,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Delete the collections and build them anew.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be done, and do nothing.")] = False,
    wait: Annotated[
        float, typer.Option(min=0, max=86_400, help="Seconds to wait for another process that writes the store.")
    ] = 0,
    watch: Annotated[bool, typer.Option("--watch", help="Ingest again whenever a document changes.")] = False,
    every: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds between two looks of --watch.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Bring the store to what the catalog's documents say; running it twice changes nothing."""
    from console import ingest as console

    if watch and (rebuild or dry_run):
        raise typer.BadParameter("--watch goes with neither --rebuild nor --dry-run")
    wanted = console.Wanted(rebuild=rebuild, dry_run=dry_run, wait_s=wait, as_json=as_json)
    if watch:
        console.watch(lambda: _resources(catalog), wanted, every)
    else:
        console.run(_resources(catalog), wanted)


@app.command()
def init(
    name: Annotated[str, typer.Argument(help="The new catalog's name.")],
    folder: Annotated[Path, typer.Argument(help="The folder of documents; each folder in it becomes a base.")],
    model: ModelName = None,
    as_json: AsJson = False,
) -> None:
    """Draft a catalog from a folder of documents, for you to edit; one that exists is never overwritten."""
    from console.init import run
    from graph.settings import Settings

    run(Settings.from_env(model=model), name, folder, as_json=as_json)


@app.command()
def doctor(catalog: CatalogName = None, model: ModelName = None, as_json: AsJson = False) -> None:
    """Check the catalog, the store and the model, and say what to fix."""
    from dataclasses import asdict

    from console.show import print_json, print_out
    from graph.checks import examine

    faults = 0
    checks = []
    for check in examine(_resources(catalog, model=model)):
        faults += check.state == "fault"
        checks.append(asdict(check))
        if not as_json:
            fix = f" -> {check.fix}" if check.fix and check.state != "ok" else ""
            print_out(f"{check.state:8}{check.what}: {check.seen}{fix}")
    if as_json:
        print_json(checks, indent=2)
    raise typer.Exit(1 if faults else 0)


@app.command()
def routes(
    catalog: CatalogName = None,
    since: Annotated[
        float | None, typer.Option(min=0, max=36_500, help="Only decisions of the last so many days.")
    ] = None,
    expire: Annotated[
        float | None, typer.Option(min=0, max=36_500, help="First delete what is older than so many days.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what the log says of past decisions: shares, fallbacks, empty searches and suspected misroutes."""
    from datetime import UTC, datetime, timedelta

    from console.routes import show_routes
    from console.show import stderr
    from errors import ConfigError

    resources = _resources(catalog)
    if resources.route_log is None:
        raise ConfigError("SIGNALBOX_LOG is none: nothing is logged")
    if expire is not None:
        stderr.print(f"{resources.route_log.expire(expire)} decisions deleted")
    start = None if since is None else datetime.now(UTC) - timedelta(days=since)
    show_routes(resources.route_log, resources.catalog, as_json, since=start)


@app.command()
def serve(
    catalog: Annotated[
        list[str] | None,
        typer.Option("--catalog", help="A catalog to serve; may be given several times.", show_default="larkspur"),
    ] = None,
    *,
    host: Annotated[str, typer.Option(help="The address to listen on; other machines need keys.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port to listen on.")] = 2024,
    workers: Annotated[int, typer.Option(min=1, max=1000, help="Runs at once.")] = 10,
    threads: Annotated[
        str,
        typer.Option(help="Where conversations are kept: sqlite (every step on disk) or server (written at its end)."),
    ] = "sqlite",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write the langgraph.json, print its path, stop.")] = False,
) -> None:
    """Start the server: the page, the API, Studio's address and an endpoint for other agents."""
    from console.serve import Wanted, run
    from graph.settings import Settings

    names = list(dict.fromkeys(catalog or []))
    further = ",".join(names[1:]) if names else None
    settings = Settings.from_env(catalog=names[0] if names else None, served=further)
    run(settings, Wanted(host, port, workers, threads, dry_run))


@app.command()
def key(
    name: Annotated[str, typer.Argument(help="Whose key it is: threads belong to this name.")],
    *,
    bases: Annotated[
        str | None, typer.Option(help="The only bases it may search, with commas; CATALOG/BASE for one catalog's.")
    ] = None,
    access: Annotated[
        str | None, typer.Option(help="The words of passages it may see beside those of none, with commas.")
    ] = None,
    operator: Annotated[
        bool, typer.Option("--operator", help="It may also see how routing fares, and write states.")
    ] = False,
) -> None:
    """Make an API key of the server; it is printed once and kept nowhere."""
    from console.keys import run
    from graph.settings import Settings

    run(Settings.from_env(), name, bases=bases, access=access, operator=operator)


@app.command("eval")
def evaluate(
    name: Annotated[str, typer.Argument(help="What to measure, such as routing or answers.")],
    *,
    suite: Annotated[
        str | None, typer.Option(help="Run only this suite of it; a catalog of yours by its name.")
    ] = None,
    as_json: AsJson = False,
    gate: Annotated[bool, typer.Option("--gate", help="Exit with 1 where a target is missed.")] = False,
    rows: Annotated[Path | None, typer.Option(help="Save the results with every row's outcome in this file.")] = None,
    compare: Annotated[
        tuple[Path, Path] | None, typer.Option(help="Run nothing: compare two files of --rows, row by row.")
    ] = None,
    confusion: Annotated[bool, typer.Option("--confusion", help="Print which label was taken for which.")] = False,
    pictures: Annotated[Path | None, typer.Option(help="Draw the confusions as PNG files in this folder.")] = None,
    langsmith: Annotated[
        bool, typer.Option("--langsmith", help="Run through LangSmith's evaluate; sends nothing.")
    ] = False,
    upload: Annotated[
        bool, typer.Option("--upload", help="With --langsmith: upload the rows and the outcomes.")
    ] = False,
) -> None:
    """Measure on labelled questions and public data, against targets; data that is absent is skipped."""
    from console.evaluate import Wanted, show_comparison
    from console.evaluate import evaluate as run
    from errors import EvalError
    from evals.registry import experiments, suites
    from graph.settings import Settings

    if upload and not langsmith:
        raise EvalError("--upload is of --langsmith: add it; nothing else is ever uploaded")
    settings = Settings.from_env()
    if langsmith:
        chosen = experiments(name, suite, settings.catalogs, upload=upload)
    else:
        chosen = suites(name, suite, settings.catalogs)
    if compare is not None:
        show_comparison(*compare, as_json=as_json)
        return
    wanted = Wanted(as_json, several=suite is None, rows=rows, matrix=confusion, pictures=pictures)
    met = run(chosen, settings, wanted)
    raise typer.Exit(1 if gate and not met else 0)


@app.command()
def tune(
    catalog: CatalogName = None,
    *,
    as_json: AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the curves as a PNG file.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Put the settings into the catalog's own file.")] = False,
) -> None:
    """Choose a catalog's settings on its labelled questions; prints them, and changes nothing unless asked to."""
    from console.tune import run

    run(_resources(catalog), as_json=as_json, plot=plot, into_catalog=write)


def main() -> NoReturn:
    """Run the command; every error raised on purpose is one line on stderr."""
    from dotenv import load_dotenv

    load_dotenv(Path.cwd() / ".env")
    try:
        app()
        code = 0
    except SystemExit as left:  # how typer ends: usage errors are 2, Ctrl-C is 130
        code = left.code if isinstance(left.code, int) else 1
    except SignalboxError as fault:
        print(f"error: {fault}", file=sys.stderr)  # noqa: T201 - a command's error
        code = 2
    _leave(code)


def _resources(catalog: str | None, *, model: str | None = None, on_build: Any = None) -> Resources:
    from graph.resources import Resources
    from graph.settings import Settings
    from knowledge.ingest import no_progress

    settings = Settings.from_env(catalog=catalog, model=model)
    return Resources.load(settings, on_build=on_build or no_progress)


def _said(resume: str) -> Any:
    """What --resume gives: an object of values where it is one, else the user's words."""
    import json

    try:
        given = json.loads(resume)
    except ValueError:
        return resume
    return given if isinstance(given, dict) else resume


def _code(outcome: dict[str, Any]) -> int:
    if "waiting" in outcome:
        return WAITING
    return HANDED_OVER if outcome["handover"] else 0 if outcome["complete"] else NOT_FOUND


def _leave(code: int) -> NoReturn:
    """End the process. A collector of traces that hangs would hold it for minutes: it is given a moment, not more."""
    sys.stdout.flush()
    sys.stderr.flush()
    if "langsmith" in sys.modules and _traced():
        from graph.tracing import flush

        waiting = threading.Thread(target=flush, daemon=True)
        waiting.start()
        waiting.join(EXIT_WAIT_S)
        os._exit(code)
    sys.exit(code)


def _traced() -> bool:
    from langsmith.utils import tracing_is_enabled  # it knows the four variables that switch tracing on

    return bool(tracing_is_enabled())


if __name__ == "__main__":
    main()
