"""Where the run goes next: pure functions of the state, each returning names of nodes or Sends."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

from langchain_core.messages import HumanMessage
from langgraph.types import Send

from graph.ledger import EMPTY_LEDGER, Spending
from graph.settings import Settings
from graph.state import Question, State
from graph.task import RetrieveTask, SaidBefore
from knowledge.catalog import ANSWER_GIVEN, Catalog
from knowledge.spelling import as_meant
from nodes.asking import remaining_s
from nodes.conversation import asked_before, until_asked, user_message
from nodes.conversation import said_before as spoken_before
from nodes.handover import ends_here, leads_to_person
from routing.courtesy import the_question, without_courtesy
from routing.followup import complete, leans, refers_back
from routing.strategy import strategy

Place = Literal["answer", "escalate", "clarify"]
_SEPARATOR = re.compile(r"[^\w-]")


def node_names(catalog: Catalog) -> dict[str, str]:
    """The retrieval node of each base. Letters and digits of any script stay; what a drawing or the graph itself
    reads as a separator becomes an underscore, with a number where two bases would share a name.
    """
    names: dict[str, str] = {}
    for base in catalog.names:
        plain = "retrieve_" + _SEPARATOR.sub("_", base)
        taken = sum(plain == known.partition("~")[0] for known in names.values())
        names[base] = f"{plain}~{taken + 1}" if taken else plain
    return names


def fan_out(catalog: Catalog, settings: Settings) -> Callable[[State], Sequence[Send | Place]]:
    """One Send for each base of each decision that was not searched yet, and one for each call that is ready; "clarify"
    where a call waits for the user, "answer" where there is nothing to do (an empty list would end the run without a
    word). "escalate" stands alone for a mood that is all there is to see to, and beside these for one that is not sure.
    """
    nodes = node_names(catalog)
    digests = {spec.name for spec in catalog.base if spec.type == "summary"}

    def after_route(state: State) -> Sequence[Send | Place]:
        if ends_here(state["mood"]):
            return ["escalate"]
        waits = any(call["stage"] == "ask" for call in state["calls"])
        following: Sequence[Send | Place] = ["clarify"] if waits else searches(state) or ["answer"]
        beside = leads_to_person(state["mood"]) and not state["handover"]
        return ["escalate", *following] if beside else following

    def searches(state: State) -> list[Send]:
        searched = {finding["question"] for finding in state["findings"]}
        questions = {question["id"]: question for question in state["questions"]}
        left = max(remaining_s(state, settings), 0.1)
        sends: list[Send] = []
        each = catalog.evidence.slots_for == "question"
        asking = sum(call["stage"] == "ready" for call in state["calls"])
        asking += sum(one["name"] in digests for decision in state["decisions"] for one in decision["bases"])
        earlier = state.get("spent_before", EMPTY_LEDGER)
        spending = Spending(run=state["ledger"], before=earlier, branches=max(asking, 1))
        for decision in state["decisions"]:
            if decision["question"] in searched or ANSWER_GIVEN in {base["name"] for base in decision["bases"]}:
                continue
            question = questions[decision["question"]]
            how, before = strategy(question["kind"]), said_before(state, question)
            for chosen in decision["bases"]:
                spec = catalog.spec(chosen["name"])
                calls = [
                    call
                    for call in state["calls"]
                    if call["stage"] == "ready" and (call["question"], call["base"]) == (question["id"], spec.name)
                ]
                literal = _in_context(state, question) if how.with_context else question["literal"]
                own = literal if how.with_context else the_question(_in_message(state, question))
                task = RetrieveTask(
                    question=question["id"],
                    text=question["text"],
                    literal=as_meant(own, question.get("slips", {})),
                    base=spec.name,
                    k=spec.k_of(question["kind"], how.breadth),
                    among=0 if question["kind"] in spec.k_for else 1,
                    threshold=spec.threshold,
                    filter={},
                    said=None if how.with_context else before,
                    call=None,
                    limit_s=round(min(spec.timeout_s, left), 3),
                    spending=spending if spec.name in digests else None,
                )
                # A base of queries has nothing but its calls; one of documents is searched beside them.
                tasks = [task] if spec.searched or not calls else []
                tasks += [
                    RetrieveTask(**{**task, "literal": literal, "call": call, "spending": spending}) for call in calls
                ]
                sends += [Send(nodes[spec.name], one) for one in tasks]
        for send in sends:
            # A k that the catalog gives for a kind is meant as it stands.
            sharing = [one for one in sends if each and one.arg["question"] == send.arg["question"]] or sends
            send.arg["among"] = len(sharing) * send.arg["among"]
        return sends

    return after_route


def said_before(state: State, question: Question) -> SaidBefore | None:
    """The conversation a question was asked in; None where there is none, and for one that the critic asked, which is
    complete. One of several questions keeps it: their subject is often that of the conversation.
    """
    before = spoken_before(state["messages"])
    if not before.turns or question["again"]:
        return None
    slips = question.get("slips", {})
    own = as_meant(question["literal"], slips)
    earlier = [as_meant(one, slips) for one in asked_before(state["messages"])]
    by_rules = complete(own, earlier)
    return SaidBefore(
        first_turn=earlier[0],
        previous_turn=earlier[-1],
        previous_answer=before.answers[-1] if before.answers else "",
        refers_back=refers_back(own),
        completed=question["text"] == by_rules != own,
    )


def _in_context(state: State, question: Question) -> str:
    """The user's words with what the same user said last before them: advice for one's own case depends on it."""
    said = [message.text for message in state["messages"] if isinstance(message, HumanMessage)]
    return "\n".join([*said[-2:-1], question["literal"]])


def _in_message(state: State, question: Question) -> str:
    """The user's words for a question; for one of several that says too little by itself, the whole message: "and what
    does the thing cost?" is about what stands before it.
    """
    alone = sum(one["origin"] == one["id"] for one in state["questions"]) == 1
    if alone or question["again"] or not leans(question["literal"]):
        return question["literal"]
    return without_courtesy(user_message(until_asked(state["messages"])))


def after_critique(state: State) -> Literal["route", "rewrite", "__end__"]:
    """On to new questions, to one that waited, or to the end."""
    following = state["critique"]["next"]
    if following == "route":
        return "route"
    if following == "rewrite":
        return "rewrite"
    return "__end__"
