"""A catalog: one folder that declares a deployment, read from its `catalog.toml` and checked once.

Everything that differs between deployments stands there and nowhere in code: adding a base is one block and its
documents.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections import Counter
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

import re2
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)

from errors import ConfigError
from knowledge.access import WORD
from knowledge.filters import named, where
from knowledge.tool_spec import STRUCTURED, BaseType, ParameterSpec, ToolSpec, check_tools

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Policy = Literal["single", "multi", "recall", "all"]
Kind = Literal["lookup", "summarize", "compute", "compare", "opinion", "contextual", "out_of_scope"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MoodTarget = Literal["answer", "person", "on-call"]
MOODS: dict[str, MoodTarget] = {"positive": "answer", "neutral": "answer", "negative": "answer"}

_COLLECTION = re.compile(r"^[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]$")
BASE_KEY = "base"
"""The metadata key under which a chunk's base is stored."""
ANSWER_GIVEN = "answer_given"
"""Where a question is sent that was answered before: to no base. So no base may have this name."""


def compile_pattern(pattern: str) -> Any:
    """A compiled RE2 pattern that ignores case; raises ValueError for one that RE2 does not take (backreferences and
    look-around among them).
    """
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as fault:
        raise ValueError(f"not a valid pattern: {fault.args[0].decode() if fault.args else fault}") from None


def _checked_pattern(pattern: str) -> str:
    compile_pattern(pattern)
    return pattern


def _checked_access(word: str) -> str:
    if not WORD.fullmatch(word):
        raise ValueError("an access is one word of letters, digits, . _ -")
    return word


Pattern = Annotated[Name, AfterValidator(_checked_pattern)]
Access = Annotated[str, AfterValidator(_checked_access)]


Domain = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=r"^([A-Za-z0-9-]{1,63}\.)*[A-Za-z0-9-]{1,63}$")
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Routing(_Strict):
    """How a question is routed. Scores are confidences in [0, 1]."""

    policy: Policy = "recall"
    width: int = Field(3, ge=1, le=64, description="how many bases a decision may name")
    floor: float = Field(0.30, ge=0, le=1, description="confidence under which every base is searched")
    threshold: float = Field(0.05, ge=0, le=1, description="confidence from which a further base is named")
    sure: float = Field(0.25, ge=0, le=1, description="lead of the first base over the second that spares the model")
    decline: float = Field(0.98, ge=0, le=1, description="out-of-scope probability from which nothing is searched")


class Evidence(_Strict):
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


class Retrieval(_Strict):
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


class Identifier(_Strict):
    """A pattern of names such as part or ticket numbers; `base`, where given, is forced in when one is seen."""

    name: Name
    pattern: Pattern
    base: str = ""


class Statement(_Strict):
    """A question with the statement that answers it, for a model to learn from."""

    question: Name
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]


class BaseSpec(_Strict):
    """One base. `name` is the label; `value` is the EXACT string its chunks carry in the store.

    What the router knows of it: `description`, `examples` it answers, `negatives` that look like its own and are not;
    `keywords` and `patterns` (RE2) force it in, `alone` words decide for it without any other tier, and `excludes`
    keep it out where a word shows that another thing is meant.

    `ignore` holds patterns of paths below `documents` that are left out ("drafts/*"); `links` tells whether a symbolic
    link may lead out of that folder, where a stranger's link could bring in a private file.

    A graph or sql base is embedded, filled from `documents`, unless `url` leads to a server ("env:NAME" reads it from
    the environment, where a password belongs); `database` is the database there, `tables` the only ones
    of an sql base that a model's query may read (every one, where none is named). `tool` blocks are what may be called.
    """

    name: Name
    type: BaseType = "vector"
    of: tuple[Name, ...] = Field((), description="the bases whose documents a summary base digests; none for its own")
    description: str = ""
    examples: tuple[str, ...] = ()
    negatives: tuple[str, ...] = ()
    keywords: tuple[Name, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    alone: tuple[Name, ...] = ()
    excludes: tuple[Name, ...] = ()
    documents: str = ""
    ignore: tuple[Name, ...] = ()
    access: dict[Name, Access] = Field(
        default_factory=dict, description="by pattern of paths below documents: the word that callers need to see them"
    )
    links: Literal["inside", "follow"] = "inside"
    max_file_mb: float = Field(64, gt=0, le=100_000, description="size above which a file is named and not read")
    collection: str = ""
    value: Name = ""
    chunk_size: int = Field(900, ge=100, le=20_000, description="characters")
    embedding: str = ""
    k: int = Field(3, ge=1, le=1000, description="passages a search returns, or more where slots would stay empty")
    k_for: dict[Kind, Annotated[int, Field(ge=1, le=1000)]] = Field(
        default_factory=dict, description="passages a search returns for a question of a kind, instead of k"
    )
    threshold: float = Field(0.2, ge=0, le=1, description="least cosine relevance of a passage")
    filter: dict[str, Any] = Field(default_factory=dict)
    timeout_s: float = Field(10, gt=0, le=600)
    url: str = ""
    include: tuple[Domain, ...] = Field((), description="the only domains, and those below them, of a web base")
    exclude: tuple[Domain, ...] = Field((), description="domains that a web base returns nothing of")
    database: str = ""
    tables: tuple[Name, ...] = ()
    tool: tuple[ToolSpec, ...] = ()
    terminology: tuple[Name, ...] = Field((), description="sentences that a model needs to write a statement")
    statement: tuple[Statement, ...] = Field((), description="questions with the statement that answers each")

    @model_validator(mode="before")
    @classmethod
    def _value_is_the_name(cls, given: Any) -> Any:
        if isinstance(given, dict) and isinstance(given.get("name"), str):
            documents = "" if given.get("of") else f"documents/{given['name']}"
            return {"value": given["name"], "documents": documents, **given}
        return given

    @model_validator(mode="after")
    def _access_fits(self) -> Self:
        if self.access and not self.chunked:
            raise ValueError(
                f"base {self.name!r} has access, which is for documents that are cut into passages; "
                "who may search another base is said by a key's bases"
            )
        return self

    @model_validator(mode="after")
    def _tools_fit(self) -> Self:
        for key in ("url", "database"):
            if getattr(self, key) and self.type not in STRUCTURED:
                raise ValueError(
                    f"base {self.name!r} of type {self.type!r} has {key} {getattr(self, key)!r}; "
                    f"only a base of type {' or '.join(STRUCTURED)} has one"
                )
        if self.tables and self.type != "sql":
            raise ValueError(f"base {self.name!r} of type {self.type!r} has tables; only a base of type sql has them")
        if (self.include or self.exclude) and self.type != "web":
            raise ValueError(
                f"base {self.name!r} of type {self.type!r} has include or exclude; only a base of type web has them"
            )
        check_tools(self.name, self.type, self.tool, KINDS)
        return self

    @property
    def chunked(self) -> bool:
        """Whether it has documents of its own, which are cut into chunks and embedded."""
        return self.type in {"vector", "summary"} and not self.of

    @property
    def searched(self) -> bool:
        """Whether it can be asked without a tool."""
        return self.type in {"vector", "summary", "web"}

    def k_of(self, kind: str | None, breadth: int) -> int:
        """Passages a search returns for a question of a kind, whose strategy multiplies k by `breadth`."""
        return next((k for of, k in self.k_for.items() if of == kind), self.k * breadth)

    @field_validator("filter")
    @classmethod
    def _readable_filter(cls, given: dict[str, Any]) -> dict[str, Any]:
        where((given,), named(given))  # its fields are only known where the store is
        return given

    @field_validator("collection")
    @classmethod
    def _collection_name(cls, name: str) -> str:
        if name and not _COLLECTION.match(name):
            raise ValueError("a collection name has 3 to 512 of a-z A-Z 0-9 . _ - and starts and ends alphanumeric")
        return name


class Catalog(_Strict):
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
