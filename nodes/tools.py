"""Which tools are called for the questions that were just routed, with which arguments, and what must be asked first.

Called by route. A model proposes where there is one, rules where not; the guard judges every proposal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from tools.choosing import chosen, use
from tools.gating.cues import cues_said
from tools.gazetteer import find
from tools.guard.check import Conversation
from tools.guard.provenance import Turn
from tools.judging import Judged, judge
from tools.pointing import named, named_beside, points, wants_amount
from tools.proposing import Proposal, Said, propose
from tools.registry import Registry
from tools.schema import Tool
from tools.sought import after, asked_for, explained
from tools.unfit import declines, unfit

MOST_ASKED = 2
"""How often one value is asked for."""


@dataclass(frozen=True)
class _Offer:
    """A question with the tools it is offered."""

    question: Question
    tools: Sequence[Tool]
    bases: Sequence[str]
    worth: Mapping[str, float]
    """By tool, how much the question calls for it."""


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
        registry = self.resources.registry
        offers = await in_thread(lambda: list(self._offers(state, chosen)))
        proposed, fault = await self._by_model(state, offers, asking)
        known = conversation(state)
        made = _asked_again(registry, state, [_again(registry, call, state, known) for call in state["calls"]])
        for offer in offers:
            by_model = proposed.get(offer.question["id"])
            judged = _judged(offer, _said(state, offer.question), by_model, known)
            judged = [_telling(registry, one, offer.question["text"]) for one in judged]
            found = [_call(registry, offer.question, one, interrupts=interrupts) for one in judged]
            if asking is not None:
                found += _fallbacks(registry, offer, {call["base"] for call in found})
            taken = {(call["tool"], str(call["arguments"])) for call in made}
            made += [call for call in found if (call["tool"], str(call["arguments"])) not in taken or call["asks"]]
        return made, fault

    def _offers(self, state: State, chosen: Mapping[str, Sequence[str]]) -> Sequence[_Offer]:
        questions = {question["id"]: question for question in state["questions"]}
        offers = []
        for id_, bases in chosen.items():
            # What the critic asks in bare terms is a search; its complete questions are asked of the tools as well.
            if questions[id_]["again"] and not questions[id_]["text"].rstrip().endswith("?"):
                continue
            tools = self.resources.registry.offered(questions[id_]["text"], bases, questions[id_]["kind"])
            offers.append(
                _Offer(questions[id_], [tool for tool, _ in tools], bases, {tool.name: worth for tool, worth in tools})
            )
        return offers

    async def _by_model(
        self, state: State, offers: Sequence[_Offer], asking: Asker | None
    ) -> tuple[Mapping[str, list[Proposal]], ModelError | None]:
        wanted = [offer for offer in offers if offer.tools]
        if asking is None or not wanted:
            return {}, None
        spoken = transcript(state["messages"], self.resources.settings.model_window)
        try:
            found = await propose_by_model(asking, [(offer.question["text"], offer.tools) for offer in wanted], spoken)
        except ModelError as fault:
            return {}, fault
        return {offer.question["id"]: each for offer, each in zip(wanted, found, strict=True)}, None


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


def _judged(offer: _Offer, said: Said, by_model: Sequence[Proposal] | None, known: Conversation) -> list[Judged]:
    """The calls that run, and those that are plainly wanted and miss a value.

    Of lookups the rules found, those run that use most of what was said: "the open tickets of Brightwater" is no
    question about every open ticket. Of lookups that miss a value only one asks.
    """
    found: list[tuple[Tool, Judged]] = []
    for tool in offer.tools:
        proposals = propose(tool, said) if by_model is None else [one for one in by_model if one.tool == tool.name]
        judged = [judge(tool, one, known) for one in proposals]
        complete = [one for one in judged if not one.asks]
        found += [(tool, one) for one in complete or judged[:1]]
    if by_model is not None:
        return [one for _, one in found]
    most = max((use(tool, one) for tool, one in found if not one.asks and tool.effect == "lookup"), default=(0, 0))
    asking = _asking(found, offer) if most == (0, 0) else None
    text = offer.question["text"]
    made = chosen([(tool, one) for tool, one in found if _kept(tool, one, offer, most, asking)], text)
    called = {one.tool for one in made if not one.asks}
    return [*made, *(one for tool in offer.tools if tool.name in called for one in _beside(tool, offer, known))]


def _beside(tool: Tool, offer: _Offer, known: Conversation) -> Iterator[Judged]:
    """A lookup that runs on one name of a list asks about another that no tool knows."""
    text = offer.question["text"]
    values = [value for one in offer.tools for parameter in one.parameters for value in parameter.values]
    for parameter in tool.parameters if tool.effect == "lookup" else ():
        name = named_beside(text, tool, parameter) if parameter.values and parameter.required else ""
        if name and not find(name, values):
            asked = judge(tool, Proposal(tool.name, {}), known)
            yield replace(asked, asks=tuple(replace(ask, why=unfit(parameter, name)) for ask in asked.asks))


def _kept(tool: Tool, one: Judged, offer: _Offer, most: tuple[int, int], asking: Judged | None) -> bool:
    """Whether a call stays. A calculator that misses a value does only where the question asks for an amount, and gave
    it another value or asks to compute.
    """
    if tool.effect == "lookup":
        return one is asking if one.asks else use(tool, one) == most and not _by_the_way(tool, one, offer)
    text, compute = offer.question["text"], offer.question["kind"] == "compute"
    return not one.asks or ((one.given > 0 or compute) and (wants_amount(text) or after(tool, text)))


def _by_the_way(tool: Tool, one: Judged, offer: _Offer) -> bool:
    """Whether a lookup found nothing but choices in a question after a rule: "how do I close a ticket?"."""
    choices = {parameter.name for parameter in tool.parameters if parameter.enum}
    return one.arguments.keys() <= choices and explained(offer.question["text"])


def _telling(registry: Registry, one: Judged, text: str) -> Judged:
    """A call with a word on each name that was said and that no store knows."""
    if not one.asks:
        return one
    tool = registry.tool(one.tool)
    told = []
    for ask in one.asks:
        if ask.why:
            told.append(ask)
            continue
        parameter = tool.parameter(ask.argument)
        name = named(text, tool, parameter) if parameter is not None else ""
        told.append(replace(ask, why=unfit(parameter, name)) if parameter is not None and name else ask)
    return replace(one, asks=tuple(told))


def _asking(found: Sequence[tuple[Tool, Judged]], offer: _Offer) -> Judged | None:
    """The lookup to ask about where none runs: what the question points at most strongly, then calls for most."""
    text = offer.question["text"]
    worth = [
        (*_pointing(text, tool, [ask.argument for ask in one.asks]), offer.worth[tool.name], one)
        for tool, one in found
        if one.asks and tool.effect == "lookup" and (one.given or tool.cues)
    ]
    # "My ticket" fits every tool of tickets: there the catalog's order decides.
    best = max(worth, key=lambda each: (*each[:3], each[3] if each[0] > 1 else 0.0), default=None)
    return best[-1] if best is not None and best[0] else None


def _pointing(text: str, tool: Tool, missing: Sequence[str]) -> tuple[int, bool, int]:
    """How strongly a question points at what a tool misses, whether it is not what it asks for, and by how many cues.

    Only a name is told apart by cues.
    """
    strength = points(text, tool, missing)
    given = not any(asked_for(one, text) for one in tool.parameters if one.name in missing)
    names = [named(text, tool, one) for one in tool.parameters if one.name in missing]
    unknown = next((name for name in names if name), "")
    return strength, given, len(cues_said(tool, text, unknown)) if strength > 1 else 0


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
