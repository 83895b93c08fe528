"""The catalogs' gates: what their routers reach on the report rows is kept, and a fault in a catalog is seen."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from errors import ConfigError
from evals.catalog_routing import measure
from evals.gate import Gate
from evals.report import Result
from graph.resources import Resources
from graph.settings import Settings
from models.chat import ChatModels

CATALOGS = ("larkspur", "clinic", "warranty", "strategies", "sources")

Opened = Callable[[str], Resources]


@pytest.fixture(scope="module")
def opened(larkspur_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """Opens a shipped catalog over a home that the gates have to themselves."""
    home = tmp_path_factory.mktemp("gates") / "home"
    shutil.copytree(larkspur_home, home)
    with ExitStack() as kept:
        yield lambda name: kept.enter_context(
            closing(Resources.load(Settings.from_env({}, catalog=name, home=home, log="none")))
        )


def gate_of(resources: Resources) -> Gate:
    """The catalog's gate, which every shipped catalog has."""
    gate = Gate.load(resources.catalog.folder)
    assert gate is not None
    return gate


def result(**metrics: float) -> Result:
    """A result of these figures."""
    return Result(suite="x", split="report", tuned_on="tune", n=1, metrics=metrics, targets={}, seconds=0)


@pytest.mark.gate
@pytest.mark.parametrize("name", CATALOGS)
def test_a_catalog_keeps_its_gate(name: str, opened: Opened) -> None:
    """Every needed base is searched for at least 95 of 100 questions, at a loss no worse than the committed one."""
    resources = opened(name)
    gate = gate_of(resources)
    assert (gate.least_all_needed, gate.broken(measure(resources, evidence=False))) == (0.95, [])


@pytest.mark.gate
def test_a_wrong_description_breaks_the_gate(opened: Opened) -> None:
    """A base that is described in another's words is seen, although the labelled questions heal most of the fault."""
    good = opened("warranty")
    other = good.catalog.spec("legal")
    wrong = {"description": other.description, "examples": other.examples}
    bases = tuple(spec.model_copy(update=wrong) if spec.name == "support" else spec for spec in good.catalog.base)
    faulty = Resources(good.settings, good.catalog.model_copy(update={"base": bases}), ChatModels())
    assert gate_of(good).broken(measure(faulty, evidence=False)) != []


def test_a_gate_says_what_is_broken_and_by_how_much(tmp_path: Path) -> None:
    """One line a fault; figures that are worse than the baseline by less than the tolerance break nothing."""
    (tmp_path / "gate.toml").write_text("[baseline]\nall_needed = 0.98\nloss = 0.03\n")
    gate = Gate.load(tmp_path)
    assert gate is not None
    assert gate.broken(result(all_needed=0.95, loss=0.0319)) == []
    assert gate.broken(result(all_needed=0.9499, loss=0.0321)) == [
        "all_needed is 0.9499, at least 0.95 is asked for",
        "loss is 0.0321, the baseline is 0.03 (tolerance 0.002)",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[baseline]\nall_needed = 2\nloss = 0\n", "baseline.all_needed"),
        ("[baseline]\nall_needed = 1\nlos = 0\n", "baseline.loss"),
        ("[baseline", "not valid TOML"),
    ],
)
def test_a_wrong_gate_file_is_named(text: str, said: str, tmp_path: Path) -> None:
    """A gate that cannot be read never passes for one that holds."""
    (tmp_path / "gate.toml").write_text(text)
    with pytest.raises(ConfigError, match=said) as caught:
        Gate.load(tmp_path)
    assert str(tmp_path / "gate.toml") in str(caught.value)


def test_a_catalog_without_a_gate_has_none(tmp_path: Path) -> None:
    """A catalog of one's own needs no gate to be measured."""
    assert Gate.load(tmp_path) is None
