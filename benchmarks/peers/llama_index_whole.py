"""LlamaIndex's RouterQueryEngine and SubQuestionQueryEngine as systems of the whole-question benchmark.

As their guides show them: an index a base, a tool a base, the model's own selector or question generator, and the
condensing chat engine in front where a conversation came before. The third argument after the exchange's own chooses.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from llama_index.core import Settings, VectorStoreIndex
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.chat_engine import CondenseQuestionChatEngine
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.query_engine import (
    BaseQueryEngine,
    CustomQueryEngine,
    RouterQueryEngine,
    SubQuestionQueryEngine,
)
from llama_index.core.question_gen import LLMQuestionGenerator
from llama_index.core.schema import TextNode
from llama_index.core.selectors import LLMSingleSelector
from llama_index.core.tools import QueryEngineTool
from llama_index.llms.openai import OpenAI
from whole_exchange import Ask, Group, Row, serve

from knowledge.embedding import embedded


class Ours(BaseEmbedding):
    """The embedder that every system has, behind this package's interface."""

    def _get_query_embedding(self, query: str) -> list[float]:
        return embedded().query(query).tolist()

    def _get_text_embedding(self, text: str) -> list[float]:
        return embedded().encode([text])[0].tolist()

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)


class Down(CustomQueryEngine):
    """A base that cannot be reached."""

    def custom_query(self, query_str: str) -> str:  # noqa: ARG002 - the interface's own name
        """Raises as a client of a store does."""
        raise ConnectionError("it is down")


def routed(tools: list[QueryEngineTool]) -> BaseQueryEngine:
    """One base a question, chosen by the model."""
    return RouterQueryEngine(selector=LLMSingleSelector.from_defaults(), query_engine_tools=tools)


def divided(tools: list[QueryEngineTool]) -> BaseQueryEngine:
    """Sub-questions, each for a tool, and one answer out of theirs."""
    return SubQuestionQueryEngine.from_defaults(
        tools, question_gen=LLMQuestionGenerator.from_defaults(), use_async=True, verbose=False
    )


def opener(made: Callable[[list[QueryEngineTool]], BaseQueryEngine], share: int) -> Callable[[Group, str], Ask]:
    """How one of the two is opened over a set; each search returns one `share`-th of the places."""

    def opened(group: Group, down: str) -> Ask:
        Settings.llm = OpenAI(model="gpt-4o-mini", timeout=30)
        Settings.embed_model = Ours(model_name="ours")
        tools = [
            QueryEngineTool.from_defaults(
                Down() if base == down else _index(group, base).as_query_engine(similarity_top_k=group.k // share),
                name=base,
                description=description,
            )
            for base, description in group.bases.items()
        ]
        engine = made(tools)

        async def ask(row: Row) -> tuple[str, list[str]]:
            if not row.history:
                return str(await engine.aquery(row.message)), []
            said = [ChatMessage(role=role, content=text) for role, text in row.history]
            chat = CondenseQuestionChatEngine.from_defaults(query_engine=engine, chat_history=said)
            return str(await chat.achat(row.message)), []

        return ask

    return opened


@cache
def _kept(first: str, name: str, count: int) -> dict[str, VectorStoreIndex]:  # noqa: ARG001 - what tells bases apart
    return {}


def _index(group: Group, base: str) -> VectorStoreIndex:
    """Two sets share their bases."""
    kept = _kept(group.chunks[base][0].id, base, len(group.chunks[base]))
    if not kept:
        kept["index"] = _made(group, base)
    return kept["index"]


def _made(group: Group, base: str) -> VectorStoreIndex:
    nodes: list[Any] = [
        TextNode(id_=one.id, text=one.text, embedding=vector.tolist())
        for one, vector in zip(group.chunks[base], group.vectors[base], strict=True)
    ]
    return VectorStoreIndex(nodes)


if __name__ == "__main__":
    kind, _, share = sys.argv[4].partition("/")
    packages = ("llama-index-core", "llama-index-llms-openai")
    serve(opener(divided if kind == "sub-question" else routed, int(share or 1)), packages)
