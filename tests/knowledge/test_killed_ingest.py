"""kill -9: wherever an ingest was killed, the next one ends in the state of a run that nothing disturbed."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable

from fakes import write_files
from other_process import holdings, other_process
from word_vectors import WordEmbedder

from knowledge.catalog import Catalog
from knowledge.ingest import ingest, stale
from knowledge.store import Store

KILLS = 7


def pages(first: int, last: int, told: str) -> dict[str, str]:
    """Documents of two chunks each."""
    return {
        f"{n:03}.md": f"# Page {n}\n\nPage {n} is about {told}{n}.\n\n## More\n\nIt has word{n}.\n"
        for n in range(first, last)
    }


def timed_kill(catalog: Catalog, store: Store, after_s: float) -> bool:
    """Run an ingest and kill it so long after it began; whether it was still at work."""
    with other_process(catalog, store) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(after_s)
        killed = process.poll() is None
        process.send_signal(signal.SIGKILL)
    return killed


def test_killed_at_random_points_it_ends_as_if_nothing_happened(
    make_catalog: Callable[..., Catalog], make_store: Callable[[str], Store], words: WordEmbedder
) -> None:
    """Between kills documents are added, changed and deleted; the last run leaves what a first build leaves."""
    catalog = make_catalog({"wiki": {"files": pages(0, 200, "topic")}, "news": {"files": pages(0, 40, "news")}})
    folder = catalog.folder / catalog.base[0].documents
    began = time.perf_counter()
    ingest(catalog, make_store("timed"), lambda name: words)
    usual = time.perf_counter() - began
    broken, chance = make_store("broken"), random.Random(7)  # noqa: S311 - no secret hangs on it
    killed = 0
    for turn in range(KILLS):
        killed += timed_kill(catalog, broken, chance.uniform(0, usual))
        write_files(folder, pages(20 * turn, 20 * turn + 20, f"change{turn}x"))
        (folder / f"{150 + turn:03}.md").unlink()
    assert killed >= KILLS // 2
    ingest(catalog, broken, lambda name: words)
    whole = make_store("whole")
    ingest(catalog, whole, lambda name: words)
    assert holdings(catalog, broken, words) == holdings(catalog, whole, words)
    assert stale(catalog, broken) == ""
