"""`signalbox threads`: the conversations that are kept, as lines or as JSON."""

from __future__ import annotations

from dataclasses import asdict

from console.show import print_json, print_out
from graph.threads import Threads


def show_threads(threads: Threads, catalog: str, *, as_json: bool) -> None:
    """A catalog's threads, the last written first. Raises StoreError."""
    found = threads.listed(catalog)
    if as_json:
        print_json([asdict(one) | {"last": one.last.isoformat()} for one in found], indent=2)
    elif found:
        for one in found:
            print_out(f"{one.last:%Y-%m-%d %H:%M}  {one.name}")
    else:
        print_out(f'No thread of {catalog} is kept. Begin one: signalbox ask --catalog {catalog} --thread NAME "..."')


def show_thread(threads: Threads, catalog: str, name: str, *, as_json: bool) -> None:
    """What was said in a thread. Raises InputError where there is no such thread."""
    turns = threads.turns(catalog, name)
    if as_json:
        print_json(turns, indent=2)
        return
    for turn in turns:
        print_out(f"> {turn['content']}\n" if turn["role"] == "user" else f"{turn['content']}\n")
