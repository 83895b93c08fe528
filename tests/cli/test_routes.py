"""`signalbox routes`: what the log says of past decisions; and the exit code of a conversation handed to a person."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fakes import write_catalog

from routing.log import RouteLog
from routing.log_rows import DecisionRow

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime.now(UTC)
Run = Callable[..., subprocess.CompletedProcess[str]]


def row(run_id: str, days: float, **given: object) -> DecisionRow:
    """A decision of so many days ago."""
    plain = {
        "question": "q1",
        "question_hash": f"hash-{run_id}",
        "catalog": "tiny",
        "bases": ("tea",),
        "scores": {"tea": 0.9, "pots": 0.1},
        "tier": "semantic",
        "searched": 1,
        "passages": {"tea": 2},
    }
    return DecisionRow(time=NOW - timedelta(days=days), run_id=run_id, **{**plain, **given})  # type: ignore[arg-type]


ROWS = [
    row("old", 20),
    row("plain", 1),
    row("wide", 2, bases=("tea", "pots"), fell_back=True, searched=2, passages={"tea": 0, "pots": 0}, empty=True),
    row("person", 3, bases=(), scores={}, tier="rules", searched=0, passages={}, mood="distress"),
    row("elsewhere", 1, catalog="other"),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home whose log has decisions of two catalogs."""
    write_catalog(
        tmp_path / "catalogs",
        "tiny",
        {
            "tea": {"description": "Steeping tea.", "files": {"tea.md": "Green tea steeps for two minutes.\n"}},
            "pots": {"description": "Pots.", "files": {"pots.md": "A pot of clay keeps tea warm.\n"}},
        },
        kinds=["lookup"],
        moods={"neutral": "answer", "distress": "on-call"},
        mood_words={"distress": ["cannot breathe"]},
    )
    log = RouteLog(f"sqlite:///{tmp_path / 'home' / 'routes.sqlite'}")
    log.record(ROWS)
    log.close()
    return tmp_path / "home"


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """Runs `signalbox` over that home; returns the finished process."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNALBOX_")}
    kept |= {"SIGNALBOX_HOME": str(home), "SIGNALBOX_CATALOGS": str(tmp_path / "catalogs")}
    kept |= {"SIGNALBOX_CATALOG": "tiny", "LANGSMITH_TRACING": "false"}

    def call(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cli", *arguments]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env={**kept, **environment},
            timeout=120,
            check=False,
        )

    return call


def test_the_log_as_one_object(run: Run) -> None:
    """`--json` prints one object over the chosen catalog's decisions, with shares for each base and tier."""
    done = run("routes", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["catalog"], told["decisions"], told["runs"], told["not_searched"]) == ("tiny", 4, 4, 1)
    assert (told["searches_per_question"], told["fallback_rate"], told["empty"]) == (1.0, 0.25, 1)
    assert {(one["base"], one["tier"]): one["decisions"] for one in told["shares"]} == {
        ("tea", "semantic"): 3,
        ("pots", "semantic"): 1,
        ("", "rules"): 1,
    }


def test_the_log_as_tables(run: Run) -> None:
    """Without `--json` a person reads bases, shares and what is suspected; nothing else is on stdout."""
    done = run("routes")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("tiny: 4 decisions in 4 runs since ")
    assert "Decisions by base and tier" in done.stdout
    assert "No misroute is suspected." in done.stdout
    assert "\x1b[" not in done.stdout


@pytest.mark.parametrize(("days", "decisions"), [("30", 4), ("10", 3), ("1.5", 1)])
def test_only_the_last_days(days: str, decisions: int, run: Run) -> None:
    """`--since` leaves older decisions out, and keeps them."""
    assert json.loads(run("routes", "--since", days, "--json").stdout)["decisions"] == decisions
    assert json.loads(run("routes", "--json").stdout)["decisions"] == 4


def test_old_rows_are_deleted_on_demand(run: Run) -> None:
    """`--expire` deletes what is older, says how much on stderr, and shows the rest."""
    done = run("routes", "--expire", "10", "--json")
    assert (json.loads(done.stdout)["decisions"], done.stderr) == (3, "1 decisions deleted\n")
    assert json.loads(run("routes", "--json").stdout)["decisions"] == 3


def test_another_catalog(run: Run, tmp_path: Path) -> None:
    """Each catalog has its own report; one that was never asked says how to begin."""
    write_catalog(tmp_path / "catalogs", "other", {"a": {}})
    write_catalog(tmp_path / "catalogs", "fresh", {"a": {}})
    assert json.loads(run("routes", "--catalog", "other", "--json").stdout)["decisions"] == 1
    done = run("routes", "--catalog", "fresh")
    assert done.returncode == 0
    assert done.stdout.startswith("No decision over fresh is in the log.")
    assert 'signalbox ask --catalog fresh "..."' in done.stdout


@pytest.mark.parametrize(
    ("arguments", "environment", "says"),
    [
        (["routes"], {"SIGNALBOX_LOG": "none"}, "SIGNALBOX_LOG is none: nothing is logged"),
        (["routes"], {"SIGNALBOX_LOG": "nonsense"}, "log: no database can be reached by this URL"),
        (["routes"], {"SIGNALBOX_LOG": "sqlite:////proc/no/log.sqlite"}, ""),
        (["routes", "--catalog", "nope"], {}, "valid catalogs in"),
        (["routes", "--since", "-1"], {}, "--since"),
        (["routes", "--since", "soon"], {}, "--since"),
        (["routes", "--expire", "1e99"], {}, "--expire"),
    ],
)
def test_wrong_usage_is_one_clear_line(arguments: list[str], environment: dict[str, str], says: str, run: Run) -> None:
    """Bad input or a log that is not there is told with exit code 2 and no traceback; a log not begun is empty."""
    done = run(*arguments, **environment)
    assert done.returncode == (2 if says else 0)
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) is not bool(says)


def test_a_conversation_handed_over_has_an_exit_code_of_its_own(run: Run, home: Path) -> None:
    """An escalated `ask` prints what the user is told, ends with 4, and stands in the log as not searched."""
    done = run("ask", "I cannot breathe, how long does green tea steep?")
    assert done.returncode == 4, done.stderr
    assert done.stdout.startswith("This sounds urgent, so the person on call is being told right now")
    assert "0 searches" in done.stderr
    (given,) = (home / "tiny" / "handovers.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(given)["target"] == "on-call"
    told = json.loads(run("routes", "--since", "0.5", "--json").stdout)
    assert (told["decisions"], told["not_searched"]) == (1, 1)
    again = run("ask", "How long does green tea steep?", "--json")
    outcome = json.loads(again.stdout)
    assert (again.returncode, outcome["handover"], outcome["mood"]["target"]) == (0, None, "answer")


def test_help_names_the_command(run: Run) -> None:
    """`--help` lists it, and its own help says what it shows."""
    assert "routes" in run("--help").stdout
    assert "--since" in run("routes", "--help").stdout
