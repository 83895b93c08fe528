"""An MCP endpoint for other agents: one tool a catalog, answers and sources as structured content.

It runs the graph here, without a thread and without the server's queue; who asks is who sent the request.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from errors import SignalboxError
from graph.context import context_schema
from graph.result import result
from graph.served import Served
from knowledge.catalog import ANSWER_GIVEN, Catalog
from nodes.conversation import MAX_CHARACTERS
from web.door import caller
from web.who import Who

AT_ONCE: Final = 10
"""Questions answered at once, unless the server's own number of workers says otherwise."""


class Ask(BaseModel):
    """What a tool takes."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(
        min_length=1,
        max_length=MAX_CHARACTERS,
        description="A complete question in plain words, in any language; it may hold several questions at once.",
    )
    bases: list[str] = Field(default_factory=list, description="Search only these bases; leave it out to search all.")


class Source(BaseModel):
    """A passage the answer relies on; `n` is its marker [n] in the answer, `quote` stands in it letter for letter."""

    n: int
    base: str
    source: str
    title: str
    line: int = Field(description="The line of the source it begins on, or 0.")
    page: int = Field(description="Its page or slide, or 0.")
    quote: str


class Answer(BaseModel):
    """What a tool returns."""

    answer: str = Field(description="The answer, with markers [n] that lead to `sources`.")
    complete: bool = Field(description="Whether every question was answered.")
    sources: list[Source]
    searched: list[str] = Field(description="The bases that were searched.")
    missing: list[str] = Field(description="Values that the user must give before a calculation can be made.")
    failures: list[str] = Field(description="Bases that could not be reached.")
    handover: str | None = Field(description="Who should take over (a person, on-call), or null.")


@dataclass
class Tools:
    """The tools of every served catalog."""

    served: Mapping[str, Served]
    _places: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(int(os.environ.get("N_JOBS_PER_WORKER") or AT_ONCE))
    )

    def manager(self) -> StreamableHTTPSessionManager:
        """What answers the requests: stateless, so that any process can answer any of them."""
        server: Server[Any] = Server("signalbox", on_list_tools=self._list, on_call_tool=self._call)
        return StreamableHTTPSessionManager(server, json_response=True, stateless=True)

    async def _list(self, ctx: Any, params: Any) -> types.ListToolsResult:  # noqa: ARG002
        who = caller(ctx.request.scope)
        return types.ListToolsResult(
            tools=[
                tool_of(one.resources.catalog, mine)
                for one in self.served.values()
                if (mine := who.caller.within(one.resources.catalog.name, one.resources.catalog.names))
            ]
        )

    async def _call(self, ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        who = caller(ctx.request.scope)
        by_tool = {tool_name(one.resources.catalog): one for one in self.served.values()}
        one = by_tool.get(params.name)
        if one is None or not who.caller.within(one.resources.catalog.name, one.resources.catalog.names):
            return _fault(f"tool {params.name!r} is not known")
        try:
            asked = Ask.model_validate(params.arguments or {})
            async with self._places:
                answer = await answered(one, asked, who)
        except ValidationError as faults:
            first = faults.errors()[0]
            return _fault(f"{'.'.join(map(str, first['loc']))}: {first['msg']}")
        except SignalboxError as fault:
            return _fault(str(fault))
        told = answer.model_dump(mode="json")
        return types.CallToolResult(
            content=[types.TextContent(text=json.dumps(told, ensure_ascii=False))], structured_content=told
        )


async def answered(one: Served, asked: Ask, who: Who) -> Answer:
    """The answer to one question of a caller. Raises SignalboxError."""
    resources = one.resources
    schema = context_schema(resources.catalog, resources.settings)
    try:
        knobs = schema(bases=asked.bases, interrupts=False).asked_by(who.caller)
    except ValidationError as faults:
        raise SignalboxError(faults.errors()[0]["msg"].removeprefix("Value error, ")) from None
    began = time.perf_counter()
    state: Any = await one.graph.ainvoke({"messages": [("user", asked.question)]}, context=knobs)
    told = result(state, (time.perf_counter() - began) * 1000)
    chosen = [base["name"] for question in told["questions"] for base in question["bases"]]
    return Answer(
        answer=told["answer"],
        complete=told["complete"],
        sources=[Source(**{key: source[key] for key in Source.model_fields}) for source in told["citations"]],
        searched=[name for name in dict.fromkeys(chosen) if name != ANSWER_GIVEN],
        missing=list(dict.fromkeys(name for call in told["calls"] for name in call["missing"])),
        failures=[f"{one['base']}: {one['reason']}" for one in told["failures"]],
        handover=told["handover"],
    )


def tool_name(catalog: Catalog) -> str:
    """The tool of a catalog, in the letters that clients take."""
    return f"ask_{re.sub(r'[^A-Za-z0-9_-]', '_', catalog.name)}"


def tool_of(catalog: Catalog, bases: list[str]) -> types.Tool:
    """What another agent reads before it calls; only the bases that it may search are named."""
    held = "\n".join(f"- {name}: {catalog.spec(name).description or 'no description'}" for name in bases)
    about = catalog.description or catalog.title or catalog.name
    schema = Ask.model_json_schema()
    schema["properties"]["bases"]["items"] = {"type": "string", "enum": bases}
    return types.Tool(
        name=tool_name(catalog),
        title=catalog.title or catalog.name,
        description=(
            f"Answers questions over several knowledge bases: {about}\n"
            "Each question is routed to the bases it needs and answered from their passages alone, with quoted, "
            "checked sources. What is not found is said and never made up: `complete` is then false. It keeps no "
            f"conversation, so ask complete questions.\nThe bases:\n{held}"
        ),
        input_schema=schema,
        output_schema=Answer.model_json_schema(),
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def _fault(why: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=why)], is_error=True)
