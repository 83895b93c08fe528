"""Which tools are called for the questions that were just routed, with which arguments, and what must be asked first.

Called by route. A model proposes where there is one, rules where not; the guard judges every proposal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage

from errors import ModelError
from graph.resources import Resources
from graph.state import Ask, Call, Question, Reply, State
from knowledge.blocking import in_thread
from knowledge.text import clean
from knowledge.tool_spec import is_a
from models.ask import Asker
from nodes.conversation import transcript
from tools.by_model import propose_by_model
from tools.guard.check import Conversation
from tools.guard.provenance import Turn
from tools.judging import Judged, judge
from tools.proposing import Proposal, Said, propose
from tools.registry import Registry
from tools.schema import Tool
from tools.unfit import declines, unfit
from tools.wanted import Offered, wanted

MOST_ASKED = 2
"""How often one value is asked for."""


@dataclass(frozen=True)
class _Offer:
    """A question with its bases and the tools it is offered."""

    question: Question
    bases: Sequence[str]
    offered: Offered


@dataclass(frozen=True)
class Tooling:
    """The calls of a visit to route."""

    resources: Resources

    async def calls(
        self, state: State, chosen: Mapping[str, Sequence[str]], asking: Asker | None, *, interrupts: bool
    ) -> tuple[list[Call], ModelError | None]:
        """Every call so far and those of this visit; `chosen` maps each newly routed question to its bases.

        A call that was asked for is judged anew with what the user said. Falls back to rules where the model fails.
        """
        if not self.resources.catalog.tools:
            return state["calls"], None
        offers = await in_thread(lambda: list(self._offers(state, chosen)))
        proposed, fault = await self._by_model(state, offers, asking)
        fallbacks = asking is not None
        # The guard holds values against the legal ones, which the tools' stores are asked for.
        made = await in_thread(lambda: self._made(state, offers, proposed, interrupts=interrupts, fallbacks=fallbacks))
        return made, fault

    def _made(
        self,
        state: State,
        offers: Sequence[_Offer],
        proposed: Mapping[str, list[Proposal]],
        *,
        interrupts: bool,
        fallbacks: bool,
    ) -> list[Call]:
        registry, known = self.resources.registry, conversation(state)
        made = _asked_again(registry, state, [_again(registry, call, state, known) for call in state["calls"]])
        for offer in offers:
            by_model = proposed.get(offer.question["id"])
            judged = wanted(offer.offered, _said(state, offer.question), by_model, known)
            found = [_call(registry, offer.question, one, interrupts=interrupts) for one in judged]
            if fallbacks:
                found += _fallbacks(registry, offer, {call["base"] for call in found})
            taken = {(call["tool"], str(call["arguments"])) for call in made}
            made += [call for call in found if (call["tool"], str(call["arguments"])) not in taken or call["asks"]]
        return made

    def _offers(self, state: State, chosen: Mapping[str, Sequence[str]]) -> Sequence[_Offer]:
        questions = {question["id"]: question for question in state["questions"]}
        offers = []
        for id_, bases in chosen.items():
            # What the critic asks in bare terms is a search; its complete questions are asked of the tools as well.
            if questions[id_]["again"] and not questions[id_]["text"].rstrip().endswith("?"):
                continue
            text, kind = questions[id_]["text"], questions[id_]["kind"]
            tools = self.resources.registry.offered(text, bases, kind)
            offered = Offered(text, kind, [tool for tool, _ in tools], {tool.name: worth for tool, worth in tools})
            offers.append(_Offer(questions[id_], bases, offered))
        return offers

    async def _by_model(
        self, state: State, offers: Sequence[_Offer], asking: Asker | None
    ) -> tuple[Mapping[str, list[Proposal]], ModelError | None]:
        some = [offer for offer in offers if offer.offered.tools]
        if asking is None or not some:
            return {}, None
        spoken = transcript(state["messages"], self.resources.settings.model_window)
        try:
            found = await propose_by_model(asking, [(one.offered.text, one.offered.tools) for one in some], spoken)
        except ModelError as fault:
            return {}, fault
        return {offer.question["id"]: each for offer, each in zip(some, found, strict=True)}, None


def conversation(state: State) -> Conversation:
    """What a value may be traced to: every turn, what the user said when asked, and passages found before."""
    turns = [
        Turn("user" if isinstance(one, HumanMessage) else "assistant", clean(one.text))
        for one in state["messages"]
        if isinstance(one, HumanMessage | AIMessage)
    ]
    accepted: dict[str, list[Any]] = {}
    for reply in state["replies"]:
        turns += [Turn("assistant", reply["question"]), *([Turn("user", reply["text"])] if reply["text"] else [])]
        for name, value in reply["values"].items():
            accepted.setdefault(name, []).append(value)
    passages = {one["id"]: one["text"] for finding in state["findings"] for one in finding["passages"]}
    return Conversation(turns, accepted, passages, _now(state))


def missing(state: State) -> list[Call]:
    """The calls that did not run for want of a value."""
    return [call for call in state["calls"] if call["stage"] == "missing"]


def _now(state: State) -> datetime:
    return datetime.fromtimestamp(state["started"])  # noqa: DTZ006 - "tomorrow" is a day of the local calendar


def _said(state: State, question: Question) -> Said:
    spoken = [clean(one.text) for one in state["messages"] if isinstance(one, HumanMessage)]
    return Said(
        question=question["text"],
        replies=[reply["text"] for reply in state["replies"] if reply["text"]],
        asked=[name for reply in state["replies"] for name in reply["asked"]],
        earlier=spoken[::-1],
        reference=_now(state),
    )


def _call(registry: Registry, question: Question, one: Judged, *, interrupts: bool) -> Call:
    asks = [
        Ask(argument=ask.argument, wants=ask.wants, reason=ask.reason, values=list(ask.values), why=ask.why)
        for ask in one.asks
    ]
    told = ",".join(f"{name}={value}" for name, value in sorted(one.arguments.items()))
    return Call(
        id=f"{question['id']}:{one.tool}({told})",
        question=question["id"],
        base=registry.entries[one.tool].base,
        tool=one.tool,
        arguments=dict(one.arguments),
        asks=asks,
        stage="ready" if not asks else "ask" if interrupts else "missing",
        notes=list(one.notes),
        sources=dict(one.sources),
    )


def _again(registry: Registry, call: Call, state: State, known: Conversation) -> Call:
    """A call that the user was asked about, with what was said."""
    if call["stage"] != "ask":
        return call
    question = next(one for one in state["questions"] if one["id"] == call["question"])
    tool = registry.tool(call["tool"])
    accepted = {
        one.name: known.accepted[one.name][-1]
        for one in tool.parameters
        if one.name in known.accepted and is_a(known.accepted[one.name][-1], one.kind)
    }
    found = [
        Proposal(one.tool, {**one.arguments, **call["arguments"], **accepted})
        for one in propose(tool, _said(state, question))
    ]
    judged = [judge(tool, one, known) for one in found]
    best = min(judged, key=lambda one: len(one.asks))
    return _call(registry, question, best, interrupts=False)


def _asked_again(registry: Registry, state: State, now: Sequence[Call]) -> list[Call]:
    """The calls judged anew, those that the last reply did not do for to be asked about once more, with why.

    Nothing is asked a third time, nor of somebody who said that they do not know; a reply in words that gave another
    of the values was about that one.
    """
    if not state["replies"]:
        return [*now]
    reply = state["replies"][-1]
    before = {call["id"]: call for call in state["calls"] if call["stage"] == "ask"}
    helped = any(len(new["arguments"]) > len(old["arguments"]) for old, new in zip(state["calls"], now, strict=True))
    settled = []
    for old, call in zip(state["calls"], now, strict=True):
        asks = call["asks"]
        if old["id"] in before and call["stage"] == "missing":
            tool = registry.tool(call["tool"])
            asks = [Ask(**(ask | {"why": _unfit(tool, ask, reply, helped=helped)})) for ask in asks]
        once = all(_times(state, ask["argument"]) < MOST_ASKED for ask in asks)
        again = once and any(ask["why"] for ask in asks) and old["id"] in before
        settled.append(Call(**(call | {"asks": asks, "stage": "ask" if again else call["stage"]})))
    return settled


def _unfit(tool: Tool, ask: Ask, reply: Reply, *, helped: bool) -> str:
    """Why a reply did not give an argument that it was asked for; "" where it was not about it."""
    parameter, name = tool.parameter(ask["argument"]), ask["argument"]
    if parameter is None or name not in reply["asked"]:
        return ""
    if reply["other"]:
        return f"“{reply['other']}” answers nothing that was asked"
    said = str(reply["values"][name]) if name in reply["values"] else "" if helped or reply["values"] else reply["text"]
    return "" if declines(said) else unfit(parameter, said)


def _times(state: State, argument: str) -> int:
    return sum(argument in reply["asked"] for reply in state["replies"])


def _fallbacks(registry: Registry, offer: _Offer, served: set[str]) -> list[Call]:
    """Of each base that no narrower tool serves, the fallback: a model will write its statement."""
    names = [(base, registry.fallback(base)) for base in offer.bases if base not in served]
    return [
        Call(
            id=f"{offer.question['id']}:{name}()",
            question=offer.question["id"],
            base=base,
            tool=name,
            arguments={},
            asks=[],
            stage="ready",
            notes=[],
            sources={},
        )
        for base, name in names
        if name
    ]
