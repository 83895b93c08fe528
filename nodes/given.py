"""Answers that were given before: which of them a run may give again, and giving them again.

A question whose answer stands in the conversation, or in the answer cache, is sent to `answer_given` and searched
nowhere. What an answer depends on must be as it was: store, catalog, model, knobs, and the bases it cites.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from langchain_core.messages import HumanMessage

from graph.context import Knobs, allowed_bases
from graph.evidence import Citation, Conditions, Given
from graph.resources import Resources
from graph.state import Question, State, asked
from knowledge.blocking import in_thread
from knowledge.catalog import ANSWER_GIVEN, Catalog
from routing.decision import Decision
from routing.followup import refers_back
from routing.log_rows import digest
from routing.repeated import find

MOST_GIVEN = 20
MOST_CHARACTERS = 4000
"""What is kept of a conversation: the latest answers, none longer than this."""
STORED = frozenset({"vector", "summary"})
"""Base types whose evidence is in the store. What another type holds may change without a sign: it is asked again."""
NOT_FOUND = re.compile(
    r"\b(?:not found|no information|could(?: not|n['’]t) (?:find|be found)|cannot (?:find|answer)|"
    r"do(?:es)? not (?:say|mention|contain|state|cover)|"
    r"unable to|sorry|apologi[sz]e|nicht gefunden|leider|pas trouvé)\b",
    re.IGNORECASE,
)
"""How an answer says that something is missing; such an answer is doubtful."""
_MARKER = re.compile(r"\[(\d+)\]")
SHAPING = ("routing_model", "embedding", "chroma", "reranker", "model_window")
"""Settings of a process that an answer depends on, beside what its versions say."""


def conditions(resources: Resources, run: Knobs) -> Conditions:
    """What this run's answers hold under, what its caller may see included. Blocks for the store's manifest."""
    versions = resources.versions(run.model)
    shaped = [str(getattr(resources.settings, name)) for name in SHAPING]
    told = run.model_dump_json(exclude={"bases", "interrupts", "model"})
    access = run.caller.access
    seen = [] if access is None else ["access", *sorted(access)]
    made = digest(versions.catalog, versions.prompts, versions.model, versions.index, told, *shaped, *seen)
    return Conditions(digest=made, allowed=allowed_bases(resources.catalog, run))


def carried(state: State, catalog: Catalog) -> list[Given]:
    """The answers of the conversation so far, at the beginning of a new turn."""
    told = [one for one in state.get("given") or [] if one["serves"] or not one["cached"]]
    before = [Given(**(one | {"serves": [], "cached": False})) for one in told]
    kept = [*before, *fresh(state, catalog)]
    return kept[-MOST_GIVEN:]


def fresh(state: State, catalog: Catalog) -> list[Given]:
    """What the run in `state` answered of its own and without a doubt: no base failed, nothing fell back, every cited
    base is a stored one, and no paragraph of the answer serves two questions.
    """
    answered = (state.get("critique") or {}).get("answered", [])
    if not answered or "conditions" not in state:
        return []
    if state["warnings"] or any(finding["failure"] for finding in state["findings"]):
        return []
    repeated = {id_ for one in state["given"] for id_ in one["serves"]}
    known = [_given(state, question) for question in asked(state) if question["id"] in set(answered) - repeated]
    return [one for one in known if one is not None and _stored(one, catalog)]


def _given(state: State, question: Question) -> Given | None:
    if question["kind"] == "contextual" or refers_back(question["text"]):
        return None  # it depends on what was said around it
    own = [one for one in state["citations"] if question["id"] in one["questions"]]
    numbers = {one["n"] for one in own}
    others = {one["n"] for one in state["citations"]} - numbers
    parts = []
    for paragraph in state["answer"].split("\n\n"):
        cited = {int(number) for number in _MARKER.findall(paragraph)}
        if cited & numbers and cited & others:
            return None
        parts += [paragraph] if cited & numbers else []
    text = "\n\n".join(parts)
    if not text or len(text) > MOST_CHARACTERS or NOT_FOUND.search(text):
        return None
    return Given(
        question=question["text"],
        kind=question["kind"],
        text=text,
        citations=own,
        conditions=state["conditions"],
        at=state["started"],
        cached=False,
        serves=[],
    )


def _stored(one: Given, catalog: Catalog) -> bool:
    return all(catalog.spec(citation["base"]).type in STORED for citation in one["citations"])


def holds(one: Given, now: Conditions) -> bool:
    """Whether an answer may be given again: nothing that it was made with changed, every base it cites is allowed,
    and none is allowed that was not when it was made.
    """
    allowed = set(now["allowed"])
    cited = {citation["base"] for citation in one["citations"]}
    same = one["conditions"]["digest"] == now["digest"]
    return same and cited <= allowed <= set(one["conditions"]["allowed"])


def answered_before(
    resources: Resources, state: State, questions: Sequence[Question]
) -> tuple[list[Given], dict[str, Decision]]:
    """The channel `given` with what it serves now, and a decision for each question that it serves. Blocks."""
    given = [*state["given"]]
    decisions = {}
    for question in questions:
        if question["again"]:
            continue
        place = _place(resources, state, question, given)
        if place is None:
            continue
        one = given[place]
        given[place] = Given(**(one | {"serves": [*one["serves"], question["id"]]}))
        where = "is kept in the answer cache" if one["cached"] else "stands in this conversation"
        why = f"its answer {where}"
        decisions[question["id"]] = Decision(
            question["id"], ((ANSWER_GIVEN, 1.0),), "rules", False, why, {}, one["kind"]
        )
    return given, decisions


def _place(resources: Resources, state: State, question: Question, given: list[Given]) -> int | None:
    """The place in `given` of the answer to a question; one from the cache is put there."""
    embedder, text = resources.embedder, question["text"]
    usable = [place for place, one in enumerate(given) if holds(one, state["conditions"])]
    known = [given[place]["question"] for place in usable]
    found = find(text, known, lambda new, old: float(embedder.query(new) @ embedder.query(old)))
    if found is not None:
        return usable[found]
    cache = resources.answer_cache
    if cache is None or _in_conversation(state):
        return None
    kept = cache.get(_key(state["conditions"]), text, state["started"])
    if kept is None:
        return None
    given.append(Given(**kept))  # type: ignore[typeddict-item]
    return len(given) - 1


async def keep(resources: Resources, state: State, update: Mapping[str, Any]) -> None:
    """Put what the run that ends with `update` answered into the answer cache, where there is one.

    A question within a conversation is searched with the conversation in view, so only opening messages are kept.
    """
    cache = resources.answer_cache
    if cache is None or _in_conversation(state):
        return
    ended: Any = {**state, **update, "warnings": [*state["warnings"], *update["warnings"]]}
    for one in fresh(ended, resources.catalog):
        value = one | {"cached": True}
        await in_thread(partial(cache.put, _key(one["conditions"]), one["question"], value, one["at"]))


def repeated(state: State) -> dict[str, Given]:
    """The questions of this run that are answered by what was given before."""
    return {id_: one for one in state["given"] for id_ in one["serves"]}


def with_given(state: State, text: str, citations: list[Citation]) -> tuple[str, list[Citation]]:
    """An answer with what was given before in it, its citations numbered on behind the slots'. Given answers come
    first where the first question is one of them.
    """
    known = repeated(state)
    if not known:
        return text, citations
    start = max([slot["n"] for slot in state["slots"]], default=0)
    texts, behind = [], []
    for one in {id(one): one for one in known.values()}.values():
        numbers = {n: start + place for place, n in enumerate(sorted({c["n"] for c in one["citations"]}), 1)}
        start += len(numbers)
        texts.append(_MARKER.sub(lambda match, to=numbers: f"[{to.get(int(match[1]), match[1])}]", one["text"]))  # type: ignore[misc]
        behind += [
            Citation(**(cited | {"n": numbers[cited["n"]], "questions": list(one["serves"])}))
            for cited in one["citations"]
        ]
    leads = asked(state)[0]["id"] in known
    ordered = [*texts, text] if leads else [text, *texts]
    return "\n\n".join(part for part in ordered if part), [*citations, *behind]


def _in_conversation(state: State) -> bool:
    return sum(isinstance(message, HumanMessage) for message in state["messages"]) > 1


def _key(now: Conditions) -> str:
    return digest(now["digest"], *now["allowed"])


def unsettled(state: State, questions: Sequence[Question]) -> list[Question]:
    """The questions that are yet to be answered from evidence."""
    known = repeated(state)
    return [question for question in questions if question["id"] not in known]


def changed(state: State, given: list[Given]) -> dict[str, Any]:
    """The update of the channel, empty where nothing of it changed."""
    return {} if given == state["given"] else {"given": given}
