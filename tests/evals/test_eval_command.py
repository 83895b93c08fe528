"""`signalbox eval`: tables for people, objects for machines, and an exit code that only a gate changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result as Done
from typer.testing import CliRunner

from cli import app
from console.evaluate import Wanted, evaluate
from errors import BenchmarkMissing, EvalError
from evals.registry import Suite
from evals.report import Result, Row
from graph.settings import Settings
from knowledge.ingest import Progress

KEYS = ["suite", "split", "tuned_on", "n", "metrics", "targets", "seconds"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs `signalbox eval` with a home of the test's own and without public data."""
    monkeypatch.setenv("SIGNALBOX_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SIGNALBOX_BENCHMARKS", str(tmp_path / "nothing"))

    def call(*arguments: object) -> Done:
        return CliRunner().invoke(app, ["eval", *map(str, arguments)])

    return call


def test_one_suite_prints_its_table(run) -> None:
    """Without --json the figures stand beside their targets on stdout."""
    done = run("routing", "--suite", "lab")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("lab: 18 rows (all), tuned on nothing")
    assert "  as_published      1.0000  target >= 1\n" in done.stdout
    assert "confusion" not in done.stdout


def test_one_suite_is_one_object(run) -> None:
    """With --json and one suite, stdout is one object with the seven keys."""
    found = json.loads(run("routing", "--suite", "lab", "--json").stdout)
    assert list(found) == KEYS
    assert found["metrics"]["accuracy_tfidf"] == 0.8333


def result(name: str, accuracy: float) -> Result:
    """One result with a target of .5."""
    row = Row(id="1", wanted=["a"], chosen=["a"], right={"accuracy": 1})
    return Result(
        suite=name,
        split="all",
        tuned_on="nothing",
        n=1,
        metrics={"accuracy": accuracy},
        targets={"accuracy": 0.5},
        seconds=0.0,
        rows=[row],
    )


def absent(settings: Settings, progress: Progress) -> Result:
    """A suite whose data is not there."""
    raise BenchmarkMissing("[data]/x is missing: set SIGNALBOX_BENCHMARKS")


FAKES: dict[str, Suite] = {
    "good": lambda settings, progress: result("good", 0.5),
    "absent": absent,
    "bad": lambda settings, progress: result("bad", 0.25),
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A home of the test's own."""
    return Settings.from_env({}, home=tmp_path)


def test_several_suites_are_a_list(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """Every suite that could run is in the list; the one that could not is named on stderr, with the setting."""
    assert evaluate(FAKES, settings, Wanted(as_json=True)) is False
    printed = capsys.readouterr()
    assert [one["suite"] for one in json.loads(printed.out)] == ["good", "bad"]
    assert "skipped absent: [data]/x is missing: set SIGNALBOX_BENCHMARKS\n" in printed.err


def test_one_of_several_is_still_a_list(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """The shape depends on what was asked, not on how much of it was there."""
    for names, suites in ((["good"], ["good"]), (["absent"], [])):
        assert evaluate({name: FAKES[name] for name in names}, settings, Wanted(as_json=True)) is True
        assert [one["suite"] for one in json.loads(capsys.readouterr().out)] == suites


def test_tables_come_one_by_one(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """A person sees each table as soon as its suite is done, with a blank line between."""
    assert evaluate(FAKES, settings, Wanted(matrix=True)) is False
    out = capsys.readouterr().out
    assert out.startswith(
        "good: 1 rows (all), tuned on nothing, 0.0 s\n  accuracy    0.5000  target >= 0.5\n\nconfusion"
    )
    assert "  accuracy    0.2500  target >= 0.5  missed by 0.2500\n" in out


def test_rows_of_several_are_one_file(settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is saved has the shape of what is printed, with rows."""
    file = tmp_path / "rows.json"
    evaluate(FAKES, settings, Wanted(as_json=True, rows=file))
    printed, saved = json.loads(capsys.readouterr().out), json.loads(file.read_text())
    assert [one | {"rows": result("", 0)["rows"]} for one in printed] == saved


def test_rows_that_cannot_be_saved_are_an_error(settings: Settings, tmp_path: Path) -> None:
    """The file is named."""
    (tmp_path / "file").write_text("")
    with pytest.raises(EvalError, match=r"rows\.json: cannot be written"):
        evaluate({"good": FAKES["good"]}, settings, Wanted(rows=tmp_path / "file" / "rows.json"))


@pytest.mark.parametrize("suite", ["clinc150", "mtrag", "pairs", "mixsnips", "feb4rag"])
def test_an_absent_set_names_its_setting(run, suite: str) -> None:
    """A public suite whose folder is not there is skipped, and says what to set."""
    done = run("routing", "--suite", suite)
    assert (done.exit_code, done.stdout) == (0, "")
    assert f"skipped {suite}: " in done.stderr
    assert "set SIGNALBOX_BENCHMARKS" in done.stderr


def test_an_absent_suite_prints_nothing_and_passes_the_gate(run) -> None:
    """What could not be measured has missed nothing; stdout stays empty."""
    done = run("routing", "--suite", "clinc150", "--json", "--gate")
    assert (done.exit_code, done.stdout) == (0, "")


def test_only_a_gate_fails_on_a_miss(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missed target is printed and exits with 0; with --gate it exits with 1."""
    from evals import lab  # the targets are the suite's own

    monkeypatch.setitem(lab.TARGETS, "accuracy_tfidf", 0.9)
    missed = run("routing", "--suite", "lab")
    assert missed.exit_code == 0
    assert "target >= 0.9  missed by 0.0667" in missed.stdout
    assert run("routing", "--suite", "lab", "--gate").exit_code == 1


def test_rows_are_saved_and_compared(run, tmp_path: Path) -> None:
    """A run saved with its rows can be compared with another, as lines or as objects."""
    file = tmp_path / "new" / "lab.json"
    assert run("routing", "--suite", "lab", "--rows", file).exit_code == 0
    saved = json.loads(file.read_text())
    assert list(saved) == [*KEYS, "rows"]
    worse = tmp_path / "worse.json"
    for row in saved["rows"][:6]:
        row["right"]["accuracy"] = 0
    worse.write_text(json.dumps(saved))
    done = run("routing", "--compare", worse, file)
    assert done.exit_code == 0, done.output
    [line] = [line for line in done.stdout.splitlines() if line.startswith("lab accuracy ")]
    assert "0.6667 -> 1.0000  +0.3333" in line
    assert "6 gained, 0 lost of 18" in line
    found = {one["metric"]: one for one in json.loads(run("routing", "--compare", worse, file, "--json").stdout)}
    assert (found["accuracy"]["sure"], found["accuracy_tfidf"]["sure"]) == (True, False)


def test_confusions_are_printed_and_drawn(run, tmp_path: Path) -> None:
    """On demand: a table on stdout, and a PNG in a folder."""
    pytest.importorskip("matplotlib")
    done = run("routing", "--suite", "lab", "--confusion", "--pictures", tmp_path / "pictures")
    assert "confusion (rows: wanted, columns: chosen)" in done.stdout
    assert [file.name for file in (tmp_path / "pictures").iterdir()] == ["confusion-lab.png"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["routng"], "'routng' is no eval"),
        (["routing", "--suite", "x"], "routing has no suite 'x'"),
        (["routing", "--compare", "a.json", "b.json"], r"a\.json: cannot be read"),
        (["routng", "--compare", "a.json", "b.json"], "'routng' is no eval"),
    ],
)
def test_a_mistake_is_an_error_of_the_house(run, arguments: list[str], says: str) -> None:
    """Wrong names and files are errors that the command line prints as one line."""
    with pytest.raises(EvalError, match=says):
        raise run(*arguments).exception
