"""The server's own authentication and authorization, named by langgraph.json: threads, runs and store items belong to
the key that made them, assistants are seen by all and changed by nobody with a key.

Whatever is not allowed here is refused. Without keys everyone on this machine may do everything.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import cache
from typing import Any

from langgraph_sdk import Auth
from pydantic import ValidationError

from graph.context import Knobs
from graph.settings import Settings
from web.who import SCOPE_KEY, Gatekeeper, Refused, Who

auth = Auth()


@cache
def gatekeeper() -> Gatekeeper:
    """The one gatekeeper of this process."""
    return Gatekeeper.of(Settings.from_env())


@auth.authenticate
async def authenticate(scope: dict[str, Any]) -> Any:
    """The user of a request; the door has asked already, where it is there."""
    try:
        who: Who = scope.get(SCOPE_KEY) or await gatekeeper().who(scope)
    except Refused as refused:
        raise _http(refused.status, str(refused)) from None
    return who.user()


@auth.on
async def refuse(ctx: Auth.types.AuthContext, value: Any) -> bool:  # noqa: ARG001 - the names are the handler's
    """What no handler below allows."""
    return not _keyed()


@auth.on.assistants(actions=["read", "search"])
async def see_assistants(ctx: Auth.types.AuthContext, value: Any) -> bool:  # noqa: ARG001
    """Everyone sees the assistants: they are the served graphs."""
    return True


@auth.on.threads.create
async def create_thread(ctx: Auth.types.AuthContext, value: Any) -> Any:
    """A thread belongs to who makes it, whatever its metadata say."""
    return _owned(ctx, value)


@auth.on.threads(actions=["read", "search", "delete"])
async def own_threads(ctx: Auth.types.AuthContext, value: Any) -> Any:  # noqa: ARG001
    """A thread is seen and deleted by its owner."""
    return _mine(ctx)


@auth.on.threads.update
async def update_thread(ctx: Auth.types.AuthContext, value: Any) -> Any:
    """Metadata are changed and runs cancelled by the owner; a state is written by operators only, since what stands in
    one is taken for found and answered.
    """
    if _keyed() and not ctx.user["operator"] and not {"metadata", "action"} & value.keys():
        raise _http(403, "a thread's state is written by its runs, and by an operator's key")
    return _owned(ctx, value) if "action" not in value else _mine(ctx)


@auth.on.threads.create_run
async def create_run(ctx: Auth.types.AuthContext, value: Any) -> Any:
    """A run is made by the owner of its thread, with knobs that exist."""
    wanted = value.get("kwargs") or {}
    given = (wanted.get("config") or {}).get("configurable") or {}
    # The server drops a knob that it does not know without a word.
    context = wanted.get("context") or {}
    unknown = sorted(set(context) - set(Knobs.model_fields))
    if unknown and given.get("__context_provided__"):
        raise _http(422, f"context: {unknown[0]!r} is no knob; valid: {', '.join(Knobs.model_fields)}")
    _check({name: context[name] for name in Knobs.model_fields if name in context})
    command = wanted.get("command") or {}
    if _keyed() and not ctx.user["operator"] and set(command) - {"resume"}:
        raise _http(403, f"command: {', '.join(sorted(command))} needs an operator's key; valid: resume")
    return _owned(ctx, value)


@auth.on.store
async def own_items(ctx: Auth.types.AuthContext, value: Any) -> bool:
    """Store items stand under their owner's name; a key reads and writes below its own."""
    if _keyed():
        value["namespace"] = (ctx.user.identity, *(value.get("namespace") or ()))
    return True


def _check(context: dict[str, Any]) -> None:
    """Refuse knobs of a wrong type or out of range; what only a catalog knows, its run tells."""
    try:
        Knobs.model_validate(context)
    except ValidationError as faults:
        first = faults.errors()[0]
        place = ".".join(map(str, first["loc"]))
        why = first["msg"].removeprefix("Value error, ")
        raise _http(422, f"context: {place}: {why} (got {first['input']!r})") from None


def _keyed() -> bool:
    return gatekeeper().keyring is not None


def _mine(ctx: Auth.types.AuthContext) -> dict[str, str] | None:
    return {"owner": ctx.user.identity} if _keyed() else None


def _owned(ctx: Auth.types.AuthContext, value: MutableMapping[str, Any]) -> dict[str, str] | None:
    mine = _mine(ctx)
    if mine is not None:
        if value.get("metadata") is None:
            value["metadata"] = {}
        value["metadata"].update(mine)  # the server reads this very object
    return mine


def _http(status: int, why: str) -> Exception:
    return Auth.exceptions.HTTPException(status_code=status, detail=why)
