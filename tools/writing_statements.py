"""A question into Cypher or SQL by a model: one loop, whatever the base. What a model wrote is cleaned, checked before
anything runs, and sent back with the reason where it is refused, at most twice.

The base's own check comes first: that the statement only reads, that its names (and directions) are there, that the
database can plan it. Then the caller takes it: the guard traces its values, and it runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel

from errors import QueryError
from knowledge.blocking import in_thread
from models.ask import Asker
from prompts import render

T = TypeVar("T")
REPAIRS: Final = 2
"""How often a refused statement goes back to the model."""

_THOUGHT: Final = re.compile(r"<think>.*?(?:</think>|\Z)|\A.*?</think>", re.DOTALL | re.IGNORECASE)
_FENCED: Final = re.compile(
    r"```[ \t]*(?:cypher|neo4j|sql|sqlite|postgres(?:ql)?)?[ \t]*\r?\n?(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE
)
_MARKER: Final = re.compile(r"<\|[a-z_]+\|>|\[/?INST\]|</?s>", re.IGNORECASE)
_ANNOUNCED: Final = re.compile(
    r"\A(?:(?:cypher|cypherquery|sql|sqlquery|sqlite|postgres(?:ql)?|query|statement|answer)\s*"
    r"(?::|(?=\s(?:MATCH|OPTIONAL|WITH|UNWIND|RETURN|SELECT)\b))\s*)+",
    re.IGNORECASE,
)
_RESULT: Final = re.compile(r"\n\s*SQLResult\s*:.*\Z", re.DOTALL | re.IGNORECASE)


class Statement(BaseModel):
    """The reply: the statement, and what it asks for in words."""

    statement: str
    says: str


@dataclass(frozen=True, slots=True)
class Written:
    """A statement that passed its base's check, what it asks for, and how many replies it took."""

    statement: str
    says: str
    replies: int


class Checked(Protocol):
    """The base that is asked. Both methods block."""

    @property
    def dialect(self) -> str:
        """The language of its statements, such as Cypher or sqlite."""
        ...

    def schema(self) -> str:
        """What a model must know of it."""
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
    return _RESULT.sub("", _ANNOUNCED.sub("", text)).strip().removesuffix(";").strip()


async def write_statement(
    asker: Asker, base: Checked, question: str, take: Callable[[Written], T], *, limit_s: float
) -> T:
    """What `take` makes of a statement for a question; it blocks, and raises QueryError for one that it refuses.

    `limit_s` bounds each check and each `take`, not the model's replies. Raises QueryError where no reply passed, a
    repair only repeated what was refused, or the model says that the schema cannot answer; ModelError where the model
    gave nothing usable; StoreError and TimeoutError where the base cannot be asked.
    """
    schema = await in_thread(base.schema, limit_s)
    refused: dict[str, str] = {}
    last = ""
    for number in range(1, REPAIRS + 2):
        prompt = render("statement", dialect=base.dialect, schema=schema, question=question, fault=last)
        reply = await asker.structured(Statement, prompt)
        if not reply.statement.strip() and reply.says.strip():
            raise QueryError(f"the model says that this base cannot answer it: {reply.says.strip()}")
        written = Written(cleaned(reply.statement), reply.says, number)
        if written.statement in refused:
            raise QueryError(f"the model repeated a statement that was refused: {refused[written.statement]}")
        try:
            return await in_thread(partial(_taken, base, written, take), limit_s)
        except QueryError as fault:
            refused[written.statement] = str(fault)
            last = (
                f"This statement of yours was refused:\n{written.statement}\nReason: {fault}\nWrite one that is right."
            )
    raise QueryError(f"no statement passed in {REPAIRS + 1} replies; the last reason: {list(refused.values())[-1]}")


def _taken(base: Checked, written: Written, take: Callable[[Written], T]) -> T:
    base.check(written.statement)
    return take(written)
