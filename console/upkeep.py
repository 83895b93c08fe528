"""Commands of upkeep, beside those that ask and measure: parse, call, print, as cli.py does, which mounts them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from console.options import CatalogName

if TYPE_CHECKING:
    from graph.backup import Held
    from graph.threads import Threads
    from knowledge.catalog import Catalog
    from routing.log import RouteLog

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON on stdout, for machines.")]

review = typer.Typer(no_args_is_help=True, help="Label sampled messages, so that they become the catalog's gate.")


@review.command("list")
def review_list(
    catalog: CatalogName = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="Also those that are labelled.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the messages that wait for a label: blocked, fell back, and a sample of the rest."""
    from console.review import show_rows

    with _logged(catalog) as (known, log):
        show_rows(log, known, everything=everything, as_json=as_json)


@review.command("label")
def review_label(
    review_id: Annotated[str, typer.Argument(help="The row's id, as `review list` shows it.")],
    catalog: CatalogName = None,
    *,
    base: Annotated[list[str] | None, typer.Option(help="A base it needs; none of them: out of scope.")] = None,
    document: Annotated[list[str] | None, typer.Option(help="A source that a right answer cites.")] = None,
    point: Annotated[
        list[str] | None, typer.Option(help="What a right answer says; forms that will do are parted by |.")
    ] = None,
    kind: Annotated[str, typer.Option(help="The kind of question.")] = "lookup",
    mood: Annotated[str, typer.Option(help="The mood of the message.")] = "neutral",
    split: Annotated[str | None, typer.Option(help="tune or report.", show_default="by its id")] = None,
    drop: Annotated[bool, typer.Option("--drop", help="It is no question to learn from or to measure with.")] = False,
) -> None:
    """Say what a message needs; a second word takes the place of the first."""
    from console.show import print_json, print_out
    from routing.review import label, label_of

    points = [[form.strip() for form in one.split("|")] for one in point or []]
    values = {"bases": base or [], "documents": document or [], "points": points, "kind": kind, "mood": mood}
    said = label_of({**values, "split": split, "drop": drop})
    with _logged(catalog) as (known, log):
        made = label(log, known, review_id, said)
    if made is None:
        print_out(f"{review_id} is dropped")
    else:
        print_json(made.model_dump(mode="json"))


@review.command("export")
def review_export(
    file: Annotated[Path | None, typer.Argument(help="By default the catalog's own questions.jsonl.")] = None,
    catalog: CatalogName = None,
) -> None:
    """Write the labelled messages under the catalog's labelled questions; what stands there stays."""
    from console.show import print_out
    from knowledge.labelled import FILE
    from routing.review import export

    with _logged(catalog) as (known, log):
        written = export(log, known, file)
    print_out(f"{len(written)} labelled questions written to {file or known.folder / FILE}")


@contextmanager
def _logged(catalog: str | None) -> Iterator[tuple[Catalog, RouteLog]]:
    from errors import ConfigError
    from graph.resources import Resources
    from graph.settings import Settings

    resources = Resources.load(Settings.from_env(catalog=catalog))
    if resources.route_log is None:
        raise ConfigError("SIGNALBOX_LOG is none: nothing is logged")
    with closing(resources.route_log) as log:
        yield resources.catalog, log


threads = typer.Typer(no_args_is_help=True, help="The conversations that `signalbox ask --thread` keeps.")
ThreadName = Annotated[str, typer.Argument(help="The thread's name.")]


@threads.command("list")
def threads_list(catalog: CatalogName = None, *, as_json: AsJson = False) -> None:
    """Show a catalog's threads, the last written first."""
    from console.threads import show_threads

    kept, name = _threads(catalog)
    show_threads(kept, name, as_json=as_json)


@threads.command("show")
def threads_show(thread: ThreadName, catalog: CatalogName = None, *, as_json: AsJson = False) -> None:
    """Show what was said in a thread."""
    from console.threads import show_thread

    kept, name = _threads(catalog)
    show_thread(kept, name, thread, as_json=as_json)


@threads.command("delete")
def threads_delete(thread: ThreadName, catalog: CatalogName = None) -> None:
    """Forget a thread."""
    from console.show import print_out

    kept, name = _threads(catalog)
    kept.delete(name, thread)
    print_out(f"{thread} is deleted")


@threads.command("expire")
def threads_expire(
    days: Annotated[float, typer.Argument(min=0, max=36_500, help="Days since a thread was last written.")],
) -> None:
    """Forget the threads of every catalog that were not written for so many days."""
    from console.show import print_out

    print_out(f"{_threads(None)[0].expire(days)} threads deleted")


def _threads(catalog: str | None) -> tuple[Threads, str]:
    from graph.settings import Settings
    from graph.threads import Threads
    from knowledge.catalog import find

    settings = Settings.from_env(catalog=catalog)
    return Threads.under(settings.home), find(settings.catalog, settings.catalogs).name


def backup(
    file: Annotated[Path, typer.Argument(help="The archive to write, for example signalbox.zip.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Put stores, threads and route log into one archive; a server may go on meanwhile."""
    from graph.backup import backup as made
    from graph.settings import Settings

    _show_held(made(Settings.from_env(), file), f"backed up to {file}", as_json=as_json)


def restore(
    file: Annotated[Path, typer.Argument(help="An archive that `signalbox backup` wrote.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring back stores, threads and route log from an archive, after its checksums."""
    from graph.backup import restore as brought
    from graph.settings import Settings

    settings = Settings.from_env()
    _show_held(brought(settings, file, force=force), f"restored to {settings.home}", as_json=as_json)


def _show_held(held: Held, what: str, *, as_json: bool) -> None:
    from dataclasses import asdict

    from console.show import print_json, print_out, stderr

    if as_json:
        print_json(asdict(held), indent=2)
        return
    size = sum(one["size"] for one in held.files.values())
    print_out(f"{what}: {', '.join(held.catalogs) or 'no store'}; {len(held.files)} files, {size / 1e6:.1f} MB")
    for one in held.left_out:
        stderr.print(f"[dim]not in it:[/] {one}")
