"""Knobs: what a caller may set for one run, and that a restriction is never widened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, ScriptedResources, passage, scripted
from streams import ask, updates

from graph.build import build
from graph.context import context_schema
from graph.resources import Resources

NAMES = ["a", "b", "c"]


@pytest.fixture
def opened(tmp_path: Path) -> tuple[ScriptedResources, dict[str, ScriptedBase]]:
    """Three bases that hold nothing, the first with a keyword, all equally unlikely."""
    answers = {name: (lambda search: []) for name in NAMES}
    return scripted(
        tmp_path, answers, lambda text: {"a": 0.9, "b": 0.2, "c": 0.1}, specs={"a": {"keywords": ["magic"]}}
    )


@pytest.mark.parametrize("allowed", [["b"], ["c", "b"], ["a"], NAMES])
@pytest.mark.parametrize("text", ["What is the magic word?", "Where is the hill?"])
def test_a_run_searches_only_the_bases_it_may(
    allowed: list[str], text: str, opened: tuple[ScriptedResources, dict[str, ScriptedBase]]
) -> None:
    """Neither a floor rule, nor the floor, nor the critic's loop widens the caller's choice."""
    world, bases = opened
    state = ask(build(world), text, context={"bases": allowed, "floor": 1.0, "max_turns": 5})
    assert {name for name, base in bases.items() if base.asked} <= set(allowed)
    assert {finding["base"] for finding in state["findings"]} <= set(allowed)
    assert {chosen["name"] for decision in state["decisions"] for chosen in decision["bases"]} <= set(allowed)
    searched = [name for name in NAMES if bases[name].asked]
    told = f"{', '.join(searched[:-1])} and {searched[-1]}" if len(searched) > 1 else searched[0]
    assert state["answer"] == f"I could not find anything about this in {told}."


def test_no_bases_means_every_base(opened: tuple[ScriptedResources, dict[str, ScriptedBase]]) -> None:
    """An empty list is no restriction."""
    world, bases = opened
    ask(build(world), "Where is the hill?", context={"bases": [], "floor": 1.0})
    assert all(base.asked for base in bases.values())


def test_no_context_at_all_works(opened: tuple[ScriptedResources, dict[str, ScriptedBase]]) -> None:
    """Defaults come from the catalog, whether the context is left out or empty."""
    world, _ = opened
    graph = build(world)
    assert updates(graph, "Where is the hill?") == updates(graph, "Where is the hill?", context={})


def test_width_and_floor_bound_the_decision(opened: tuple[ScriptedResources, dict[str, ScriptedBase]]) -> None:
    """A width of one names one base; a floor of one searches all."""
    world, _ = opened
    graph = build(world)

    def named(**context: Any) -> list[str]:
        route = next(
            update for node, update in updates(graph, "Where is the hill?", context=context) if node == "route"
        )
        return [chosen["name"] for chosen in route["decisions"][0]["bases"]]

    assert named(width=1) == ["a"]
    assert named(width=3) == ["a", "b"]
    assert named(width=1, floor=1.0) == ["a", "b", "c"]


def test_slots_and_cap_bound_the_context(tmp_path: Path) -> None:
    """No more passages than slots reach the answer, and a base keeps its cap while another waits."""
    many = [passage("a", f"The hill number {n} is {n} feet high.", 0.9 - n / 100) for n in range(5)]
    one = [passage("b", "The hill of the north is covered with snow.", 0.5)]
    world, _ = scripted(
        tmp_path, {"a": lambda search: many, "b": lambda search: one}, lambda text: {"a": 0.9, "b": 0.5}
    )
    state = ask(build(world), "How high is the hill?", context={"slots": 3, "per_base_cap": 2})
    assert [slot["passage"]["base"] for slot in state["slots"]] == ["a", "a", "b"]


BAD = [
    ({"bases": ["nope"]}, "'nope' is not a base of 'scripted'; valid: a, b, c"),
    ({"bases": "a"}, "Input should be a valid list"),
    ({"width": 0}, "Input should be greater than or equal to 1"),
    ({"width": 65}, "Input should be less than or equal to 64"),
    ({"width": "many"}, "Input should be a valid integer"),
    ({"floor": 1.01}, "Input should be less than or equal to 1"),
    ({"floor": float("nan")}, "Input should be"),
    ({"slots": 101}, "Input should be less than or equal to 100"),
    ({"per_base_cap": -1}, "Input should be greater than or equal to 1"),
    ({"max_turns": 21}, "Input should be less than or equal to 20"),
    ({"model": "gpt"}, "'gpt' is unknown; valid: none, openai:MODEL, azure_openai:MODEL"),
    ({"policy": "most"}, "Input should be 'single', 'multi', 'recall' or 'all'"),
    ({"interrupts": "maybe"}, "Input should be a valid boolean"),
    ({"widht": 2}, "'widht' is no knob"),
]


@pytest.mark.parametrize(("context", "says"), BAD)
def test_a_bad_knob_is_a_clear_error(
    context: dict[str, Any], says: str, opened: tuple[ScriptedResources, dict[str, ScriptedBase]]
) -> None:
    """Out of range, of the wrong type or unknown: a ValueError that names the knob and what is valid."""
    world, bases = opened
    with pytest.raises(ValueError, match=r"\w") as raised:
        ask(build(world), "Where is the hill?", context=context)
    assert says in str(raised.value)
    assert next(iter(context)) in str(raised.value)
    assert not any(base.asked for base in bases.values())


@pytest.mark.parametrize("context", [["a"], "a", 7])
def test_a_context_that_is_no_object_is_a_clear_error(
    context: Any, opened: tuple[ScriptedResources, dict[str, ScriptedBase]]
) -> None:
    """A list, a text or a number is refused in one line."""
    world, _ = opened
    with pytest.raises((ValueError, TypeError)) as raised:
        ask(build(world), "Where is the hill?", context=context)
    assert "context" in str(raised.value).lower()


def test_the_schema_shows_titles_descriptions_limits_and_the_catalogs_defaults(tmp_path: Path) -> None:
    """Studio's form shows every knob with its title, description, limits and this catalog's default."""
    world, _ = scripted(
        tmp_path, {"a": lambda search: []}, lambda text: {}, catalog={"routing": {"width": 5, "floor": 0.4}}
    )
    shown = context_schema(world.catalog, world.settings).model_json_schema()["properties"]
    named = {"width", "floor", "slots", "per_base_cap", "max_turns", "model", "policy", "interrupts", "bases"}
    named |= {"budget", "filters", "kinds", "max_calls", "max_tokens"}
    assert set(shown) == named
    assert all(knob["title"] and knob["description"] for knob in shown.values())
    assert (shown["width"]["default"], shown["floor"]["default"]) == (5, 0.4)
    assert (shown["width"]["minimum"], shown["width"]["maximum"]) == (1, 64)
    assert (shown["floor"]["minimum"], shown["floor"]["maximum"]) == (0, 1)
    assert (shown["max_turns"]["minimum"], shown["max_turns"]["maximum"]) == (1, 20)
    assert (shown["policy"]["default"], shown["interrupts"]["default"]) == ("recall", False)
    assert all("default" in knob for knob in shown.values())
    assert shown["bases"]["items"]["enum"] == ["a"]
    assert shown["kinds"]["items"]["enum"] == list(world.catalog.kinds)
    served = context_schema(world.catalog, world.settings, interrupts=True).model_json_schema()["properties"]
    assert served["interrupts"]["default"] is True


@pytest.mark.parametrize(
    ("context", "says"),
    [
        ({"widht": 2}, r"context: 'widht' is no knob \(did you mean 'width'\?\); valid: width, floor, slots"),
        ({"zzz": 2}, r"context: 'zzz' is no knob; valid: width"),
        ({"kinds": ["summarize"]}, r"'summarize' is no kind of 'scripted'; valid: lookup, compare"),
        ({"kinds": ["guess"]}, r"(?s)kinds.*'lookup'"),
    ],
)
def test_a_mistake_in_the_context_is_named(context: dict[str, Any], says: str, tmp_path: Path) -> None:
    """An unknown knob or kind ends the run with a line that says what is valid."""
    world, _ = scripted(tmp_path, {"a": lambda search: []}, lambda text: {}, catalog={"kinds": ["lookup", "compare"]})
    with pytest.raises(ValueError, match=says):
        ask(build(world), "Where is the hill?", context=context)


def test_a_run_reads_questions_as_the_kinds_it_allows(resources: Resources) -> None:
    """A summary is read as a lookup where the run allows no summaries, and a comparison is not split."""
    graph = build(resources)
    for text in ("Summarize the data retention policy.", "Pro or Team plan?"):
        allowed = {one["kind"] for one in ask(graph, text, context={"max_turns": 1})["questions"]}
        narrowed = ask(graph, text, context={"max_turns": 1, "kinds": ["lookup"]})
        assert allowed <= {"summarize", "compare"}
        assert [one["kind"] for one in narrowed["questions"]] == ["lookup"] * len(narrowed["questions"])
        assert narrowed["sides"] == {}


def test_larkspur_is_restricted_too(resources: Resources) -> None:
    """On the real catalog a run of one base cites only that base."""
    state = ask(build(resources), "Can I get a refund for my first purchase?", context={"bases": ["billing"]})
    assert {finding["base"] for finding in state["findings"]} == {"billing"}
    assert {citation["base"] for citation in state["citations"]} <= {"billing"}
