"""Choosing settings: the pure parts, and the whole on a small catalog with the real embedder and store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fakes import write_catalog

from console.tune import as_object, report
from console.tune import run as run_tune
from errors import EvalError
from evals.catalog_file import write
from evals.losses import Costs, Rates, cost, loss, rates
from evals.rivals import Rival, verdict
from evals.sweep import Setting, Tried, at_random, commonest, grid, tried
from evals.trial import nothing_labelled
from evals.tune import Tuning, tune
from evals.window import Window, enough
from graph.resources import Resources
from graph.settings import Settings

SUBJECTS = {
    "pets": ("cat", "dog", "hamster", "parrot", "rabbit", "tortoise", "pony", "goldfish"),
    "ships": ("ferry", "tanker", "yacht", "barge", "trawler", "canoe", "tugboat", "frigate"),
    "bread": ("rye loaf", "baguette", "pretzel", "brioche", "focaccia", "bagel", "ciabatta", "crumpet"),
}
FACT = {"pets": "eats {n} grams of feed a day", "ships": "carries {n} people", "bread": "bakes for {n} minutes"}
QUESTION = {
    "pets": "How much does a {what} eat a day?",
    "ships": "How many people does a {what} carry?",
    "bread": "How long does a {what} bake?",
}


def a_catalog(root: Path, subjects: int = 8, *, documents: bool = True) -> Resources:
    """Three small bases, a document a subject, and a labelled question on each, with its `documents` or without; two of
    other things.
    """
    bases: dict[str, dict[str, Any]] = {}
    rows: list[dict[str, Any]] = []
    for base, all_subjects in SUBJECTS.items():
        chosen = all_subjects[:subjects]
        files = {
            f"{what.split()[0]}.md": f"# {what}\n\nA {what} {FACT[base].format(n=n)}."
            for n, what in enumerate(chosen, 11)
        }
        bases[base] = {"description": f"Facts on {base}.", "examples": [f"Tell me about {base}"], "files": files}
        bases[base]["documents"] = f"documents/{base}"
        rows += [
            {
                "id": f"{base}-{what}",
                "question": QUESTION[base].format(what=what),
                "bases": [base],
                "documents": [f"{base}/{what.split()[0]}.md"] if documents else [],
            }
            for what in chosen
        ]
    rows += [
        {"id": f"no-{n}", "question": text, "kind": "out_of_scope"} for n, text in enumerate(("Who won?", "Rain?"))
    ]
    folder = write_catalog(root / "catalogs", "tiny", bases, routing={"policy": "recall", "width": 2})
    (folder / "questions.jsonl").write_text("\n".join(json.dumps(row) for row in rows) + "\n")
    given = {"catalog": "tiny", "catalogs": root / "catalogs", "home": root / "home", "log": "none"}
    return Resources.load(Settings.from_env({}, **given))


def small(outcomes: dict[Setting, list[set[str]]], needed: list[set[str]]) -> Tried:
    """A grid of settings and what each searched."""
    return tried(list(outcomes), list(outcomes.values()), needed)


def test_a_missing_base_outweighs_many_needless_ones() -> None:
    """At .64 and .02, one percent of misses with thirty percent of extras is better than two percent with none."""
    assert cost(0.01, 0.30, 0.64, 0.02) == pytest.approx(0.0124)
    assert cost(0.02, 0.0, 0.64, 0.02) == pytest.approx(0.0128)


def test_rates_count_needed_and_needless_bases() -> None:
    """Misses are a share of the needed bases, extras a number a question, and order does not matter."""
    found = rates([["a", "b"], ["c"], []], [["b"], ["c", "a"], ["a"]])
    assert found == Rates(p_miss=1 / 3, p_extra=2 / 3, width=4 / 3)
    assert loss(found, Costs(0.6, 0.3)) == pytest.approx(0.4)
    with pytest.raises(ValueError, match="no question"):
        rates([], [])


def test_a_grid_holds_the_present_setting() -> None:
    """What the catalog has now is always among the settings tried, and no width is above the number of bases."""
    present = Setting(3, 0.33, 0.07)
    settings = grid(3, present)
    assert present in settings
    assert {one.width for one in settings} == {1, 2, 3}


def test_the_least_loss_is_taken_among_settings_that_find_enough() -> None:
    """A setting that misses is not taken however narrow it is, where another finds every needed base."""
    narrow, wide, all_ = Setting(1, 0.3, 0.1), Setting(2, 0.3, 0.1), Setting(3, 0.3, 0.1)
    needed = [{"a", "b"}] * 4
    outcome = small({narrow: [{"a"}] * 4, wide: [{"a", "b"}] * 4, all_: [{"a", "b", "c"}] * 4}, needed)
    assert outcome.settings[outcome.best(Costs(0.0, 0.02))] == wide
    assert (outcome.all_needed(0), outcome.all_needed(1)) == (0.0, 1.0)
    assert outcome.rates(2) == Rates(0.0, 1.0, 3.0)
    assert outcome.curve("width", wide, Costs(0.5, 0.1)) == [(1.0, 0.25), (2.0, 0.0), (3.0, pytest.approx(0.1))]


def test_a_choice_is_judged_on_questions_it_was_not_made_on() -> None:
    """A setting that fits one question only loses that question when it is left out."""
    first, second = Setting(1, 0.3, 0.1), Setting(2, 0.3, 0.1)
    outcome = small({first: [{"a"}, {"a"}, set()], second: [{"a"}, {"a"}, {"a"}]}, [{"a"}] * 3)
    seen, share = outcome.unseen(Costs(0.5, 0.02), 3)
    assert seen.p_miss == pytest.approx(0.0 if share == 1 else 1 / 3)
    assert outcome.settings[outcome.best(Costs(0.5, 0.02))] == second


def test_random_bases_are_expected_to_miss_what_they_do_not_cover() -> None:
    """Two of four bases at random find half of the needed ones."""
    assert at_random([{"a"}, {"b"}], [2, 2], 4) == Rates(p_miss=0.5, p_extra=1.5, width=2.0)


def test_the_commonest_bases_are_those_needed_most_often() -> None:
    """A tie goes to the first of the catalog, and there is always one."""
    assert commonest([{"b"}, {"b", "c"}, {"c"}, {"b"}], ["a", "b", "c"], 2) == ["b", "c"]
    assert commonest([], ["a", "b"], 0) == ["a"]


def test_the_fewest_slots_that_are_enough_are_taken_and_the_cap_stays_unless_it_matters() -> None:
    """A difference of one question is no reason to change the cap."""
    shares = {Window(4, 2): 0.8, Window(6, 2): 0.95, Window(6, 3): 0.94, Window(8, 3): 0.955}
    assert enough(shares, Window(8, 3), questions=50) == Window(6, 3)
    assert enough(shares, Window(8, 3), questions=1000) == Window(6, 2)


def test_few_questions_take_no_slots_away() -> None:
    """Ten questions that three slots would do for do not speak for the eleventh."""
    shares = {Window(3, 2): 0.9, Window(6, 2): 0.9, Window(8, 2): 0.9}
    assert enough(shares, Window(6, 2), questions=10) == Window(6, 2)
    assert enough(shares | {Window(8, 2): 1.0}, Window(6, 2), questions=10) == Window(8, 2)
    assert enough(shares, Window(6, 2), questions=40) == Window(3, 2)


@pytest.mark.parametrize(
    ("router", "other", "worth_it", "said"),
    [
        ([1.0] * 30, [0.0] * 30, True, "routing is worth it"),
        ([0.5] * 30, [0.5] * 30, False, "routing is not worth it"),
        ([0.4] * 30, [0.5] * 30, False, "routing is not worth it"),
        ([0.5] * 10, [0.5] * 10, None, "cannot be told from 10 questions"),
        ([1.0, *[0.5] * 29], [0.5] * 30, None, "cannot be told"),
    ],
)
def test_a_verdict_is_plain(router: list[float], other: list[float], worth_it: bool | None, said: str) -> None:
    """Better, no better, or not to be told from so few questions."""
    mine = Rival("router", sum(router) / 30, Rates(0.0, 0.0, 1.5), tuple(router))
    theirs = Rival("every base", sum(other) / 30, None, tuple(other))
    found = verdict([mine, theirs], 4)
    assert found.worth_it is worth_it
    assert said in found.said
    assert "1.5 of 4 bases" in found.said


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Resources]:
    """A small catalog with a store of its own."""
    with closing(a_catalog(tmp_path_factory.mktemp("tuning"))) as resources:
        yield resources


@pytest.fixture(scope="module")
def found(opened: Resources) -> Tuning:
    """What tuning finds on it."""
    return tune(opened)


def test_tune_measures_a_catalog(found: Tuning) -> None:
    """On three clearly different bases the router finds what is needed, a missing base costs all of its documents, and
    the object that is printed is JSON with the settings in it.
    """
    assert found.messages.n == 26
    assert found.messages.kinds == {"lookup": pytest.approx(24 / 26), "out_of_scope": pytest.approx(2 / 26)}
    assert found.measured.c_miss > 0.9
    assert found.chosen.all_needed >= 0.95
    assert [one.name for one in found.rivals][:3] == ["router", "every base", "one combined index"]
    shown = json.loads(json.dumps(as_object(found)))
    assert set(shown["settings"]["routing"]) == {"policy", "width", "floor", "threshold"}
    assert set(found.curves) == {"width", "floor", "threshold", "slots", "cap"}
    assert report(found).endswith(f"per_base_cap = {found.window.per_base_cap}")


def test_a_setting_that_nothing_betters_stays(found: Tuning) -> None:
    """Where every setting finds everything, the catalog's own is not exchanged for an equal one."""
    assert (found.kept, found.routing) == (True, Setting(2, 0.3, found.present.setting.threshold))


def test_tune_changes_the_catalog_only_when_asked(
    opened: Resources, found: Tuning, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --write the file stays as it is; with it, the values stand in it and the rest is untouched."""
    file = opened.catalog.folder / "catalog.toml"
    before = file.read_text()
    run_tune(opened, as_json=True, plot=None, into_catalog=False)
    assert file.read_text() == before
    assert json.loads(capsys.readouterr().out)["settings"] == found.settings()
    assert write(file, found.settings())
    again = Resources.load(opened.settings).catalog
    assert (again.routing.width, again.routing.floor) == (found.routing.width, found.routing.floor)
    assert Window(again.evidence.slots, again.evidence.per_base_cap) == found.window
    assert again.base == opened.catalog.base


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a catalog of nine questions lies, so that its store is built once."""
    return tmp_path_factory.mktemp("few")


def test_few_questions_are_tuned_on_and_the_doubt_is_told(few: Path) -> None:
    """Nine questions choose settings too; each share is told with its interval, and how many more would narrow it."""
    with closing(a_catalog(few, subjects=3)) as resources:
        found = tune(resources)
    assert (found.messages.n, found.chosen.questions) == (11, 9)
    assert found.chosen.all_needed == 1.0
    assert found.chosen.interval == (pytest.approx(0.701, abs=5e-4), 1.0)
    assert as_object(found)["chosen"]["interval"] == found.chosen.interval
    lines = report(found).splitlines()
    assert any("1.000 (0.70 to 1.00)" in line for line in lines)
    told = "9 labelled questions that need a base are few: the shares above are known to within .15 at best; "
    assert f"{told}36 would halve that" in lines
    assert found.verdict.low < found.verdict.difference < found.verdict.high


def test_questions_without_documents_choose_the_routing(few: Path) -> None:
    """Where no question names its documents the default costs count, the slots stay, and the rest is said."""
    with closing(a_catalog(few, subjects=3, documents=False)) as resources:
        found = tune(resources)
        evidence = resources.catalog.evidence
    assert (found.costs, found.chosen.all_needed) == (Costs(), 1.0)
    assert found.window == Window(evidence.slots, evidence.per_base_cap)
    assert (found.rivals, found.verdict.worth_it) == ((), None)
    assert "no labelled question names its documents" in report(found)
    assert "a missing base is counted as 0.640" in report(found)


def test_questions_of_the_other_split_are_told_of(few: Path) -> None:
    """Who labelled ten questions and measures on none hears what to do."""
    catalog = a_catalog(few, subjects=3).catalog
    told = str(nothing_labelled(catalog, "report"))
    assert told.startswith(f"tiny has no labelled question of split report; {catalog.folder / 'questions.jsonl'} holds")
    assert ': 11 are of split tune, which signalbox tune measures; give some of them "split": "report" to' in told


def test_too_few_questions_are_said_at_once(tmp_path: Path) -> None:
    """Nothing is opened or searched before the line that says what is missing."""
    resources = a_catalog(tmp_path, subjects=1)
    with pytest.raises(EvalError, match="has 3 labelled questions of split tune that need a base; at least 6 are"):
        tune(resources)
    assert not resources.folder.exists()


def test_a_picture_is_drawn(found: Tuning, tmp_path: Path) -> None:
    """The curves are written as a PNG where matplotlib is installed."""
    pytest.importorskip("matplotlib")
    from evals.curves import picture

    picture(found, tmp_path / "new" / "curves.png")
    assert (tmp_path / "new" / "curves.png").read_bytes().startswith(b"\x89PNG")
