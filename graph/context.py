"""The knobs of one run: JSON-able, shown in Studio with titles and limits, read in one place.

The defaults are the catalog's, so the schema is made for each catalog.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import Any, ClassVar, Self

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, create_model, field_validator, model_validator

from errors import InputError
from graph.caller import ANYONE, Caller, caller_of
from graph.settings import Settings
from knowledge.base_spec import Kind
from knowledge.catalog import Catalog, Policy
from models.chat import check_model_name
from routing.decision import Limits


class Knobs(BaseModel):
    """What a caller may set for one run. Subclassed with a catalog's defaults by `context_schema`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    width: int = Field(3, ge=1, le=64, title="Width", description="How many bases a decision may name.")
    floor: float = Field(
        0.3, ge=0, le=1, title="Floor", description="The confidence under which every base is searched."
    )
    slots: int = Field(6, ge=1, le=100, title="Slots", description="Passages the answer is written from.")
    per_base_cap: int = Field(
        3, ge=1, le=100, title="Cap per base", description="Slots one base may fill while others wait."
    )
    budget: int = Field(
        0,
        ge=0,
        le=1_000_000,
        title="Budget",
        description="The context's size at most, in the catalog's unit; it takes the place of the slots. 0: slots.",
    )
    max_turns: int = Field(3, ge=1, le=20, title="Turns", description="Routings a run may make, the critic's included.")
    model: str = Field("", title="Model", description="none, openai:MODEL or azure_openai:DEPLOYMENT.")
    max_calls: int = Field(
        0, ge=0, title="Model calls", description="Model calls this run may make; 0: as many as the settings allow."
    )
    max_tokens: int = Field(
        0, ge=0, title="Tokens", description="Tokens after which this run asks no model; 0: as the settings say."
    )
    policy: Policy = Field(
        "recall", title="Policy", description="single, multi, recall or all: how many of the likely bases are searched."
    )
    interrupts: bool = Field(
        False, title="Interrupts", description="Whether a run may stop and wait for a person's word."
    )
    bases: list[str] = Field(
        default=[], title="Bases", description="The only bases this run may search; empty means every base."
    )
    kinds: list[Kind] = Field(
        default=[], title="Kinds", description="The only kinds a question may be read as; empty means the catalog's."
    )
    filters: dict[str, dict[str, Any]] = Field(
        default={},
        title="Filters",
        description="By base: what its searches are narrowed by, beside the base's own filter.",
    )

    keyed: ClassVar[bool] = False
    """Whether the server asks for keys."""
    _caller: Caller | None = PrivateAttr(None)

    @property
    def caller(self) -> Caller:
        """Who asks: never what the caller says of itself, but what the server knows."""
        return self._caller or ANYONE

    @property
    def known(self) -> bool:
        """Whether it was told who asks."""
        return self._caller is not None

    def asked_by(self, caller: Caller) -> Self:
        """The same knobs, asked by `caller`."""
        mine = self.model_copy()
        mine._caller = caller  # noqa: SLF001 - its own
        return mine

    @model_validator(mode="before")
    @classmethod
    def _known_knobs(cls, given: Any) -> Any:
        unknown = [name for name in given if name not in cls.model_fields] if isinstance(given, dict) else []
        if unknown:
            near = get_close_matches(str(unknown[0]), cls.model_fields, 1)
            meant = f" (did you mean {near[0]!r}?)" if near else ""
            raise ValueError(f"context: {unknown[0]!r} is no knob{meant}; valid: {', '.join(cls.model_fields)}")
        return given

    @field_validator("model")
    @classmethod
    def _known_model(cls, name: str) -> str:
        return check_model_name(name)


def context_schema(catalog: Catalog, settings: Settings, *, interrupts: bool = False) -> type[Knobs]:
    """The knobs with this catalog's defaults. An unknown base is refused by name.

    `interrupts` is that knob's default: on where threads are kept and a person can come back to them.
    """
    defaults: dict[str, Any] = {
        "width": min(catalog.routing.width, 64),
        "floor": catalog.routing.floor,
        "slots": catalog.evidence.slots,
        "per_base_cap": catalog.evidence.per_base_cap,
        "budget": catalog.evidence.budget,
        "max_turns": catalog.evidence.max_turns,
        "model": settings.model,
        "policy": catalog.routing.policy,
        "interrupts": interrupts,
    }
    fields: dict[str, Any] = {}
    for name, default in defaults.items():
        known = Knobs.model_fields[name]
        shown: dict[str, Any] = {"title": known.title, "description": known.description}
        for limit in known.metadata:
            shown |= {side: getattr(limit, side) for side in ("ge", "le") if hasattr(limit, side)}
        fields[name] = (known.annotation, Field(default, **shown))

    for name, values in {"bases": catalog.names, "kinds": list(catalog.kinds)}.items():
        known = Knobs.model_fields[name]
        # A form offers them; what is wrong is told by the checks below, which name the catalog.
        items: Any = {"items": {"type": "string", "enum": values}}
        fields[name] = (
            known.annotation,
            Field([], title=known.title, description=known.description, json_schema_extra=items),
        )

    def known_kinds(kinds: list[Kind]) -> list[Kind]:
        unknown = [kind for kind in kinds if kind not in catalog.kinds]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is no kind of {catalog.name!r}; valid: {', '.join(catalog.kinds)}")
        return kinds

    def known_bases(names: list[str]) -> list[str]:
        unknown = [name for name in names if name not in catalog.names]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not a base of {catalog.name!r}; valid: {', '.join(catalog.names)}")
        return names

    def known_filters(filters: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        known_bases(list(filters))
        return filters

    checks: dict[str, Any] = {
        "known_bases": field_validator("bases")(known_bases),
        "known_kinds": field_validator("kinds")(known_kinds),
        "known_filters": field_validator("filters")(known_filters),
    }
    made = create_model("Context", __base__=Knobs, __validators__=checks, **fields)
    made.keyed = settings.keys is not None
    return made


def knobs(runtime: Runtime[Any], schema: type[Knobs]) -> Knobs:
    """This run's knobs: what the caller gave, else the defaults (a caller may give no context at all)."""
    given = runtime.context
    if isinstance(given, Knobs) and given.known:
        return given  # made in this process, which knew who asks; what came over the wire never says it
    caller = caller_of(runtime, keyed=schema.keyed)
    if given is None:
        return schema().asked_by(caller)
    if isinstance(given, Knobs):
        return given.asked_by(caller)
    if isinstance(given, dict):
        return schema(**given).asked_by(caller)
    raise InputError(f"context: expected an object, got {type(given).__name__}")


def limits(catalog: Catalog, run: Knobs) -> Limits:
    """How this run turns scores into decisions."""
    return replace(Limits.of(catalog.routing), policy=run.policy, width=run.width, floor=run.floor)


def allowed_bases(catalog: Catalog, run: Knobs) -> list[str]:
    """The bases this run may search, in the catalog's order: what its knobs say within what its caller may.

    Raises InputError where none is left.
    """
    mine = run.caller.within(catalog.name, catalog.names)
    left = [name for name in mine if not run.bases or name in run.bases]
    if not left:
        asked = f", and {', '.join(run.bases)} is asked for" if run.bases else ""
        may = ", ".join(mine) or "none"
        raise InputError(f"bases: {run.caller.name!r} may search {may} of {catalog.name!r}{asked}")
    return left
