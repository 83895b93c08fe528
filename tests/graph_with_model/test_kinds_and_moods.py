"""What the model tier says besides bases: kinds and moods of closed sets, and labels that must be exactly right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, ScriptedResources, passage
from langgraph.checkpoint.memory import InMemorySaver
from scripted_openai import Reply, failure
from scripted_world import World, by_shape, routed

from graph.build import build
from graph.settings import ROOT, Settings
from knowledge.catalog import find
from models.chat import ChatModels
from nodes.handover import TOLD

OFFER = "Is there a student offer per seat?"
ANSWER = "A seat costs $21 [1]."
EVERY_BASE = ["billing", "general", "technical"]
MOODS = {"positive": "answer", "neutral": "answer", "negative": "person", "distress": "on-call"}
SERIOUS = {"moods": MOODS}

WRONG = [
    ("unknown kind", {"kind": "poem"}, "kind: 'poem' is not one; valid: lookup, summarize, compute, "),
    ("kind in another case", {"kind": "Lookup"}, "kind: 'Lookup' is not one"),
    ("kind with words", {"kind": "lookup query"}, "kind: 'lookup query' is not one"),
    ("unknown mood", {"mood": "furious"}, "mood: 'furious' is not one; valid: positive, neutral, negative, distress"),
    ("mood in another case", {"mood": "Distress"}, "mood: 'Distress' is not one"),
]


@pytest.mark.parametrize(("given", "says"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
async def test_a_word_outside_the_closed_set_falls_back(make_world, given: dict[str, str], says: str) -> None:
    """It is refused and asked for once more; then every base is searched, and the warning names the word."""
    world = make_world(catalog=SERIOUS)
    world.server.use(by_shape(ANSWER, Routes=routed("billing", **given)))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes", "Routes", ""]
    (decision,) = state["decisions"]
    assert sorted(one["name"] for one in decision["bases"]) == EVERY_BASE
    assert (decision["tier"], decision["fell_back"]) == ("semantic", True)
    (warning,) = state["warnings"]
    assert says in warning
    assert (state["mood"]["name"], state["answer"]) == ("neutral", ANSWER)
    assert [one["kind"] for one in state["questions"]] == ["lookup"]


@pytest.mark.parametrize("given", [{"kind": "poem"}, {"mood": "furious"}])
async def test_a_second_reply_in_the_set_is_no_fallback(make_world, given: dict[str, str]) -> None:
    """A wrong kind or mood followed by a right one counts as right."""
    world = make_world(catalog=SERIOUS)
    world.server.use(by_shape(ANSWER, Routes=[routed("billing", **given), routed("billing", kind="compare")]))
    state = await world.ask(OFFER)
    assert (state["decisions"][0]["fell_back"], state["warnings"]) == (False, [])
    assert [one["kind"] for one in state["questions"]] == ["compare"]


@pytest.mark.parametrize(("kind", "k"), [("compare", 6), ("opinion", 6), ("lookup", 3), ("", 3)])
async def test_the_kind_the_model_reads_counts(make_world, kind: str, k: int) -> None:
    """Where the model was asked, its kind sets how widely is searched; where it names none, the cheap tier's does."""
    world = make_world()
    world.server.use(by_shape(ANSWER, Routes=routed("billing", kind=kind)))
    state = await world.ask(OFFER)
    assert [one["kind"] for one in state["questions"]] == [kind or "lookup"]
    assert {search.k for base in world.bases.values() for search in base.asked} == {k}


async def test_a_kind_without_a_base_for_it_says_so(make_world) -> None:
    """A kind that no base can serve is looked up, and the decision's reason tells it beside the model's own."""
    world = make_world()
    world.server.use(by_shape(ANSWER, Routes=routed("billing", kind="compute")))
    state = await world.ask(OFFER)
    assert state["decisions"][0]["reason"] == (
        "scripted; no base of type sql or graph or calculator for compute: looked up instead"
    )
    assert state["findings"]


async def test_only_kinds_and_moods_of_the_catalog_are_offered(make_world) -> None:
    """The prompt lists the catalog's own sets, and a kind that the catalog left out is refused."""
    world = make_world(catalog={"kinds": ["lookup", "summarize"], **SERIOUS})
    world.server.use(by_shape(ANSWER, Routes=routed("billing", kind="opinion")))
    state = await world.ask(OFFER)
    asked = world.server.requests[0].user + world.server.requests[0].system
    assert "one of: lookup, summarize." in asked
    assert "one of: positive, neutral, negative, distress." in asked
    assert "kind: 'opinion' is not one; valid: lookup, summarize" in state["warnings"][0]


async def test_out_of_scope_by_the_model_searches_nothing(make_world) -> None:
    """A question that the model calls out of scope is declined in one sentence with no further call."""
    world = make_world()
    world.server.use(by_shape(ANSWER, Routes=routed(kind="out_of_scope")))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes"]
    assert not any(base.asked for base in world.bases.values())
    assert state["answer"] == "This is nothing that billing, technical and general could answer."
    assert (state["warnings"], state["critique"]["next"]) == ([], "end")
    (row,) = world.resources.route_log.rows()
    assert (row.tier, row.kind, row.searched, row.model) == ("model", "out_of_scope", 0, "openai:scripted")


@pytest.mark.parametrize(("mood", "target"), [("negative", "person"), ("distress", "on-call")])
async def test_a_serious_mood_read_by_the_model_escalates(make_world, mood: str, target: str) -> None:
    """The mood wins over the bases of the same reply: nothing is searched, and the log has one row that says so."""
    world = make_world(catalog=SERIOUS)
    world.server.use(by_shape(ANSWER, Routes=routed("billing", "technical", mood=mood)))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes"]
    assert state["answer"] == TOLD[target]
    assert state["mood"] == {
        "name": mood,
        "score": 1.0,
        "tier": "model",
        "target": target,
        "reason": "the model read it so",
        "sure": True,
    }
    assert (state["decisions"], state["findings"]) == ([], [])
    assert not any(base.asked for base in world.bases.values())
    (row,) = world.resources.route_log.rows()
    assert (row.mood, row.tier, row.bases, row.searched) == (mood, "model", (), 0)
    assert (world.resources.folder / "handovers.jsonl").read_text(encoding="utf-8").count("\n") == 1


@pytest.mark.parametrize("mood", ["positive", "neutral", ""])
async def test_a_mood_that_is_answered_changes_nothing(make_world, mood: str) -> None:
    """A mood that leads to an answer, or none, leaves the run as it was."""
    world = make_world(catalog=SERIOUS)
    world.server.use(by_shape(ANSWER, Routes=routed("billing", mood=mood)))
    state = await world.ask(OFFER)
    assert (state["answer"], state["handover"]) == (ANSWER, None)


async def test_a_mood_read_without_the_model_spares_it(make_world) -> None:
    """A message that the cheap tier hands over costs no model call at all."""
    world = make_world(catalog=SERIOUS, tables={"mood_table": lambda text: "distress"})
    world.server.use(by_shape(ANSWER, Routes=routed("billing")))
    state = await world.ask(OFFER)
    assert (world.server.shapes, state["answer"]) == ([], TOLD["on-call"])


async def test_a_mood_call_of_its_own(make_world) -> None:
    """With SIGNALBOX_MOOD_CALL=apart the mood is one more call, and what it reads counts."""
    world = make_world(catalog=SERIOUS, mood_call="apart")
    world.server.use(by_shape(ANSWER, Routes=routed("billing"), MoodRead={"mood": "negative"}))
    state = await world.ask(OFFER)
    assert sorted(world.server.shapes) == ["MoodRead", "Routes"]
    assert (state["answer"], state["ledger"]["model_calls"]) == (TOLD["person"], 2)


@pytest.mark.parametrize("reply", [{"mood": "furious"}, Reply("{"), Reply(refusal="no"), failure(400)], ids=str)
async def test_a_mood_call_that_fails_costs_no_answer(make_world, reply: Any) -> None:
    """Where the mood cannot be read by the model, the cheap tier's stands and the question is answered."""
    world = make_world(catalog=SERIOUS, mood_call="apart")
    world.server.use(by_shape(ANSWER, Routes=routed("billing"), MoodRead=reply))
    state = await world.ask(OFFER)
    assert (state["answer"], state["mood"]["name"], state["warnings"]) == (ANSWER, "neutral", [])
    assert world.server.shapes.count("Routes") == 1


@pytest.fixture
async def strategies(openai_server, tmp_path: Path):
    """The shipped catalog of four strategies over scripted bases, unsure of everything."""
    catalog = find("strategies", ROOT / "catalogs")
    bases = {
        name: ScriptedBase(name, lambda search: [passage("factual", "The mill closed.")]) for name in catalog.names
    }
    settings = Settings.from_env({}, catalog="strategies", home=tmp_path / "home", model="openai:scripted")
    models = ChatModels(settings.model_timeout)
    even = dict.fromkeys(catalog.names, 0.4)
    resources = ScriptedResources(settings, catalog, models, open_base=bases.__getitem__, table=lambda text: even)
    yield World(openai_server, resources, bases, build(resources, InMemorySaver()))
    await models.close()


ROUTE = "What became of the place by the river?"


@pytest.mark.parametrize("label", ["factual", "Factual query", "FACTUAL", " Factual", "Factual.", '"Factual"'])
async def test_a_strategy_must_be_named_as_it_is_mapped(strategies: World, label: str) -> None:
    """Near misses of a label are refused and asked for once more; then every base is searched, never a crash."""
    strategies.server.use(by_shape("The mill closed [1].", Routes=routed(label)))
    state = await strategies.ask(ROUTE)
    assert strategies.server.shapes == ["Routes", "Routes", ""]
    (decision,) = state["decisions"]
    assert (decision["fell_back"], decision["tier"]) == (True, "semantic")
    assert {one["name"] for one in decision["bases"]} == {"factual", "analytical", "opinion", "contextual"}
    assert f"{label!r} is not a label; valid: Factual, Analytical, Opinion, Contextual" in state["warnings"][0]


async def test_a_strategy_by_its_right_name(strategies: World) -> None:
    """After one near miss the right label counts, and leads to its base by the catalog's map."""
    strategies.server.use(by_shape("The mill closed [1].", Routes=[routed("factual"), routed("Factual")]))
    state = await strategies.ask(ROUTE)
    assert state["decisions"][0]["bases"][0] == {"name": "factual", "score": 0.9}
    assert (state["decisions"][0]["fell_back"], state["warnings"]) == (False, [])


async def test_the_policy_counts_for_the_model_too(make_world) -> None:
    """Under the policy single a usable reply of two bases searches the better one only."""
    world = make_world()
    world.server.use(by_shape(ANSWER, Routes=routed("technical", "billing")))
    state = await world.ask(OFFER, policy="single")
    assert len(state["decisions"][0]["bases"]) == 1
