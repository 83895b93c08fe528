"""`/signalbox/health`: what `signalbox doctor` checks, for each served catalog, as one JSON object."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from errors import SignalboxError
from graph.checks import Check, examine
from graph.served import Served
from graph.settings import Settings
from knowledge.blocking import in_thread
from web.door import caller
from web.keys import Keyring
from web.who import Who

FRESH_S = 10.0
"""How long a look counts: a monitor's every question need not probe every store."""
LOOK_S = 60.0


def at_the_door(settings: Settings) -> Iterator[Check]:
    """Who is let in, and whether that is wise."""
    if settings.keys:
        try:
            count = len(Keyring(settings.keys).keys())
        except SignalboxError as fault:
            yield Check("keys", "fault", str(fault), "nobody is let in until it is mended")
        else:
            yield Check("keys", "ok" if count else "warning", f"{count} keys", "signalbox key NAME")
    elif settings.open:
        yield Check("keys", "warning", "none, and other machines are answered (SIGNALBOX_OPEN)", "signalbox key NAME")
    else:
        yield Check("keys", "ok", "none; only this machine is answered")


@dataclass
class Health:
    """The route. Looks are shared: one at a time, and for some seconds."""

    served: Mapping[str, Served]
    settings: Settings
    _seen: dict[str, tuple[float, list[Check]]] = field(default_factory=dict)
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def __call__(self, request: Request) -> Response:
        """200 where nothing is at fault, else 503. `?model=true` asks the model too, which costs a call."""
        who, model = caller(request.scope), request.query_params.get("model") == "true"
        catalogs = [
            await self._catalog(name, who, model=model) for name in self.served if _sees(self.served[name], who)
        ]
        door = [asdict(check) for check in at_the_door(self.settings)] if who.operator else []
        states = {check["state"] for told in (door, *(one["checks"] for one in catalogs)) for check in told}
        state = next((worst for worst in ("fault", "warning") if worst in states), "ok")
        return JSONResponse({"state": state, "door": door, "catalogs": catalogs}, 503 if state == "fault" else 200)

    async def _catalog(self, name: str, who: Who, *, model: bool) -> dict[str, Any]:
        one = self.served[name]
        catalog, settings = one.resources.catalog, one.resources.settings
        mine = who.caller.within(catalog.name, catalog.names)
        hidden = {f"base {base}" for base in catalog.names if base not in mine}
        checks = await self._checks(name, model=model)
        return {
            "graph": name,
            "catalog": catalog.name,
            "bases": mine,
            "model": settings.model or "none",
            "checks": [_shown(check, who) for check in checks if check.what not in hidden],
        }

    async def _checks(self, name: str, *, model: bool) -> list[Check]:
        key = f"{name} {model}"
        async with self._looking:
            at, seen = self._seen.get(key, (0.0, []))
            if not seen or time.monotonic() - at > FRESH_S:
                resources = self.served[name].resources
                try:
                    seen = await in_thread(lambda: list(examine(resources, model=model)), LOOK_S)
                except TimeoutError:
                    seen = [Check("store", "fault", f"no answer within {LOOK_S:g} s", "is another process holding it?")]
                self._seen[key] = time.monotonic(), seen
        return seen


def _shown(check: Check, who: Who) -> dict[str, str]:
    # What was seen names folders and addresses of this machine.
    told = asdict(check)
    return told if who.operator else {"what": check.what, "state": check.state}


def _sees(one: Served, who: Who) -> bool:
    catalog = one.resources.catalog
    return bool(who.caller.within(catalog.name, catalog.names))
