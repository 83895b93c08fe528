"""`signalbox ingest`: one run, or with --watch one after each change, with a bar, a report and a line that sums up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from console.show import Rate, print_json, print_out, stderr
from errors import ConfigError, StoreBusy
from graph.resources import Resources
from knowledge.ingest import Progress as OnProgress
from knowledge.ingest import Report
from knowledge.plan import scan_base
from knowledge.scanning import stamp_of

SHOWN = 50
"""Lines of a kind that a person is shown; --json has them all."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How an ingest is to go."""

    rebuild: bool = False
    dry_run: bool = False
    wait_s: float = 0
    as_json: bool = False


def run(resources: Resources, wanted: Wanted) -> Report:
    """One ingest, shown. Raises what `knowledge.ingest.ingest` raises."""
    began = time.perf_counter()
    with _bars(resources.catalog.name) as (on_read, advance):
        report = resources.ingest(
            rebuild=wanted.rebuild,
            dry_run=wanted.dry_run,
            wait_s=wanted.wait_s,
            progress=advance,
            on_read=on_read,
        )
    seconds = time.perf_counter() - began
    if wanted.as_json:
        print_json(asdict(report) | {"seconds": round(seconds, 2)})
    else:
        _show(report, seconds)
    return report


def watch(load: Callable[[], Resources], wanted: Wanted, every_s: float) -> None:
    """Ingest, and again whenever the documents or the catalog change and have come to rest, until Ctrl-C.

    The folders are looked at every `every_s` seconds rather than reported by the system: network shares report
    nothing. A fault that a change can mend (a broken catalog, a folder that is gone, another writer) is told once and
    waited out.
    """
    tries = _Tries(load, wanted)
    stderr.print(f"[dim]watching every {every_s:g} s; Ctrl-C stops[/]")
    try:
        while True:
            tries.look()
            time.sleep(every_s)
    except KeyboardInterrupt:
        stderr.print("[dim]stopped watching[/]")


class _Tries:
    """What was seen last, and what was ingested last."""

    def __init__(self, load: Callable[[], Resources], wanted: Wanted) -> None:
        self._load = load
        self._wanted = wanted
        self._resources = load()
        self._seen: Any = None
        self._done: Any = None
        self._told = ""

    def look(self) -> None:
        """Ingest if there is something new that was the same at the last look."""
        try:
            state = self._state()
            if state != self._done and (state == self._seen or self._seen is None):
                run(self._resources, self._wanted)
                self._done, self._told = state, ""
            self._seen = state
        except (ConfigError, StoreBusy) as fault:
            if str(fault) != self._told:
                stderr.print(f"[yellow]waiting:[/] {escape(str(fault))}")
            self._told = str(fault)

    def _state(self) -> Any:
        file = self._resources.catalog.folder / "catalog.toml"
        try:
            stamp = stamp_of(file.stat())
        except OSError as fault:
            raise ConfigError(f"{file}: cannot be read: {fault.strerror}") from None
        if self._seen is not None and stamp != self._seen[0]:
            fresh = self._load()
            self._resources.close()
            self._resources = fresh
        catalog = self._resources.catalog
        scans = [scan_base(catalog, spec) for spec in catalog.chunked]
        return stamp, [({name: file.stamp for name, file in scan.files.items()}, scan.notes) for scan in scans]


def _show(report: Report, seconds: float) -> None:
    for skipped in report.skipped[:SHOWN]:
        stderr.print(f"[yellow]skipped[/] {escape(skipped)}")
    if len(report.skipped) > SHOWN:
        stderr.print(f"[yellow]skipped[/] {len(report.skipped) - SHOWN} more; --json names them")
    if report.dry_run:
        for what, sources in (("new", report.new), ("changed", report.changed), ("gone", report.gone)):
            for source in sources[:SHOWN]:
                print_out(f"{what:8}{source}")
            if len(sources) > SHOWN:
                print_out(f"{what:8}{len(sources) - SHOWN} more; --json names them")
    told = "would be " if report.dry_run else ""
    reused = f" ({report.reused} without embedding)" if report.reused else ""
    print_out(
        f"{report.documents} documents: {report.added} chunks {told}added{reused}, {report.deleted} {told}deleted, "
        f"{report.unchanged} unchanged, {len(report.skipped)} files skipped"
    )
    stderr.print(f"[dim]{seconds:.1f} s[/]")


@contextmanager
def _bars(name: str) -> Iterator[tuple[OnProgress, OnProgress]]:
    """Two bars with rate and time left, on stderr, files looked at and chunks embedded; each appears with its first."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        reading = bar.add_task(f"reading {name}", visible=False, start=False)
        embedding = bar.add_task(f"embedding {name}", visible=False, start=False)

        def advancing(task: Any) -> OnProgress:
            def advance(done: int, total: int) -> None:
                if not bar.tasks[task].started:
                    bar.start_task(task)
                bar.update(task, completed=done, total=total, visible=True)

            return advance

        yield advancing(reading), advancing(embedding)
