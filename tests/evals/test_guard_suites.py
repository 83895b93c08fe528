"""The suites of the guard on a few rows made here: they skip what is noise, and count calls as their docstrings say."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from errors import BenchmarkMissing
from evals import gating, guard, normalisation
from evals.guard_data import FILES, pairs
from evals.public import Benchmarks, half
from evals.registry import SUITES
from evals.roles import swaps
from graph.settings import Settings

DATA = Settings.from_env({}).benchmarks
ODD = next(name for name in map("tool{}".format, range(99)) if half(name) == "odd")
EVEN = next(name for name in map("tool{}".format, range(99)) if half(name) == "even")


def row(number: int, question: str, arguments: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """A row of the set: two number arguments and an enum, supplied unless it says otherwise."""
    properties = {
        "weight_kg": {"type": "number"},
        "height_cm": {"type": "number"},
        "plan": {"type": "string", "enum": ["a plan", "b plan"]},
    }
    name = kwargs.pop("name", ODD)
    return {
        "id": str(number),
        "source": "when2call_toolcall",
        "messages": [{"role": "user", "content": question}],
        "tool": {"name": name, "description": "", "parameters": {"properties": properties}},
        "call": {"name": name, "arguments": arguments},
        "label": "supplied",
        "ungrounded_args": [],
    } | kwargs


@pytest.fixture
def benchmarks(tmp_path: Path) -> Benchmarks:
    """Five odd rows, one of them noise, and an even one."""
    invented = {"label": "invented", "source": "when2call_rfi", "ungrounded_args": ["weight_kg"]}
    rows = [
        row(1, "70 kg and 180 cm", {"weight_kg": 70, "height_cm": 180}),
        row(2, "70 kg", {"weight_kg": 71}),
        row(3, "an adult", {"weight_kg": 70}, **invented),
        row(4, "70 kg", {"weight_kg": 70}, **invented, held_value_still_in_question=True),
        row(5, "70 kg", {"weight_kg": 70, "plan": "a plan"}),
        row(6, "70 kg", {"weight_kg": 70}, name=EVEN),
    ]
    (tmp_path / "guard").mkdir()
    for name, text in zip(FILES, ("".join(json.dumps(one) + "\n" for one in rows), ""), strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Benchmarks(tmp_path)


def test_calls_are_counted_by_half_label_source_and_type(benchmarks: Benchmarks) -> None:
    """Noise and the other half stay out; an inferred choice passes, but not where enums must be said."""
    result = guard.measure(pairs(benchmarks, "odd"), started=time.perf_counter())
    metrics = result["metrics"]
    shown = {
        name: metrics[name] for name in ("false_block", "false_pass", "false_block_when2call", "false_pass_when2call")
    }
    assert shown == {
        "false_block": pytest.approx(1 / 3),
        "false_pass": 0.0,
        "false_block_when2call": pytest.approx(1 / 3),
        "false_pass_when2call": 0.0,
    }
    assert (metrics["false_block_count"], metrics["false_block_of"], metrics["false_pass_of"]) == (1, 3, 1)
    assert metrics["false_block_every_enum_count"] == 2
    assert (metrics["false_block_type_number_count"], metrics["false_block_type_number_of"]) == (1, 4)
    assert [(one["id"], one["chosen"]) for one in result.get("rows", [])] == [
        ("1", []),
        ("2", ["weight_kg"]),
        ("3", ["weight_kg"]),
        ("5", []),
    ]


def test_exchanged_values_are_counted(benchmarks: Benchmarks) -> None:
    """Of the one call with two numbers the exchange is refused or caught; the right call raises no alarm."""
    found = swaps(pairs(benchmarks, "odd"))
    assert (found["swaps_caught_count"], found["swaps_caught_of"], found["role_false_alarms"]) == (1, 1, 0.0)


@pytest.mark.parametrize("name", ["guard", "normalisation", "gating"])
def test_absent_guard_data_is_told_apart_from_a_fault(tmp_path: Path, name: str) -> None:
    """Without the public data a suite raises what the command skips on."""
    settings = Settings.from_env({}, home=tmp_path / "home", benchmarks=tmp_path / "nothing")
    with pytest.raises(BenchmarkMissing):
        SUITES[name][name](settings, lambda _done, _total: None)


def test_normalisation_counts_each_value_and_refuses_others(tmp_path: Path) -> None:
    """Every canonical value must be accepted, and another row's refused."""
    folder = tmp_path / "normalisation"
    folder.mkdir()
    names = [name for name in map("row{}".format, range(99)) if half(name) == "odd"][:2]
    texts = [("twenty", "20"), ("half a dozen", "6")]
    rows = [
        {"id": name, "type": "number", "input": text, "values": [value], "unit": None, "reference": None}
        for name, (text, value) in zip(names, texts, strict=True)
    ]
    (tmp_path / normalisation.FILE).write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    found = normalisation.wordings(Benchmarks(tmp_path), "odd")
    metrics = normalisation.measure(found, started=time.perf_counter())["metrics"]
    assert (metrics["accepted_number"], metrics["refused_other"], metrics["refused_other_of"]) == (1.0, 1.0, 2)


def test_the_fit_of_the_gate_finds_the_feature_that_tells() -> None:
    """Of a row's tools the one that fits is found, whatever place it has; a row without tools says nothing."""
    off = (0.0,) * len(gating.NAMES)
    on = (1.0, *off[1:])
    fitted = gating.fit([([True, True, False, False, False], [[off, on], [on], [off], [off, off], []])], [1.0])
    assert fitted["meaning"] > 0.1
    assert all(abs(fitted[name]) < 1e-6 for name in gating.NAMES[1:])


def test_the_heavier_of_two_sets_that_disagree_decides_the_fit() -> None:
    """A small share does not turn what the other set teaches."""
    off = (0.0,) * len(gating.NAMES)
    on = (1.0, *off[1:])
    agree, contrary = ([True, False], [[on], [off]]), ([False, True], [[on], [off]])
    assert gating.fit([agree, contrary], [1.0, 0.2])["meaning"] > 0
    assert gating.fit([agree, contrary], [0.2, 1.0])["meaning"] < 0
