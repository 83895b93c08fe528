"""`signalbox init`: drafts a catalog from a folder of documents, for its owner to edit. It never overwrites one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, Field
from rich.markup import escape

from console.show import print_json, print_out, stderr
from errors import ConfigError, ModelError
from graph.settings import Settings
from knowledge.catalog import find
from knowledge.drafting import EXAMPLES, BaseDraft, draft
from knowledge.embedding import embedder
from models.ask import Asker, Usage
from models.chat import ChatModels
from prompts import render

TOLD = 40
"""Titles and sentences of a base that a model is shown."""
NOTES = 20

HEAD = """\
# A draft from {folder}, made by `signalbox init`. It is yours to edit:
# - a description says what stands in a base, in the words people ask with, and what does not;
# - examples are questions the base answers: five to ten of your users' own teach the router most;
# - keywords force a base in, excludes keep it out. docs/catalogs.md lists every key;
# - a tool is called where one of its cues is said; drop those that nobody asks for. docs/tools.md.
title = {title}
description = ""
"""


class DraftedBase(BaseModel):
    """What a model writes of one base."""

    description: str = Field(min_length=1)
    examples: list[str] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the draft goes, and what it is made from."""

    name: str
    folder: Path
    file: Path


def run(settings: Settings, name: str, folder: Path, *, as_json: bool) -> None:
    """Write the draft and tell what to do next. Raises ConfigError before anything is written where the name, the
    folder, or a catalog that exists already forbids it.
    """
    place = _checked(settings, name, folder)
    bases = draft(place.folder, embedder(settings.embedding).encode)
    if not bases:
        raise ConfigError(f"folder: nothing to ingest in {str(folder)!r}; see the formats in docs/catalogs.md")
    for base in bases:
        for source, why in list(base.notes.items())[:NOTES]:
            stderr.print(f"[yellow]skipped[/] {escape(source)}: {escape(why)}")
    if settings.model:
        bases = asyncio.run(_with_model(settings, bases))
    _write(place, bases)
    find(name, settings.catalogs)  # what is handed over can be loaded
    if as_json:
        shown = [
            {"name": base.name, "files": base.files, "description": base.description, "examples": list(base.examples)}
            for base in bases
        ]
        print_json({"file": str(place.file), "bases": shown}, indent=2)
        return
    for base in bases:
        print_out(f"{base.name}: {base.files} files. {base.description}")
    print_out(f"{place.file} is a draft: edit it, then run: signalbox ingest --catalog {name}")


def _checked(settings: Settings, name: str, folder: Path) -> Place:
    if not name or name in {".", ".."} or {"/", "\\", "\0"} & set(name):
        raise ConfigError(f"name: {name!r} is not a name for a catalog; it becomes a folder in {settings.catalogs}")
    if not folder.is_dir():
        raise ConfigError(f"folder: {str(folder)!r} is no folder; name one that holds documents")
    file = settings.catalogs / name / "catalog.toml"
    if file.exists():
        raise ConfigError(f"{file}: is there already and is never overwritten; choose another name or edit it")
    return Place(name, folder.resolve(), file)


async def _with_model(settings: Settings, bases: Sequence[BaseDraft]) -> list[BaseDraft]:
    """The drafts with the model's words; where it fails, what was counted stays, and it is said."""
    models = ChatModels(settings.model_timeout)
    chat = models.get(settings.model)
    if chat is None:
        return list(bases)
    asker = Asker(chat, Usage(), settings.structured, settings.model_timeout)
    better = []
    for base in bases:
        if base.url:
            better.append(base)
            continue
        others = ", ".join(other.name for other in bases if other is not base) or "none"
        messages = render(
            "draft",
            base=base.name,
            others=others,
            titles="\n".join(base.titles[:TOLD]) or "none",
            excerpts="\n".join(base.sentences[:: max(1, len(base.sentences) // TOLD)][:TOLD]) or "none",
        )
        try:
            told = await asker.structured(DraftedBase, messages)
            better.append(replace(base, description=told.description, examples=tuple(told.examples[:EXAMPLES])))
        except ModelError as fault:
            stderr.print(f"[yellow]warning:[/] {escape(base.name)} is drafted without the model: {escape(str(fault))}")
            better.append(base)
    await models.close()
    return better


def _write(place: Place, bases: Sequence[BaseDraft]) -> None:
    lines = [HEAD.format(folder=_quoted(str(place.folder)), title=_quoted(place.name))]
    # The page offers them to be asked, so a sentence that a document says is none.
    questions = [text for base in bases for text in base.examples[:2] if text.rstrip().endswith(("?", "？", "؟"))]
    lines.append(f"samples = {_listed(questions[:6])}  # questions that the page offers\n")
    for base in bases:
        lines += ["[[base]]", f"name = {_quoted(base.name)}", f"description = {_quoted(base.description)}"]
        lines.append(f"examples = {_listed(base.examples)}")
        lines += _database(base) if base.url else [f"documents = {_quoted(str(base.folder))}"]
        if base.ignore:
            lines.append(f"ignore = {_listed(base.ignore)}  # these are bases of their own")
        lines.append("")
    place.file.parent.mkdir(parents=True, exist_ok=True)
    with place.file.open("x", encoding="utf-8") as file:  # another init may have come first
        file.write("\n".join(lines))


def _database(base: BaseDraft) -> list[str]:
    """The keys of an sql base: where it is, and its lookups, each heard where one of its legal values is said."""
    lines = ['type = "sql"', f"url = {_quoted(base.url)}", f"tables = {_listed(base.tables)}"]
    for one in base.lookups:
        lines += ["", "[[base.tool]]", f"name = {_quoted(one.name)}", f"description = {_quoted(one.description)}"]
        lines += [f"cues = [{_quoted(f'{{{one.column}}}')}]", f"query = {_quoted(one.query)}"]
        lines.append(f"parameters = [{{name = {_quoted(one.column)}, values = {_quoted(one.values)}}}]")
    return lines


def _listed(texts: Sequence[str]) -> str:
    return "[\n" + "".join(f"  {_quoted(text)},\n" for text in texts) + "]" if texts else "[]"


def _quoted(text: str) -> str:
    # A TOML basic string escapes as JSON does, and refuses this one control character bare.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
