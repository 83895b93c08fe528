"""What the policy and a question's kind change in a run: how many bases are searched, how widely, with which words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, ScriptedResources, catalog_of, passage, scripted
from langgraph.checkpoint.memory import InMemorySaver
from streams import ask, updates

from graph.build import build
from graph.resources import Resources
from routing.strategy import eligible

NAMES = ["a", "b", "c", "d"]
CLEAR = {"a": 0.8, "b": 0.3, "c": 0.2, "d": 0.01}
CLOSE = {"a": 0.6, "b": 0.5, "c": 0.2, "d": 0.01}
LOW = {"a": 0.2, "b": 0.1, "c": 0.1, "d": 0.01}
HILL = "Where is the hill?"

World = tuple[ScriptedResources, dict[str, ScriptedBase]]


def world_of(root: Path, scores: dict[str, float], **more: Any) -> World:
    """Four bases that hold nothing."""
    return scripted(root, {name: (lambda search: []) for name in NAMES}, lambda text: scores, **more)


def searched(bases: dict[str, ScriptedBase]) -> list[str]:
    """The bases that were asked."""
    return [name for name in NAMES if bases[name].asked]


POLICIES = [
    ("single", CLEAR, ["a"]),
    ("single", CLOSE, ["a"]),
    ("multi", CLEAR, ["a"]),
    ("multi", CLOSE, ["a", "b"]),
    ("recall", CLEAR, ["a", "b", "c"]),
    ("recall", CLOSE, ["a", "b", "c"]),
    ("all", CLEAR, NAMES),
    ("single", LOW, NAMES),
    ("multi", LOW, NAMES),
    ("recall", LOW, NAMES),
]


@pytest.mark.parametrize(("policy", "scores", "expected"), POLICIES)
@pytest.mark.parametrize("by", ["knob", "catalog"])
def test_the_policy_decides_what_is_searched(
    by: str, policy: str, scores: dict[str, float], expected: list[str], tmp_path: Path
) -> None:
    """The same scores lead to other searches under each policy, set for one run or by the catalog; the floor is the
    floor under all of them.
    """
    given: dict[str, Any] = {"catalog": {"routing": {"policy": policy}}} if by == "catalog" else {}
    world, bases = world_of(tmp_path, scores, **given)
    context = {"max_turns": 1} | ({"policy": policy} if by == "knob" else {})
    ask(build(world), HILL, context=context)
    assert searched(bases) == expected


def test_a_run_may_overrule_the_catalogs_policy(tmp_path: Path) -> None:
    """The knob counts for its run only, and an unknown policy is refused with the valid ones."""
    world, bases = world_of(tmp_path, CLEAR, catalog={"routing": {"policy": "all"}})
    graph = build(world)
    ask(graph, HILL, context={"policy": "single", "max_turns": 1})
    assert searched(bases) == ["a"]
    ask(graph, HILL, context={"max_turns": 1})
    assert searched(bases) == NAMES
    with pytest.raises(ValueError, match=r"'single', 'multi', 'recall' or 'all'"):
        ask(graph, HILL, context={"policy": "most"})


KINDS = [
    ("lookup", 5, ""),
    ("summarize", 15, "; no base of type summary for summarize: looked up instead"),
    ("compute", 5, "; no base of type sql or graph or calculator for compute: looked up instead"),
    ("compare", 10, ""),
    ("opinion", 10, ""),
    ("contextual", 5, ""),
]


@pytest.mark.parametrize(("kind", "k", "says"), KINDS)
def test_a_kind_sets_how_widely_is_searched(kind: str, k: int, says: str, tmp_path: Path) -> None:
    """Breadth multiplies each base's own k; a kind that no base serves is looked up, and the decision says so."""
    world, bases = world_of(
        tmp_path, CLEAR, specs={"a": {"k": 5}, "b": {"k": 5}}, tables={"kind_table": lambda text: kind}
    )
    state = ask(build(world), HILL, context={"width": 2, "max_turns": 1})
    assert [question["kind"] for question in state["questions"]] == [kind]
    assert [search.k for name in ("a", "b") for search in bases[name].asked] == [k, k]
    assert searched(bases) == ["a", "b"]
    assert state["decisions"][0]["reason"] == f"a scores 0.80{says}"


def test_an_amount_may_stand_in_a_document(tmp_path: Path) -> None:
    """What reads like a sum to do may be a price to read: documents are asked beside the bases that compute."""
    rows = {"type": "sql", "tables": ["sale"], "files": {"a.sql": "CREATE TABLE sale (day TEXT);"}}
    catalog = catalog_of(tmp_path, {"prices": {"files": {"a.md": "A barrel costs 9 euros."}}, "sales": rows})
    assert eligible(catalog, "compute", catalog.names) == (["prices", "sales"], "")


def test_two_questions_of_two_kinds(tmp_path: Path) -> None:
    """A message may ask for a summary and for a clause: each part is searched in its own way."""
    world, bases = world_of(
        tmp_path,
        CLEAR,
        specs={"a": {"k": 2}},
        tables={"kind_table": lambda text: "summarize" if text.startswith("Summarize") else "lookup"},
    )
    text = "Summarize the contract. What is the late fee?"
    state = ask(build(world), text, context={"width": 1, "max_turns": 1})
    assert [(one["text"], one["kind"]) for one in state["questions"]] == [
        ("Summarize the contract.", "summarize"),
        ("What is the late fee?", "lookup"),
    ]
    assert sorted((search.text, search.k) for search in bases["a"].asked) == [
        ("Summarize the contract.", 6),
        ("What is the late fee?", 3),  # two searches share six slots
    ]


@pytest.mark.parametrize("kind", ["contextual", "lookup"])
def test_advice_for_ones_own_case_knows_what_was_said(kind: str, tmp_path: Path) -> None:
    """A contextual question is searched with what the user said last before it; a lookup with its own words only."""
    world, bases = world_of(tmp_path, CLEAR, tables={"kind_table": lambda text: kind})
    graph = build(world, InMemorySaver())
    said = ["I keep bees.", "I am 67 and live on the hill.", "Which ticket should I buy for the tram?"]
    for text in said:
        ask(graph, text, thread="t", context={"width": 1, "max_turns": 1})
    before = f"{said[1]}\n" if kind == "contextual" else ""
    last = bases["a"].asked[-1]
    assert (last.text, last.literal) == (said[2], f"{before}{said[2]}")


def test_the_first_message_has_nothing_before_it(tmp_path: Path) -> None:
    """Without a conversation a contextual question is searched by itself."""
    world, bases = world_of(tmp_path, CLEAR, tables={"kind_table": lambda text: "contextual"})
    ask(build(world), HILL, context={"max_turns": 1})
    assert bases["a"].asked[0].literal == HILL


@pytest.mark.parametrize(
    ("kinds", "expected"), [(["lookup"], "lookup"), (["summarize"], "summarize"), (["out_of_scope"], "lookup")]
)
def test_a_catalog_narrows_its_kinds(kinds: list[str], expected: str, make_resources: Callable[..., Resources]) -> None:
    """No question is of a kind that the catalog does not name, whatever it sounds like."""
    resources = make_resources({"wiki": {"files": {"t.md": "The tower is ninety metres high.\n"}}}, kinds=kinds)
    state = ask(build(resources), "Compare the tower with the bridge")
    assert [one["kind"] for one in state["questions"]] == [expected] * len(state["questions"])


def test_what_the_critic_asks_keeps_to_its_own(tmp_path: Path) -> None:
    """A question the critic asks goes to every base; that is no kind of the user's, so it has none."""
    world, _ = world_of(tmp_path, CLEAR, tables={"kind_table": lambda text: "opinion"})
    stream = updates(build(world), HILL, context={"width": 1})
    assert [one["kind"] for one in stream[-1][1]["questions"]] == ["opinion", None]


TEA = [
    "How long does green tea steep?",
    "How hot should the water for tea be?",
    "Which tea is best for the evening?",
    "Does black tea hold more caffeine than green tea?",
    "How is loose tea stored?",
    "What is the difference between white and green tea?",
    "Can tea leaves be used twice?",
    "How many grams of tea go into a pot?",
    "Why does my tea taste bitter?",
    "Is herbal tea free of caffeine?",
    "Which cup keeps tea warm?",
    "When was this oolong harvested?",
]
STRANGE = [
    "Who won the chess championship?",
    "What is the weather in Paris tomorrow?",
    "Write a poem about my cat",
    "What is the square root of 144?",
    "Which stocks should I buy?",
    "How do I change the tyre of a bicycle?",
    "Tell me a joke about lawyers",
    "What time is the train to Berlin?",
    "Who is the president of France?",
    "How far away is the moon?",
    "Translate good morning into Spanish",
    "Play some jazz music",
]


def tea_house(make_resources: Callable[..., Resources], *, strange: bool = True, **top: Any) -> Resources:
    """Two bases about tea, taught by labelled questions; with `strange` by some that are out of scope."""
    bases: dict[str, dict[str, Any]] = {
        "tea": {"description": "Tea.", "files": {"t.md": "# Tea\n\nGreen tea steeps for two minutes.\n"}},
        "pots": {"description": "Pots for tea.", "files": {"p.md": "# Pots\n\nA pot of clay keeps tea warm.\n"}},
    }
    routing = {"decline": 0.6, "floor": 0.1, **top.pop("routing", {})}
    resources = make_resources(bases, routing=routing, **{"kinds": ["lookup", "out_of_scope"], **top})
    taught = [{"question": text, "bases": ["tea"]} for text in TEA]
    taught += [{"question": text, "bases": []} for text in STRANGE] if strange else []
    lines = [json.dumps({"id": str(n), "split": "tune", **row}) for n, row in enumerate(taught)]
    (resources.catalog.folder / "questions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return resources


def test_out_of_scope_is_declined_in_one_sentence(make_resources: Callable[..., Resources]) -> None:
    """Where the tier learned what is none of the catalog's, such a question is searched nowhere, by no turn."""
    resources = tea_house(make_resources)
    state = ask(build(resources), "What will the weather be in Paris?")
    assert (state["findings"], state["citations"]) == ([], [])
    assert [one["kind"] for one in state["questions"]] == ["out_of_scope"]
    assert state["answer"] == "This is nothing that tea and pots could answer."
    assert (state["ledger"]["retrievals"], state["ledger"]["turns"]) == (0, 1)
    (decision,) = state["decisions"]
    assert (decision["bases"], decision["tier"], decision["fell_back"]) == ([], "semantic", False)
    assert decision["reason"].startswith("out of scope with a probability of ")
    assert resources.route_log is not None
    assert [(row.searched, row.kind) for row in resources.route_log.rows()] == [(0, "out_of_scope")]


def test_what_is_in_scope_is_answered_beside_it(make_resources: Callable[..., Resources]) -> None:
    """Of two questions the one in scope is answered, and the other is named as not searched for."""
    state = ask(build(tea_house(make_resources)), "How long does green tea steep? Who won the chess championship?")
    assert state["answer"] == (
        "Green tea steeps for two minutes. [1]\n\n"
        "“Who won the chess championship?” is nothing that the bases could answer, so it was not searched for."
    )
    assert {finding["question"] for finding in state["findings"]} == {"q1"}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("no row to learn from", {"strange": False}),
        ("a catalog without that kind", {"kinds": ["lookup"]}),
        ("a bar that nothing reaches", {"routing": {"decline": 1.0}}),
        ("a rule that forces a base in", {"identifier": [{"name": "n", "pattern": "Paris", "base": "tea"}]}),
    ],
)
def test_without_a_signal_of_its_own_nothing_is_declined(
    name: str, given: dict[str, Any], make_resources: Callable[..., Resources]
) -> None:
    """Then the bases are searched, and the decline is made on what they hold."""
    state = ask(build(tea_house(make_resources, **given)), "What will the weather be in Paris?")
    assert state["findings"], name
    assert state["decisions"][0]["bases"]
    assert state["answer"].startswith("I could not find anything about this in ")


def test_an_answer_stays_an_answer(tmp_path: Path) -> None:
    """A kind changes how is searched and not what is answered."""
    tower = passage("a", "The tower is ninety metres high.")
    world, _ = scripted(
        tmp_path, {"a": lambda search: [tower]}, lambda text: {"a": 0.9}, tables={"kind_table": lambda text: "opinion"}
    )
    assert ask(build(world), "How high is the tower?")["answer"] == "The tower is ninety metres high. [1]"
