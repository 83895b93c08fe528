"""A question into Cypher by a model: checked before it may run, and sent back with the reason where it may not.

The statement is checked three times over before any row is read: that it only reads (`knowledge.graphdb.readonly`),
that its names and directions are the graph's, and that the database can plan it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from pydantic import BaseModel

from errors import QueryError
from knowledge.blocking import in_thread
from models.ask import Asker
from prompts import render

REPAIRS: Final = 2
"""How often a refused statement goes back to the model."""

_THOUGHT: Final = re.compile(r"<think>.*?(?:</think>|\Z)|\A.*?</think>", re.DOTALL | re.IGNORECASE)
_FENCED: Final = re.compile(r"```[ \t]*(?:cypher|sql|neo4j)?[ \t]*\r?\n?(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_MARKER: Final = re.compile(r"<\|[a-z_]+\|>", re.IGNORECASE)
_ANNOUNCED: Final = re.compile(
    r"\A(?:(?:cypher|cypherquery|query|statement|answer)\s*(?::|(?=\s(?:MATCH|OPTIONAL|WITH|UNWIND|RETURN)\b))\s*)+",
    re.IGNORECASE,
)


class Cypher(BaseModel):
    """The reply: the statement, and what it asks for in words."""

    statement: str
    says: str


@dataclass(frozen=True, slots=True)
class Written:
    """A statement that passed every check, what it asks for, and how many replies it took."""

    statement: str
    says: str
    replies: int


class Checked(Protocol):
    """The graph that is asked, such as `knowledge.bases.graph.GraphBase`. Both methods block."""

    def schema(self) -> str:
        """What a model must know of the graph."""
        ...

    def check(self, statement: str) -> None:
        """Raises QueryError, in words a model can act on, for a statement that may not run or cannot."""
        ...


def cleaned(text: str) -> str:
    """A statement without what chat models put around one: thoughts, a fence, a word that announces it, a last ';'.

    What is inside the statement is left as it is; whether it may run is decided elsewhere.
    """
    text = _MARKER.sub("", _THOUGHT.sub("", text))
    fenced = _FENCED.search(text)
    text = (fenced[1] if fenced else text).strip()
    return _ANNOUNCED.sub("", text).strip().removesuffix(";").strip()


async def write_cypher(
    asker: Asker,
    base: Checked,
    question: str,
    *,
    limit_s: float,
    accept: Callable[[str], None] = lambda _: None,
) -> Written:
    """A statement for a question. `accept` is a further check, such as the guard's; it raises QueryError.

    `limit_s` bounds each check, not the model's replies. Raises QueryError with the last reason where no reply passed
    or a repair only repeated what was refused, ModelError where the model gave nothing usable, StoreError and
    TimeoutError where the graph cannot be asked.
    """
    schema = await in_thread(base.schema, limit_s)
    refused: dict[str, str] = {}
    last = ""
    for number in range(1, REPAIRS + 2):
        reply = await asker.structured(Cypher, render("text2cypher", schema=schema, question=question, fault=last))
        statement = cleaned(reply.statement)
        if statement in refused:
            raise QueryError(f"the model repeated a statement that was refused: {refused[statement]}")
        try:
            await in_thread(partial(_check, base, statement, accept), limit_s)
        except QueryError as fault:
            refused[statement] = str(fault)
            last = f"This statement of yours was refused:\n{statement}\nReason: {fault}\nWrite one that is right."
            continue
        return Written(statement, reply.says, number)
    raise QueryError(f"no statement passed in {REPAIRS + 1} replies; the last reason: {list(refused.values())[-1]}")


def _check(base: Checked, statement: str, accept: Callable[[str], None]) -> None:
    base.check(statement)
    accept(statement)
