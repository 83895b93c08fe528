"""Every suite is found by name, and the two that need no data give the published figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from errors import BenchmarkMissing, EvalError
from evals.registry import SUITES, experiments, suites
from evals.report import Result, missed, plain
from graph.settings import Settings
from knowledge.catalog import Catalog
from knowledge.ingest import no_progress

PUBLIC = ("clinc150", "mtrag", "pairs", "mixsnips", "feb4rag")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A home of the test's own, and no public data."""
    return Settings.from_env({}, home=tmp_path / "home", benchmarks=tmp_path / "nothing")


def test_the_evals_and_their_suites() -> None:
    """The names a user may type; catalogs join the routing suites as lines of their own."""
    assert " ".join(SUITES) == (
        "routing mood kinds answers wording rewrite retrieval context ingest guard normalisation gating tools cypher "
        "sql"
    )
    assert {"lab", "width", *PUBLIC} <= set(SUITES["routing"])
    assert "clinic" in SUITES["mood"]


def test_all_suites_or_one() -> None:
    """Without a suite all of an eval come, in their order; with one it alone."""
    assert list(suites("routing")) == list(SUITES["routing"])
    assert suites("routing", "lab") == {"lab": SUITES["routing"]["lab"]}


def test_a_catalog_of_ones_own_is_a_suite(make_catalog: Callable[..., Catalog]) -> None:
    """A catalog that is no line of the registry is measured by its name, here and by LangSmith's evaluate."""
    catalog = make_catalog({"wiki": {"files": {"a.md": "# Tea\n\nTea steeps.\n"}}})
    catalogs = catalog.folder.parent
    assert list(suites("routing", catalog.name, catalogs)) == [catalog.name]
    assert list(experiments("answers", catalog.name, catalogs)) == [catalog.name]
    with pytest.raises(EvalError, match=f"'wiki'; valid: .*, and every catalog in {re.escape(str(catalogs))}"):
        suites("answers", "wiki", catalogs)
    with pytest.raises(EvalError, match="has no suite"):
        suites("routing", f"../{catalogs.name}/{catalog.name}", catalogs)
    with pytest.raises(EvalError, match="'tiny'; valid: cast"):
        suites("rewrite", "tiny", catalogs)


def test_an_unknown_name_names_the_valid_ones() -> None:
    """A mistyped eval or suite is told what there is."""
    with pytest.raises(EvalError, match="'routng' is no eval; valid: routing, mood, kinds, answers, wording, rewrite"):
        suites("routng")
    with pytest.raises(EvalError, match=r"routing has no suite 'clinc'; valid: lab, width, clinc150"):
        suites("routing", "clinc")


@pytest.mark.parametrize("suite", PUBLIC)
def test_absent_data_is_told_apart_from_a_fault(settings: Settings, suite: str) -> None:
    """A public suite without its data raises what a caller skips on, and writes nothing."""
    with pytest.raises(BenchmarkMissing):
        SUITES["routing"][suite](settings, no_progress)
    assert not settings.home.exists()


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The lab's result."""
    return SUITES["routing"]["lab"](Settings.from_env({}, home=tmp_path_factory.mktemp("home")), no_progress)


def test_the_lab_reproduces_its_table(lab: Result) -> None:
    """Every line is as published, and meaning repairs the mistakes that words make with confidence."""
    assert (lab["suite"], lab["n"]) == ("lab", 18)
    assert missed(lab) == {}
    assert (lab["metrics"]["as_published"], lab["metrics"]["repaired"]) == (1.0, 1.0)
    assert lab["metrics"]["accuracy_tfidf"] == pytest.approx(15 / 18)
    reached = [lab["metrics"][f"reached_{floor}"] for floor in ("0.00", "0.01", "0.30", "0.42")]
    assert reached == [15, 16, 16, 18]


def test_the_lab_has_a_row_a_ticket(lab: Result) -> None:
    """Rows carry what was wanted and chosen, and only the two confident mistakes can be repaired."""
    rows = lab["rows"]
    assert len({row["id"] for row in rows}) == 18
    assert all(len(row["wanted"]) == len(row["chosen"]) == 1 for row in rows)
    assert [row["right"]["repaired"] for row in rows if "repaired" in row["right"]] == [1, 1]
    assert "rows" not in plain(lab)


def test_the_width_simulation_reproduces_its_tables(settings: Settings) -> None:
    """All 32 cells are as published, the best width is five, and a missing specialist is 29.5 times as dear."""
    result = SUITES["routing"]["width"](settings, no_progress)
    assert (result["n"], result["metrics"]["as_published"], result["metrics"]["best_width"]) == (400, 1.0, 5.0)
    assert result["metrics"]["ratio"] == pytest.approx(29.5, abs=0.05)
    assert missed(result) == {}


def test_kinds_are_a_suite_of_a_catalog(settings: Settings) -> None:
    """A suite of a catalog is asked for in the same way and returns the same object."""
    result = SUITES["kinds"]["larkspur"](settings, no_progress)
    assert result["suite"] == "kinds"
    assert len(result["rows"]) == result["n"] > 0
    right = [row["right"]["accuracy"] for row in result["rows"]]
    assert result["metrics"]["accuracy"] == pytest.approx(sum(right) / len(right))
