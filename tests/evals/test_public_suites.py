"""The public suites on a few of their own rows: they run through and count right. Figures are not asserted."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from evals import clinc150, feb4rag, ingest, mixsnips, mtrag, pairs
from evals.public import half
from evals.report import Result, mean_of_rows
from graph.settings import Settings

DATA = Settings.from_env({}).benchmarks


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A folder for the excerpt, and a home of the test's own. Skips where the public data is absent."""
    if not DATA.is_dir():
        pytest.skip("the public data is not there; SIGNALBOX_BENCHMARKS names its folder")
    return Settings.from_env({}, home=tmp_path / "home", benchmarks=tmp_path / "data")


def excerpt(settings: Settings, name: str, keep: Callable[[dict[str, Any]], bool] | None, most: int) -> list[Any]:
    """Copy the first rows of a file that `keep` takes, and return them."""
    opened = gzip.open if name.endswith(".gz") else open
    with opened(DATA / name, "rt", encoding="utf-8") as file:
        rows = list(islice((row for row in map(json.loads, file) if keep is None or keep(row)), most))
    write(settings, name, rows)
    return rows


def write(settings: Settings, name: str, rows: Iterable[dict[str, Any]]) -> None:
    """Write rows as a file of the excerpt."""
    file = settings.benchmarks / name
    file.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    file.write_bytes(gzip.compress(text) if file.suffix == ".gz" else text)


def check(result: Result, suite: str, n: int) -> None:
    """The object is whole: every target has a figure, every figure a finite number, and rows agree with figures."""
    assert (result["suite"], result["n"]) == (suite, n)
    assert result["targets"].keys() <= result["metrics"].keys()
    assert all(math.isfinite(value) for value in result["metrics"].values())
    rows = result.get("rows", [])
    assert len({row["id"] for row in rows}) == len(rows)
    for metric in {name for row in rows for name in row["right"]}:
        assert result["metrics"][metric] == pytest.approx(mean_of_rows(rows, metric))


def test_clinc150(settings: Settings) -> None:
    """Three domains of ten training rows or more, and strangers: rows in scope and out of it are counted."""
    domains = json.loads((DATA / "clinc150" / "domains.json").read_text())
    few = dict(islice(domains.items(), 3))
    (settings.benchmarks / "clinc150").mkdir(parents=True)
    (settings.benchmarks / "clinc150" / "domains.json").write_text(json.dumps(few))
    for name, most in (("train", 12), ("val", 2), ("test", 4)):
        rows = [excerpt(settings, f"clinc150/{name}.jsonl", lambda row, of=of: row["domain"] == of, most) for of in few]
        write(settings, f"clinc150/{name}.jsonl", [row for part in rows for row in part])
    for name in ("oos_train_plus", "oos_train", "oos_val", "oos_test"):
        excerpt(settings, f"clinc150/{name}.jsonl", None, 12)
    check(clinc150.run(settings), "clinc150", 12 + 12)


def test_feb4rag(settings: Settings) -> None:
    """A dozen graded requests of each half: one half teaches, the other is reported."""
    for of in ("even", "odd"):
        rows = excerpt(settings, "feb4rag/requests.jsonl", lambda row, of=of: half(row["id"]) == of, 12)
        (settings.benchmarks / "feb4rag" / of).write_text(json.dumps(rows))
    both = [json.loads((settings.benchmarks / "feb4rag" / of).read_text()) for of in ("even", "odd")]
    write(settings, "feb4rag/requests.jsonl", [row for part in both for row in part])
    (settings.benchmarks / "feb4rag" / "engines.json").write_text((DATA / "feb4rag" / "engines.json").read_text())
    check(feb4rag.run(settings), "feb4rag", 12)


@pytest.fixture
def conversations(settings: Settings) -> Settings:
    """Five passages of each base, a few conversations of each, and a few pairs."""
    for kb in ("clapnq", "cloud", "fiqa", "govt"):
        excerpt(settings, f"mtrag/corpus_small_{kb}.jsonl.gz", None, 5)
    tasks = []
    for kb in ("clapnq", "cloud", "fiqa", "govt"):
        tasks += excerpt(
            settings,
            "mtrag/tasks.jsonl",
            lambda row, kb=kb: row["kb"] == kb and half(row["conversation_id"]) == "odd" and len(row["history"]) <= 2,
            6,
        )
    write(settings, "mtrag/tasks.jsonl", tasks)
    return settings


def test_mtrag(conversations: Settings) -> None:
    """Openings, follow-ups and changes of subject are routed among four bases of five passages."""
    check(mtrag.run(conversations), "mtrag", 24)


def test_pairs(conversations: Settings) -> None:
    """Joined questions are split, and single ones are left to be counted."""
    excerpt(conversations, "mtrag/pairs_two_kb.jsonl", lambda row: half(row["id"]) == "odd", 6)
    check(pairs.run(conversations), "pairs", 6)


def test_mixsnips(settings: Settings) -> None:
    """Taught with a dozen single requests a label, joined ones are split and labelled."""
    name = "mixsnips/snips_train_single.jsonl"
    with (DATA / name).open(encoding="utf-8") as file:
        singles = [json.loads(line) for line in file]
    labels = sorted({row["intents"][0] for row in singles})
    write(settings, name, [row for of in labels for row in islice((r for r in singles if r["intents"] == [of]), 12)])
    excerpt(settings, "mixsnips/mixsnips_dev.jsonl", None, 6)
    check(mixsnips.run(settings), "mixsnips", 6)


def test_ingest(conversations: Settings) -> None:
    """Ten passages of the pool are ingested, ingested again, and asked."""
    for kb in ("clapnq", "cloud", "fiqa", "govt"):
        excerpt(conversations, f"mtrag/pool/corpus_pool_{kb}.jsonl.gz", None, 4)
    result = ingest.run(conversations, passages=10)
    check(result, "pool", 10)
    assert result["metrics"]["chunks"] == 10
