"""The plain LangGraph application as the field's tutorials build it: rewrite, route, retrieve, answer, grade.

One model call a step, one label a message, Chroma, and a loop from the grade back to the rewriting that nothing bounds
but LangGraph's own limit of steps, set to the 25 that it long was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

import chromadb
from langchain_chroma import Chroma
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel, create_model
from whole_exchange import Ask, Group, Row, serve

from knowledge.embedding import embedded

STEPS = 25
REWRITE = "Rewrite the user's message as one standalone question that needs no conversation. Return only the question."
ROUTE = "You route a question to the one knowledge base that can answer it.\n\n{bases}"
ANSWER = "Answer the question from the passages, in three sentences at most. If they do not answer it, say so."
GRADE = "Does the answer address the question, and do the passages support it? Say whether it is useful."


class Grade(BaseModel):
    """Whether an answer will do."""

    useful: bool


class State(TypedDict):
    """What the steps share."""

    message: str
    history: str
    question: str
    base: str
    passages: list[str]
    answer: str
    useful: bool


def opened(group: Group, down: str) -> Ask:
    """The application over one set."""
    model = ChatOpenAI(model="scripted", timeout=30)
    stores = {base: _store(group, base) for base in group.bases}
    # A Literal of the bases, as the tutorials close their labels.
    route = create_model("Route", base=(Literal[tuple(group.bases)], ...))
    bases = "\n".join(f"- {name}: {text}" for name, text in group.bases.items())

    async def rewrite(state: State) -> dict[str, Any]:
        told = f"Conversation:\n{state['history']}\n\nMessage:\n{state['message']}"
        return {"question": (await model.ainvoke(_prompt(REWRITE, told))).text}

    async def choose(state: State) -> dict[str, Any]:
        chosen: Any = await model.with_structured_output(route).ainvoke(
            _prompt(ROUTE.format(bases=bases), state["question"])
        )
        return {"base": chosen.base}

    async def retrieve(state: State) -> dict[str, Any]:
        if state["base"] == down:
            raise ConnectionError(f"{down} is down")
        found = await asyncio.to_thread(stores[state["base"]].similarity_search, state["question"], k=group.k)
        return {"passages": [one.page_content for one in found]}

    async def answer(state: State) -> dict[str, Any]:
        passages = "\n\n".join(state["passages"])
        told = f"Question:\n{state['question']}\n\nPassages:\n{passages}"
        return {"answer": (await model.ainvoke(_prompt(ANSWER, told))).text}

    async def grade(state: State) -> dict[str, Any]:
        told = f"Question:\n{state['question']}\n\nAnswer:\n{state['answer']}"
        graded: Any = await model.with_structured_output(Grade).ainvoke(_prompt(GRADE, told))
        return {"useful": graded.useful}

    graph = StateGraph(State)
    steps: dict[str, Any] = {
        "rewrite": rewrite,
        "route": choose,
        "retrieve": retrieve,
        "answer": answer,
        "grade": grade,
    }
    for name, step in steps.items():
        graph.add_node(name, step)
    for before, after in zip([START, *steps], steps, strict=False):
        graph.add_edge(before, after)
    graph.add_conditional_edges("grade", lambda state: END if state["useful"] else "rewrite", [END, "rewrite"])
    compiled = graph.compile()

    async def ask(row: Row) -> tuple[str, list[str]]:
        history = "\n".join(f"{role}: {text}" for role, text in row.history)
        given: Any = {"message": row.message, "history": history}
        state = await compiled.ainvoke(given, {"recursion_limit": STEPS})
        return state["answer"], []

    return ask


def _prompt(system: str, user: str) -> Sequence[Any]:
    return [SystemMessage(system), HumanMessage(user)]


def _store(group: Group, base: str) -> Chroma:
    client = chromadb.EphemeralClient()
    store = Chroma(f"base-{base}", embedded(), client=client, collection_metadata={"hnsw:space": "cosine"})
    chunks = group.chunks[base]
    if store._collection.count() == len(chunks):  # noqa: SLF001 - two sets share their bases
        return store
    for start in range(0, len(chunks), 1000):
        part = chunks[start : start + 1000]
        store._collection.upsert(  # noqa: SLF001 - LangChain's wrapper takes no vectors
            [one.id for one in part],
            group.vectors[base][start : start + 1000],
            documents=[one.text for one in part],
        )
    return store


if __name__ == "__main__":
    serve(opened, ("langgraph", "langchain-openai", "langchain-chroma", "chromadb"))
