"""A catalog: one folder that declares a deployment, read from its `catalog.toml` and checked once.

Everything that differs between deployments stands there and nowhere in code: adding a base is one block and its
documents.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, Field, ValidationError, model_validator

from errors import ConfigError
from knowledge.base_spec import BASE_KEY, KINDS, BaseSpec, Kind, Name, Pattern, Strict
from knowledge.tool_spec import ParameterSpec, ToolSpec

Policy = Literal["single", "multi", "recall", "all"]
MoodTarget = Literal["answer", "person", "on-call"]
MOODS: dict[str, MoodTarget] = {"positive": "answer", "neutral": "answer", "negative": "answer"}

ANSWER_GIVEN = "answer_given"
"""Where a question is sent that was answered before: to no base. So no base may have this name."""


class Routing(Strict):
    """How a question is routed. Scores are confidences in [0, 1]."""

    policy: Policy = "recall"
    width: int = Field(3, ge=1, le=64, description="how many bases a decision may name")
    floor: float = Field(0.30, ge=0, le=1, description="confidence under which every base is searched")
    threshold: float = Field(0.05, ge=0, le=1, description="confidence from which a further base is named")
    sure: float = Field(0.25, ge=0, le=1, description="lead of the first base over the second that spares the model")
    decline: float = Field(0.98, ge=0, le=1, description="out-of-scope probability from which nothing is searched")


class Evidence(Strict):
    """How findings become the answer's context."""

    slots: int = Field(6, ge=1, le=100)
    per_base_cap: int = Field(3, ge=1, le=100)
    slots_for: Literal["message", "question"] = Field(
        "message", description="what `slots` and `per_base_cap` are for: a whole message, or each of its questions"
    )
    strict_cap: bool = Field(False, description="whether slots that are left over stay empty rather than pass the cap")
    per_base_least: int = Field(
        0, ge=0, le=100, description="slots each chosen base gets at least; 0 for no such right"
    )
    budget: int = Field(0, ge=0, le=1_000_000, description="the context's size at most, in `unit`; 0 for slots alone")
    unit: Literal["tokens", "characters"] = "tokens"
    max_turns: int = Field(3, ge=1, le=20, description="routings a run may make, the critic's loops included")


class Retrieval(Strict):
    """How a vector base searches. The defaults were chosen on the even half of MTRAG; see `knowledge.query`."""

    chunk: float = Field(0.42, ge=0, le=1, description="what the cosine of the chunk counts")
    sentence: float = Field(0.47, ge=0, le=1, description="what the cosines of its two best sentences count")
    lexical: float = Field(0.21, ge=0, le=1, description="what BM25 counts")
    document: float = Field(0.17, ge=0, le=1, description="what the question's words in the whole document count")
    rerank: int = Field(100, ge=1, le=1000, description="candidates whose sentences are compared, where they are known")
    previous_answer: float = Field(
        1.1, ge=0, le=4, description="how far a follow-up moves toward itself read with the answer before it"
    )
    previous_turn: float = Field(0.2, ge=0, le=4, description="how far it moves away from the question before it")
    first_turn: float = Field(0.45, ge=0, le=4, description="what the words of the opening question count in BM25")
    standalone: float = Field(
        1.0, ge=0, le=1, description="the share of all three for a question that could stand alone"
    )


class Identifier(Strict):
    """A pattern of names such as part or ticket numbers; `base`, where given, is forced in when one is seen."""

    name: Name
    pattern: Pattern
    base: str = ""


class Catalog(Strict):
    """A parsed catalog. `folder` is where its documents are found; bases keep the order of the file."""

    folder: Path
    name: Name
    title: str = ""
    description: str = ""
    samples: tuple[str, ...] = ()
    routing: Routing = Routing()
    evidence: Evidence = Evidence()
    retrieval: Retrieval = Retrieval()
    labels: dict[str, str] = Field(default_factory=dict)
    kinds: tuple[Kind, ...] = Field(KINDS, min_length=1)
    moods: dict[Name, MoodTarget] = Field(default_factory=lambda: dict(MOODS))
    mood_words: dict[Name, tuple[Name, ...]] = Field(default_factory=dict)
    identifier: tuple[Identifier, ...] = ()
    handover: dict[MoodTarget, Name] = Field(default_factory=dict)
    base: tuple[BaseSpec, ...] = Field(min_length=1)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The catalog in `folder`.

        Raises ConfigError, one line a fault: file, key, bad value, what would be valid.
        """
        file = folder / "catalog.toml"
        try:
            given = tomllib.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            near = get_close_matches(folder.name, available(folder.parent), 1)
            meant = f"; did you mean {near[0]}?" if near else ";"
            raise ConfigError(f"{file}: no such file{meant} {_known(folder.parent)}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise ConfigError(f"{file}: not valid TOML: {fault}") from None
        except (OSError, ValueError) as fault:  # a name the file system refuses, a folder, a file that may not be read
            raise ConfigError(f"{str(file)!r}: cannot be read: {fault}; {_known(folder.parent)}") from None
        reserved = {"folder", "name"} & given.keys()
        if reserved:
            raise ConfigError(f"{file}: {min(reserved)}: set by the folder, not in the file; remove it")
        try:
            return cls(folder=folder, name=folder.name, **given)
        except ValidationError as faults:
            found = faults.errors()
            # pydantic counts a bad base as no base at all, which would be a second line about the same mistake
            told = [fault for fault in found if fault["type"] != "too_short"] or found
            raise ConfigError("\n".join(f"{file}: {_explain(fault)}" for fault in told)) from None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for what, values in (("name", self.names), ("documents", [spec.documents for spec in self.holding])):
            twice = [value for value, count in Counter(values).items() if count > 1]
            if twice:
                raise ValueError(f"two bases have the same {what} {twice[0]!r}; each needs its own")
        if ANSWER_GIVEN in self.names:
            raise ValueError(
                f"a base has the name {ANSWER_GIVEN!r}, which a router returns for a question that was "
                "answered before; give it another one"
            )
        pairs = Counter((self.collection(spec), spec.value) for spec in self.base)
        shared = [pair for pair, count in pairs.items() if count > 1]
        if shared:
            raise ValueError(f"two bases share collection and value {shared[0]!r}; give each its own value")
        unknown = [target for target in self.labels.values() if target not in self.names]
        if unknown:
            raise ValueError(f"labels lead to an unknown base {unknown[0]!r}; valid: {', '.join(self.names)}")
        for mood in self.mood_words:
            if mood not in self.moods:
                raise ValueError(f"mood_words name an unknown mood {mood!r}; valid: {', '.join(self.moods)}")
        for identifier in self.identifier:
            if identifier.base and identifier.base not in self.names:
                raise ValueError(
                    f"identifier {identifier.name!r} names an unknown base {identifier.base!r}; "
                    f"valid: {', '.join(self.names)}"
                )
        self._tools_named_once()
        self._digested()
        self._one_embedding_a_collection()
        return self

    def _tools_named_once(self) -> None:
        twice = [name for name, count in Counter(tool.name for tool in self.tools).items() if count > 1]
        if twice:
            raise ValueError(f"two tools have the same name {twice[0]!r}; each needs its own in the whole catalog")

    def _digested(self) -> None:
        held = [spec.name for spec in self.chunked]
        for spec in self.base:
            if spec.of and spec.type != "summary":
                raise ValueError(f"base {spec.name!r} of type {spec.type!r} has `of`, which is for type 'summary'")
            unknown = [name for name in spec.of if name not in held]
            if unknown:
                raise ValueError(
                    f"base {spec.name!r} digests {unknown[0]!r}, which holds no documents; valid: {', '.join(held)}"
                )

    def _one_embedding_a_collection(self) -> None:
        models: dict[str, str] = {}
        for spec in self.chunked:
            known = models.setdefault(self.collection(spec), spec.embedding)
            if known != spec.embedding:
                raise ValueError(
                    f"collection {self.collection(spec)!r} mixes the embeddings {known or 'default'!r} and "
                    f"{spec.embedding or 'default'!r}; give base {spec.name!r} a collection of its own"
                )

    @property
    def names(self) -> list[str]:
        """The bases' names, in order."""
        return [spec.name for spec in self.base]

    @property
    def closed_labels(self) -> dict[str, str]:
        """Every label a router may return, and the base it leads to."""
        return self.labels or {name: name for name in self.names}

    @property
    def holding(self) -> list[BaseSpec]:
        """The bases that hold something of their own, in order: all but those that digest the documents of others."""
        return [spec for spec in self.base if not spec.of]

    @property
    def chunked(self) -> list[BaseSpec]:
        """The bases with documents of their own, in order: neither of queries nor digests of other bases."""
        return [spec for spec in self.base if spec.chunked]

    @property
    def tools(self) -> list[ToolSpec]:
        """Every tool of every base, in order."""
        return [tool for spec in self.base for tool in spec.tool]

    def spec(self, name: str) -> BaseSpec:
        """The base called `name`; raises ConfigError naming the valid ones."""
        for spec in self.base:
            if spec.name == name:
                return spec
        raise ConfigError(f"base: {name!r} is not in catalog {self.name!r}; valid: {', '.join(self.names)}")

    def collection(self, spec: BaseSpec) -> str:
        """The collection that holds a base; the default is one for the catalog."""
        return spec.collection or f"signalbox-{hashlib.sha256(self.name.encode()).hexdigest()[:12]}"

    def filter_for(self, spec: BaseSpec) -> dict[str, Any]:
        """What every search of a base is narrowed by: its stored value where the collection is shared (a metadata
        filter is slow on large collections, so only there), and its own default filter.
        """
        sharing = sum(self.collection(other) == self.collection(spec) for other in self.chunked)
        return ({BASE_KEY: spec.value} if sharing > 1 else {}) | spec.filter

    def fingerprint(self) -> str:
        """Changes when anything that the stored chunks depend on changes."""
        parts = [
            (self.collection(spec), spec.value, spec.documents, spec.chunk_size, spec.embedding)
            for spec in self.chunked
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def find(name: str, root: Path) -> Catalog:
    """The catalog `name` under `root`; a name is a folder's name, never a path."""
    if not name or name in {".", ".."} or {"/", "\\", "\0"} & set(name):
        raise ConfigError(f"catalog: {name!r} is not a name; {_known(root)}")
    return Catalog.load(root / name)


def available(root: Path) -> list[str]:
    """The names of the catalogs under `root`, sorted."""
    return sorted(file.parent.name for file in root.glob("*/catalog.toml"))


def _known(root: Path) -> str:
    return f"valid catalogs in {root}: {', '.join(available(root)) or 'none'}"


def _explain(fault: Any) -> str:
    place = fault["loc"]
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".") or "catalog"
    if fault["type"] == "extra_forbidden":
        owners: dict[str, type[BaseModel]] = {
            "routing": Routing,
            "evidence": Evidence,
            "retrieval": Retrieval,
            "base": BaseSpec,
        }
        owner = owners.get(str(place[0]), Catalog)
        if owner is BaseSpec and "tool" in place:
            owner = ParameterSpec if "parameters" in place else ToolSpec
        valid = [field for field in owner.model_fields if field not in {"folder", "name"} or owner is not Catalog]
        near = get_close_matches(str(place[-1]), valid, 1)
        meant = f"; did you mean {near[0]}?" if near else ";"
        return f"{key}: unknown key{meant} valid: {', '.join(valid)}"
    shown = "" if isinstance(fault["input"], dict) else f" (got {fault['input']!r})"
    return f"{key}: {fault['msg'].removeprefix('Value error, ')}{shown}"
