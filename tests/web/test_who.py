"""Who sends a request: addresses, headers and keys, and what a run is told of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langgraph.runtime import Runtime, ServerInfo

from errors import InputError
from graph.caller import ANYONE, Caller, caller_of
from graph.context import Knobs, allowed_bases, knobs
from knowledge.catalog import Catalog
from web.keys import Keyring, make
from web.who import Gatekeeper, Refused, Who


def scope(client: str | None = "127.0.0.1", **headers: str) -> dict[str, Any]:
    """A request's scope."""
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (client, 5) if client else None, "headers": told}


LOCAL = ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]
FAR = ["10.0.0.5", "192.168.1.4", "2001:db8::1", "::ffff:10.0.0.5", "localhost", None]


@pytest.mark.parametrize("client", LOCAL)
async def test_this_machine_needs_no_key(client: str) -> None:
    """Where no keys are set everyone on this machine may do everything."""
    assert await Gatekeeper(None).who(scope(client)) == Who("local")


@pytest.mark.parametrize("client", FAR)
async def test_other_machines_do(client: str | None) -> None:
    """They are refused, unless a setting opens the server."""
    with pytest.raises(Refused, match="no keys are set, so only this machine is answered") as raised:
        await Gatekeeper(None).who(scope(client))
    assert raised.value.status == 403
    assert await Gatekeeper(None, open_=True).who(scope(client, host="signal.example")) == Who("local")


PAGES = [
    ({"host": "localhost:2024"}, True),
    ({"host": "[::1]:2024", "origin": "http://localhost:5173"}, True),
    ({"host": "127.0.0.1:2024", "origin": "https://smith.langchain.com"}, True),
    ({"host": "127.0.0.1:2024", "origin": "https://eu.smith.langchain.com"}, True),
    ({"host": "evil.example"}, False),
    ({"host": "localhost.evil.example"}, False),
    ({"host": "localhost", "origin": "https://evil.example"}, False),
    ({"host": "localhost", "origin": "https://smith.langchain.com.evil.example"}, False),
    ({"host": "localhost", "origin": "null"}, False),
]


@pytest.mark.parametrize(("headers", "answered"), PAGES)
async def test_pages_of_other_hosts_are_refused(headers: dict[str, str], answered: bool) -> None:
    """A browser on this machine is no proof that a page of this machine asks."""
    if answered:
        assert await Gatekeeper(None).who(scope(**headers)) == Who("local")
    else:
        with pytest.raises(Refused, match="a page of another host asks"):
            await Gatekeeper(None).who(scope(**headers))


async def test_keys(tmp_path: Path) -> None:
    """A key in either header is its holder's, from anywhere; none and a wrong one are refused, and so is everything
    where the file is gone.
    """
    file = tmp_path / "keys.toml"
    token = make(file, "alice", bases=["tea"], access=["staff"], operator=False)
    keeper = Gatekeeper(Keyring(file))
    for headers in ({"authorization": f"Bearer {token}"}, {"Authorization": f"bearer  {token}"}, {"x_api_key": token}):
        who = await keeper.who(scope("10.0.0.5", **headers))
        assert (who.identity, who.operator) == ("alice", False)
        assert who.caller == Caller("alice", frozenset({"tea"}), frozenset({"staff"}))
        assert token not in str(who.user())
    for headers, says in (
        ({}, "a key is needed"),
        ({"authorization": f"Basic {token}"}, "a key is needed"),
        ({"x_api_key": "wrong"}, "this key is not known"),
        ({"x_api_key": "ÿ"}, "this key is not known"),
    ):
        with pytest.raises(Refused, match=says) as raised:
            await keeper.who(scope(**headers))
        assert raised.value.status == 401
    file.unlink()
    with pytest.raises(Refused, match="the keys cannot be read") as raised:
        await keeper.who(scope(x_api_key=token))
    assert raised.value.status == 503


class User(dict[str, Any]):
    """A user as the server hands it to a run."""

    @property
    def identity(self) -> str:
        """Whose key it is."""
        return str(self["identity"])


def run_of(user: Any, context: Any = None) -> Runtime[Any]:
    """A run on the server."""
    return Runtime(context=context, server_info=ServerInfo("a", "signalbox", user))


def test_a_run_knows_its_caller() -> None:
    """Without a server, or keys, it is anyone; with keys a run without a user is refused, and a user without sets sees
    nothing rather than everything.
    """
    assert caller_of(Runtime(), keyed=True) is ANYONE
    assert caller_of(run_of(None), keyed=False) is ANYONE
    with pytest.raises(InputError, match="this run has no user, and the server asks for keys"):
        caller_of(run_of(None), keyed=True)
    user = User(identity="alice", bases=["tea"], access=None)
    assert caller_of(run_of(user), keyed=True) == Caller("alice", frozenset({"tea"}), None)
    assert caller_of(run_of(User(identity="x")), keyed=True) == Caller("x", frozenset(), frozenset())


def test_bases_are_what_the_knobs_say_within_what_the_key_may(make_catalog: Any) -> None:
    """A context can narrow a key's bases and never widen them; nothing left is an error that names both."""
    catalog: Catalog = make_catalog({name: {"files": {}} for name in ("tea", "pots", "cups")})

    def allowed(mine: list[str] | None, asked: list[str]) -> list[str]:
        user = User(identity="alice", bases=mine, access=None)
        # langgraph hands a context over as it came, or as the schema that it made of it.
        given = [knobs(run_of(user, context), Knobs) for context in ({"bases": asked}, Knobs(bases=asked))]
        bases, same = (allowed_bases(catalog, run) for run in given)
        assert bases == same
        return bases

    assert allowed(None, []) == ["tea", "pots", "cups"]
    assert allowed(["cups", "tiny/tea"], []) == ["tea", "cups"]
    assert allowed(["cups", "tea"], ["pots", "cups"]) == ["cups"]
    for mine, asked in ((["tea"], ["pots"]), ([], []), (["other/tea"], [])):
        with pytest.raises(InputError, match=r"'alice' may search (tea|none) of 'tiny'"):
            allowed(mine, asked)


def test_a_context_says_nothing_of_its_caller() -> None:
    """Knobs that a caller sends cannot name another one."""
    sent = Knobs().asked_by(Caller("forged"))
    assert "caller" not in sent.model_dump()
    with pytest.raises(ValueError, match="'_caller' is no knob"):
        Knobs(_caller="x")  # type: ignore[call-arg]
