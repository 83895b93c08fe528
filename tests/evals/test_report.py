"""The object every suite returns, what it misses, and how it is printed by a suite of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from errors import BenchmarkMissing
from evals import command
from evals.report import AT_MOST, Result, Row, at_most, mean_of_rows, missed, plain, table
from graph.settings import Settings
from knowledge.ingest import Progress

RESULT = Result(
    suite="pairs",
    split="odd",
    tuned_on="even",
    n=2,
    metrics={"all_needed": 0.5, "mean_width": 2.5, "exact": 1.00004},
    targets={"all_needed": 0.75, "mean_width": 2.0, "exact": 0.9, "top1": 0.1},
    seconds=0.04,
    rows=[Row(id="1", wanted=["a"], chosen=["a"], right={"exact": 1})],
)
PLAIN = {
    "suite": "pairs",
    "split": "odd",
    "tuned_on": "even",
    "n": 2,
    "metrics": {"all_needed": 0.5, "mean_width": 2.5, "exact": 1.0},
    "targets": {"all_needed": 0.75, "mean_width": 2.0, "exact": 0.9, "top1": 0.1},
    "seconds": 0.0,
}


def give(settings: Settings, progress: Progress) -> Result:
    """A suite that says it embedded and returns RESULT."""
    progress(1, 1)
    return RESULT


def absent(settings: Settings, progress: Progress) -> Result:
    """A suite without its data."""
    raise BenchmarkMissing("x is missing: set SIGNALBOX_BENCHMARKS")


def test_missed_targets_say_by_how_much() -> None:
    """A floor is missed from below, a ceiling from above, and what was not measured by infinity."""
    assert missed(RESULT) == {"all_needed": 0.25, "mean_width": 0.5, "top1": float("inf")}


def test_a_target_that_is_just_met_is_met() -> None:
    """49 of 50 meets a target of .98, whatever the last digit of the floating point says."""
    met = Result(**{**RESULT, "metrics": {"a": 1 - 1 / 50}, "targets": {"a": 0.98}})  # type: ignore[typeddict-item]
    assert missed(met) == {}


@pytest.mark.parametrize("name", [*AT_MOST, "ms_p50_embedding", "distress_false_alarms", "misrouted_0.30"])
def test_costs_have_a_ceiling(name: str) -> None:
    """Milliseconds, widths, errors and false alarms are better lower, whatever they are measured on."""
    assert at_most(name)


@pytest.mark.parametrize("name", ["accuracy", "exact", "oos_recall", "precedence", "top1", "reached_0.30"])
def test_gains_have_a_floor(name: str) -> None:
    """All else is better higher, also a name that only begins like a cost's."""
    assert not at_most(name)


def test_the_printed_object_has_the_seven_keys() -> None:
    """Rows are not printed, and figures have four digits."""
    assert plain(RESULT) == PLAIN


def test_the_table_shows_targets_and_misses() -> None:
    """One line a metric with its target and by how much it is missed, and one for a target nobody measured."""
    assert table(RESULT).splitlines() == [
        "pairs: 2 rows (odd), tuned on even, 0.0 s",
        "  all_needed    0.5000  target >= 0.75  missed by 0.2500",
        "  mean_width    2.5000  target <= 2  missed by 0.5000",
        "  exact         1.0000  target >= 0.9",
        "  top1               -  target >= 0.1  not measured",
    ]


def test_the_mean_of_rows_counts_those_that_have_the_metric() -> None:
    """A row without the metric is left out; a metric of no row is an error."""
    rows = [Row(id=str(n), wanted=[], chosen=[], right=right) for n, right in enumerate([{"a": 1}, {"a": 0}, {"b": 1}])]
    assert mean_of_rows(rows, "a") == 0.5
    with pytest.raises(ValueError, match="no row has c"):
        mean_of_rows(rows, "c")


def test_a_suite_alone_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    """With --json, a suite's own command prints its object on one line and nothing else on stdout."""
    assert command.main("pairs", give, arguments=["--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == PLAIN
    assert printed.err == "embedded 1 of 1\n"


def test_a_suite_alone_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json it is the table."""
    assert command.main("pairs", give, arguments=[]) == 0
    assert capsys.readouterr().out == table(RESULT) + "\n"


def test_tuning_figures_are_printed_instead(capsys: pytest.CaptureFixture[str]) -> None:
    """With --tune, the reported rows are not read at all."""
    tuned = {"even": {"exact": 0.5}}
    assert command.main("pairs", absent, lambda settings, progress: tuned, ["--tune", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == tuned


def test_absent_data_is_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    """Without its data a suite says on stderr what to set, prints nothing on stdout and does not fail."""
    assert command.main("pairs", absent, arguments=["--json"]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "skipped pairs: x is missing: set SIGNALBOX_BENCHMARKS\n"


def test_an_unknown_argument_stops_the_suite(capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped option costs no minutes, nor does --tune where nothing is tuned."""
    for arguments in (["--jsn"], ["--tune"]):
        with pytest.raises(SystemExit):
            command.main("pairs", give, arguments=arguments)
        assert "unrecognized arguments" in capsys.readouterr().err


@pytest.mark.parametrize("module", ["clinc150", "feb4rag", "mtrag", "pairs", "mixsnips"])
def test_a_public_suite_without_its_folder_is_missing(module: str, tmp_path: Path) -> None:
    """Every suite of public data, asked to measure or to tune, says that the data is not there."""
    import importlib  # only here: the modules are the parameter

    suite = importlib.import_module(f"evals.{module}")
    settings = Settings.from_env({}, benchmarks=tmp_path, home=tmp_path)
    for measure in (suite.run, suite.tune):
        with pytest.raises(BenchmarkMissing, match=rf"{module}|mtrag"):
            measure(settings)
