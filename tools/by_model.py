"""Proposing calls with a model: closed names, complete arguments, the user's words quoted for each.

A reply with an unknown tool or argument, a missing or empty argument, or a wrong type is asked for once more and then
given up with a typed failure; nothing of it is run or mended here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from knowledge.tool_spec import is_a
from models.ask import Asker
from prompts import render
from tools.proposing import Proposal
from tools.schema import Parameter, Tool


class Argument(BaseModel):
    """One argument, and the user's words that it was taken from."""

    name: str
    value: bool | int | float | str
    quote: str


class ToolUse(BaseModel):
    """One call for one question, by its number; `missing` names required arguments that the user did not give."""

    question: int
    tool: str
    arguments: list[Argument]
    missing: list[str]


class ToolUses(BaseModel):
    """The reply: every call, in order."""

    calls: list[ToolUse]


async def propose_by_model(
    asker: Asker, questions: Sequence[tuple[str, Sequence[Tool]]], conversation: str
) -> list[list[Proposal]]:
    """For each question, given with the tools it is offered, its proposed calls.

    Raises ModelError where two replies could not be used.
    """
    tools = {tool.name: tool for _, offered in questions for tool in offered}
    offered = [{tool.name for tool in each} for _, each in questions]
    prompt = render(
        "tools",
        tools="\n".join(map(_card, tools.values())),
        conversation=conversation or "(none)",
        questions="\n".join(
            f"{number}. {text} (tools: {', '.join(sorted(names)) or 'none'})"
            for number, ((text, _), names) in enumerate(zip(questions, offered, strict=True), 1)
        ),
    )
    reply = await asker.structured(ToolUses, prompt, lambda uses: _wrong(uses, tools, offered))
    found: list[list[Proposal]] = [[] for _ in questions]
    for call in reply.calls:
        arguments = {one.name: one.value for one in call.arguments}
        quotes = {one.name: one.quote for one in call.arguments}
        found[call.question - 1].append(Proposal(call.tool, arguments, quotes))
    return found


def _card(tool: Tool) -> str:
    return f"- {tool.name}: {tool.description}\n  arguments: {json.dumps([_schema(one) for one in tool.parameters])}"


def _schema(parameter: Parameter) -> dict[str, object]:
    told: dict[str, object] = {"name": parameter.name, "type": parameter.kind, "required": parameter.required}
    more = {"description": parameter.description, "unit": parameter.unit, "one of": list(parameter.enum)}
    return told | {name: value for name, value in more.items() if value}


def _wrong(reply: ToolUses, tools: Mapping[str, Tool], offered: Sequence[set[str]]) -> str:
    """What makes a well-formed reply unusable, or ""."""
    for call in reply.calls:
        if not 1 <= call.question <= len(offered):
            return f"calls: there is no question {call.question}"
        if call.tool not in offered[call.question - 1]:
            valid = ", ".join(sorted(offered[call.question - 1])) or "none"
            return f"calls: {call.tool!r} is not offered for question {call.question}; valid: {valid}"
        wrong = _arguments(call, tools[call.tool])
        if wrong:
            return wrong
    return ""


def _arguments(call: ToolUse, tool: Tool) -> str:
    valid = ", ".join(one.name for one in tool.parameters) or "none"
    names = [one.name for one in call.arguments]
    for name in (*names, *call.missing):
        if tool.parameter(name) is None:
            return f"{call.tool}: {name!r} is no argument; valid: {valid}"
    twice = next((name for name in names if names.count(name) > 1 or name in call.missing), "")
    if twice:
        return f"{call.tool}: {twice!r} is given twice"
    for one in call.arguments:
        parameter = tool.parameter(one.name)
        if parameter is not None and not is_a(one.value, parameter.kind):
            return f"{call.tool}: {one.name!r} must be of type {parameter.kind}, which {one.value!r} is not"
        if isinstance(one.value, str) and not one.value.strip():
            return f"{call.tool}: {one.name!r} is empty; give a value or name it as missing"
    left = [one.name for one in tool.parameters if one.required and one.name not in {*names, *call.missing}]
    return f"{call.tool}: {left[0]!r} is required; give it or name it as missing" if left else ""
