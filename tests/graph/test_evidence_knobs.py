"""What travels to a base and comes back into the context: the conversation, filters, k by kind, budget, reranker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, ScriptedResources, passage, scripted
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from streams import ask

from errors import ConfigError
from graph.build import build
from knowledge.bases.base import NOTHING, Said, Search
from knowledge.passage import Passage

WORDS = "What colour are apples?"


def table(text: str) -> dict[str, float]:
    """The first base alone is needed."""
    return {"a": 0.9, "b": 0.01}


def both(text: str) -> dict[str, float]:
    """Both bases are needed."""
    return {"a": 0.9, "b": 0.8}


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., tuple[ScriptedResources, dict[str, ScriptedBase]]]:
    """Two bases of five passages each."""

    def of(scores: Callable[[str], dict[str, float]] = table, **more: Any) -> Any:
        def passages(name: str) -> Callable[[Search], list[Passage]]:
            return lambda search: [
                passage(name, f"{name} says {n} " + name * 90, 0.9 - n / 10, id_=f"{name}{n}") for n in range(5)
            ]

        return scripted(tmp_path, {name: passages(name) for name in "ab"}, scores, **more)

    return of


def talk(world: ScriptedResources, messages: list[AnyMessage]) -> dict[str, Any]:
    """The state after a conversation's last message."""
    return dict(asyncio.run(build(world).ainvoke({"messages": messages})))


def test_a_follow_up_takes_the_conversation_along(make: Any) -> None:
    """The question as rules completed it and the user's own words are searched for, with what was said before."""
    world, bases = make()
    said = [
        HumanMessage("How much is the Pro plan?"),
        AIMessage("It costs 14 dollars."),
        HumanMessage("And for ten seats?"),
    ]
    state = talk(world, said)
    assert state["questions"][0]["text"] == "How much is the Pro plan for ten seats?"
    before = Said(
        "How much is the Pro plan?",
        "How much is the Pro plan?",
        "It costs 14 dollars.",
        refers_back=True,
        completed=True,
    )
    whole = "How much is the Pro plan for ten seats?"
    assert bases["a"].asked[0] == Search(whole, "And for ten seats?", 6, 0.2, {}, before)


def test_a_question_that_stands_alone_says_so(make: Any) -> None:
    """Later in a conversation a standalone question travels byte for byte, marked as one that does not refer back; of
    what was said before, greetings are left out.
    """
    world, bases = make()
    said = [HumanMessage("Hello there, I have a plan."), AIMessage("Good."), HumanMessage(WORDS)]
    talk(world, said)
    before = Said("I have a plan.", "I have a plan.", "Good.")
    assert bases["a"].asked[0] == Search(WORDS, WORDS, 6, 0.2, {}, before)


def test_an_opening_question_has_nothing_before_it(make: Any) -> None:
    """Without a conversation the search is the plain one."""
    world, bases = make()
    ask(build(world), WORDS)
    assert bases["a"].asked[0] == Search(WORDS, WORDS, 6, 0.2, {}, NOTHING)


def test_a_part_that_says_too_little_is_searched_with_its_message(make: Any) -> None:
    """The whole message is the second query of a part that leans on the others; a part that does not stays alone."""
    world, bases = make()
    message = "Which plan includes single sign-on? How much is that one?"
    state = ask(build(world), message)
    first, second = (question["text"] for question in state["questions"][:2])
    assert [(search.text, search.literal) for search in bases["a"].asked[:2]] == [(first, first), (second, message)]


def test_a_callers_filter_reaches_its_base_only(make: Any) -> None:
    """Filters are given by base; the others are searched as ever."""
    world, bases = make(both)
    ask(build(world), WORDS, context={"filters": {"b": {"page": {"$gt": 2}}}})
    assert [base.asked[0].filter for base in bases.values()] == [{}, {"page": {"$gt": 2}}]


def test_a_filter_for_an_unknown_base_is_refused(make: Any) -> None:
    """A misspelt base is named, with the valid ones."""
    world, _ = make()
    with pytest.raises(ValueError, match="'wiki' is not a base of 'scripted'; valid: a, b"):
        ask(build(world), WORDS, context={"filters": {"wiki": {"page": 1}}})


def test_a_kind_may_have_a_k_of_its_own(make: Any) -> None:
    """`k_for` replaces k, breadth and all."""
    world, bases = make(specs={"a": {"k": 2, "k_for": {"compare": 9}}}, tables={"kind_table": lambda text: "compare"})
    ask(build(world), WORDS)
    assert bases["a"].asked[0].k == 9


@pytest.mark.parametrize(
    ("scores", "evidence", "context", "asked"),
    [
        (both, {}, {}, 3),
        (table, {}, {}, 6),
        (table, {"slots": 2}, {}, 3),
        (table, {}, {"slots": 8}, 8),
        (table, {"strict_cap": True}, {}, 3),
        (table, {}, {"budget": 500}, 3),
    ],
)
def test_few_bases_are_asked_for_enough_to_fill_the_slots(
    make: Any, scores: Any, evidence: dict[str, Any], context: dict[str, Any], asked: int
) -> None:
    """The only base that is searched is asked for as many as there are slots, unless the cap is strict or the context
    has a budget.
    """
    world, bases = make(scores, catalog={"evidence": evidence})
    ask(build(world), WORDS, context=context)
    assert bases["a"].asked[0].k == asked


def test_a_budget_takes_the_place_of_the_slots(make: Any) -> None:
    """Under a budget the context is bounded by its size and not by the number of slots."""
    world, _ = make(catalog={"evidence": {"unit": "characters", "slots": 1, "per_base_cap": 9}})
    assert len(ask(build(world), WORDS)["slots"]) == 1
    state = ask(build(world), WORDS, context={"budget": 310})
    assert [slot["passage"]["id"] for slot in state["slots"]] == ["a0", "a1", "a2"]


def test_without_a_model_tokens_are_estimated(make: Any) -> None:
    """Four characters count as a token."""
    world, _ = make(catalog={"evidence": {"per_base_cap": 9}})
    assert len(ask(build(world), WORDS, context={"budget": 52})["slots"]) == 2


class Backwards(BaseDocumentCompressor):
    """Likes best what came last."""

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        """The last two, the last first."""
        return list(documents)[:-3:-1]


class Broken(BaseDocumentCompressor):
    """Never answers."""

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        """Raises."""
        raise RuntimeError("no weights")


class Late(BaseDocumentCompressor):
    """Gives up waiting."""

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        """Raises."""
        raise TimeoutError


def test_a_reranker_orders_the_pool(make: Any) -> None:
    """The compressor that the setting names decides what comes first, and what it drops gets no slot."""
    world, _ = make(settings={"reranker": f"{__name__}.Backwards"})
    assert [slot["passage"]["id"] for slot in ask(build(world), WORDS)["slots"]] == ["a4", "a3"]


@pytest.mark.parametrize(
    ("name", "why"),
    [("Broken", "RuntimeError: no weights"), ("Late", "no answer in time, which is 10 s at most")],
)
def test_a_reranker_that_fails_is_named_and_passed_over(name: str, why: str, make: Any) -> None:
    """The order of the bases stands, and the warnings say why."""
    world, _ = make(settings={"reranker": f"{__name__}.{name}"})
    state = ask(build(world), WORDS)
    assert [slot["passage"]["id"] for slot in state["slots"]] == ["a0", "a1", "a2", "a3", "a4"]
    assert state["warnings"] == [f"the reranker failed: {why}"]


def test_a_reranker_that_is_none_is_refused_before_anything_is_searched(make: Any) -> None:
    """A wrong path is a wrong setting."""
    world, bases = make(settings={"reranker": "collections.OrderedDict"})
    with pytest.raises(ConfigError, match=r"reranker: 'collections\.OrderedDict' gives a OrderedDict"):
        ask(build(world), WORDS)
    assert bases["a"].asked == []


@pytest.mark.parametrize(("slots_for", "wanted", "kept"), [("message", 3, 6), ("question", 6, 10)])
def test_the_slots_are_for_the_message_or_for_each_of_its_questions(
    slots_for: str, wanted: int, kept: int, tmp_path: Path
) -> None:
    """Where they are each question's own, a search fetches enough for them, and all that was found has a slot."""

    def five(search: Search) -> list[Passage]:
        mark = search.text.split()[1]
        return [passage("a", f"{mark} {n} " + f"{mark}{n} " * 9, 0.9 - n / 10, id_=f"{mark}{n}") for n in range(5)]

    world, bases = scripted(
        tmp_path, {"a": five}, lambda text: {"a": 0.9}, catalog={"evidence": {"slots_for": slots_for}}
    )
    state = ask(build(world), "What colour are ripe apples? Where does the steep hill lie?")
    assert len(state["questions"]) == 2
    assert {search.k for search in bases["a"].asked} == {wanted}
    assert len(state["slots"]) == kept
