"""What a catalog says of one base: its type, documents, search, tools, and what the router knows of it."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self, get_args

import re2
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from errors import ToolError
from knowledge.access import WORD
from knowledge.filters import named, where
from knowledge.tool_spec import STRUCTURED, BaseType, ToolSpec, check_tools

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Kind = Literal["lookup", "summarize", "compute", "compare", "opinion", "contextual", "out_of_scope"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_COLLECTION = re.compile(r"^[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]$")
BASE_KEY = "base"
"""The metadata key under which a chunk's base is stored."""


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


class Strict(BaseModel):
    """A block of catalog.toml: an unknown key is a fault."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Statement(Strict):
    """A question with the statement that answers it, for a model to learn from."""

    question: Name
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]


class BaseSpec(Strict):
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

    def tool_named(self, name: str) -> ToolSpec:
        """Its tool of a name. Raises ToolError naming the valid ones."""
        for tool in self.tool:
            if tool.name == name:
                return tool
        valid = ", ".join(tool.name for tool in self.tool)
        raise ToolError(f"base {self.name!r} has no tool {name!r}; valid: {valid or 'none'}")

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
