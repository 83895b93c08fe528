"""The semantic tier: from what a catalog says about its bases to calibrated probabilities, with no model call.

It starts from descriptions alone and learns from every example it is given. `fit` is deterministic for a seed and
takes seconds; `score` takes about a millisecond once the question is embedded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from errors import RoutingDataError
from routing.calibration import Detector, Sigmoid, folds, probability
from routing.features import TextFeatures
from routing.profile import Encode, Labelled, Matrix, Profile, Scores, Vectors, checked
from routing.prototypes import Prototypes
from routing.ranker import MANY, Evidence, Ranker
from routing.rows import Rows, gather, group_rows

__all__ = ["Labelled", "Profile", "RoutingDataError", "Scores", "SemanticTier"]

FORMAT = 2
UNTRAINED = Sigmoid(slope=11.0, offset=-4.0)
"""Of the prototypes' cosine alone. Between the steep fit of CLINC150's intent names (20, -5.2; training rows) and the
flat one of FeB4RAG's graded sources (2.2, -0.7; tuning half): without examples a catalog may be either."""
TRAINED = Sigmoid(slope=8.0, offset=-5.5)
"""Of a handful of examples, too few to fit a sigmoid of their own; typical of ten examples a base on CLINC150."""
PROBE = "which of these bases can answer this question?"


@dataclass(frozen=True)
class SemanticTier:
    """A fitted tier; make one with `fit` or `load`."""

    labels: tuple[str, ...]
    encode: Encode
    ranker: Ranker
    sigmoid: Sigmoid
    detector: Detector | None
    log_prior: np.ndarray

    @classmethod
    def fit(
        cls,
        profiles: Sequence[Profile],
        encode: Encode,
        labelled: Sequence[Labelled] = (),
        out_of_scope: Sequence[str] = (),
        *,
        prior: Mapping[str, float] | None = None,
        seed: int = 0,
    ) -> SemanticTier:
        """Learn from profiles, labelled questions and out-of-scope questions, any of which may be few or missing.

        `prior` multiplies the odds of a base, as its operator declares them; 1 is neutral and the default.

        Raises:
            RoutingDataError: labels are missing, blank or repeated, a row or the prior names another label, a grade is
                negative, or a prior is not positive.
        """
        labels = checked(profiles)
        log_prior = _log_prior(labels, prior or {})
        prototypes = Prototypes.fit(profiles, encode)
        rows, features = _rows(profiles, encode, labelled, out_of_scope, seed)
        ranker = Ranker.fit(rows, features, prototypes, seed)
        if ranker.kernel is None:
            return cls(labels, encode, ranker, UNTRAINED, None, log_prior)
        unseen, index = _cross_fit(rows, features, prototypes, ranker, seed)
        sigmoid = Sigmoid.fit(unseen.raw, rows.wanted[index], TRAINED)
        detector = Detector.fit(unseen.outside, rows.outside[index])
        return cls(labels, encode, ranker, sigmoid, detector, log_prior)

    def score(self, text: str, vector: Vectors | None = None) -> Scores:
        """Score one question; `vector`, shape (d,), saves embedding it again."""
        return self.score_many([text], None if vector is None else vector[None, :])[0]

    def score_many(self, texts: Sequence[str], vectors: Vectors | None = None) -> list[Scores]:
        """Score n questions, with their vectors (n, d) if they are at hand."""
        if not texts:
            return []
        needed, outside = self.matrix(texts, self.encode(list(texts)) if vectors is None else vectors)
        return [
            Scores(dict(zip(self.labels, row.tolist(), strict=True)), float(away))
            for row, away in zip(needed, outside, strict=True)
        ]

    def matrix(self, texts: Sequence[str], vectors: Vectors) -> tuple[Matrix, np.ndarray]:
        """Probabilities needed (n, labels) and out of scope (n,).

        Without out-of-scope rows to learn from, out of scope is the complement of the best base's probability.
        """
        evidence = self.ranker.score(texts, vectors)
        needed = probability(self.sigmoid.logit(evidence.raw) + self.log_prior)
        if self.detector is None:
            return needed, 1.0 - needed.max(axis=1)
        return needed, self.detector.probability(evidence.outside)

    def save(self, path: Path) -> None:
        """Write one .npz of plain arrays and a JSON text: nothing in it can run when it is read back."""
        values, arrays = self.ranker.pack()
        values |= {
            "format": FORMAT,
            "labels": list(self.labels),
            "sigmoid": [self.sigmoid.slope, self.sigmoid.offset],
            "detector_offset": None if self.detector is None else self.detector.offset,
        }
        arrays |= {"log_prior": self.log_prior, "probe": self.encode([PROBE])[0]}
        if self.detector is not None:
            for name in ("mean", "spread", "weights"):
                arrays[f"detector/{name}"] = getattr(self.detector, name)
        text = np.frombuffer(json.dumps(values).encode(), dtype=np.uint8)
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, **{"values.json": text}, **arrays)

    @classmethod
    def load(cls, path: Path, encode: Encode) -> SemanticTier:
        """Read what `save` wrote; `encode` must be the encoder it was fitted with.

        Raises:
            RoutingDataError: the file is not a saved tier of this format, or the encoder gives other vectors.
        """
        try:
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            values = json.loads(arrays.pop("values.json").tobytes())
            if values["format"] != FORMAT:
                raise RoutingDataError(f"{path}: format {values['format']}, this version reads {FORMAT}; fit it again")
            _same_encoder(path, arrays["probe"], encode([PROBE])[0])
            labels, sigmoid = tuple(values["labels"]), Sigmoid(*values["sigmoid"])
            detector = _detector(values["detector_offset"], arrays)
            return cls(labels, encode, Ranker.unpack(values, arrays), sigmoid, detector, arrays["log_prior"])
        except RoutingDataError:
            raise
        except (KeyError, ValueError, TypeError, OSError, EOFError, BadZipFile) as error:
            raise RoutingDataError(f"{path} is not a saved semantic tier: {error}") from error


def _detector(offset: float | None, arrays: dict[str, np.ndarray]) -> Detector | None:
    if offset is None:
        return None
    return Detector(arrays["detector/mean"], arrays["detector/spread"], arrays["detector/weights"], offset)


def _rows(
    profiles: Sequence[Profile], encode: Encode, labelled: Sequence[Labelled], out_of_scope: Sequence[str], seed: int
) -> tuple[Rows, TextFeatures]:
    drafts, graded = gather(profiles, labelled, out_of_scope)
    shape = (len(drafts), len(profiles))
    wanted = np.array([draft.wanted for draft in drafts.values()], dtype=np.float64).reshape(shape)
    known = np.array([draft.known for draft in drafts.values()], dtype=bool).reshape(shape)
    vectors = encode(list(drafts))
    group = group_rows(drafts, wanted, vectors, seed)
    features = TextFeatures.fit([*drafts, *(name for profile in profiles for name in profile.names)])
    rows = Rows(tuple(drafts), vectors, features.transform(list(drafts)), wanted, known, group, graded)
    return replace(rows, told=_told(rows, profiles, encode)), features


def _told(rows: Rows, profiles: Sequence[Profile], encode: Encode) -> Vectors | None:
    # With ten examples a base their labels add .007 (CLINC150, validation and train rows); with names there is better
    # to learn from than the label, and with many examples nothing is missing.
    few = 0 < rows.scope.sum() < MANY * len(profiles)
    if rows.graded or not few or any(profile.names for profile in profiles):
        return None
    spoken = np.array([profile.label.replace("_", " ") for profile in profiles], dtype=object)
    scope = np.flatnonzero(rows.scope)
    told = rows.vectors.copy()
    told[scope] = encode([f"{' and '.join(spoken[rows.wanted[i] > 0])}: {rows.texts[i]}" for i in scope])
    return told


def _cross_fit(
    rows: Rows, features: TextFeatures, prototypes: Prototypes, whole: Ranker, seed: int
) -> tuple[Evidence, np.ndarray]:
    # Evidence on rows held out of training in turn, and the indices of those rows; negatives only ever train.
    count = 3 if len(rows.texts) > 2000 else 5
    fold = folds(rows.group, count, seed)
    judged = rows.known.all(axis=1)
    parts, index = [], []
    for turn in range(count):
        held = np.flatnonzero((fold == turn) & judged)
        ranker = Ranker.fit(
            rows.take(np.flatnonzero(fold != turn)), features, prototypes, seed, whole.linear is not None
        )
        # A fold may leave too little for a part the whole has; its scores would be on another scale.
        if len(held) and _parts(ranker) == _parts(whole):
            parts.append(ranker.score([rows.texts[i] for i in held], rows.vectors[held]))
            index.append(held)
    if not parts:
        return Evidence(np.empty((0, rows.wanted.shape[1])), np.empty((0, 1))), np.array([], dtype=np.int64)
    return Evidence(np.vstack([p.raw for p in parts]), np.vstack([p.outside for p in parts])), np.concatenate(index)


def _parts(ranker: Ranker) -> tuple[bool, bool, bool]:
    return ranker.kernel is not None, ranker.linear is not None, ranker.neighbours is not None


def _log_prior(labels: tuple[str, ...], prior: Mapping[str, float]) -> np.ndarray:
    unknown = sorted(set(prior) - set(labels))
    if unknown:
        raise RoutingDataError(f"the prior names {unknown}; the bases are {list(labels)}")
    values = np.array([float(prior.get(label, 1.0)) for label in labels])
    if not (np.isfinite(values).all() and (values > 0).all()):
        raise RoutingDataError(f"a prior multiplies odds and must be positive: {dict(prior)}")
    return np.asarray(np.log(values))


def _same_encoder(path: Path, saved: np.ndarray, now: np.ndarray) -> None:
    if saved.shape != now.shape or float(saved @ now) < 0.99:
        raise RoutingDataError(f"{path} was fitted with another encoder; fit it again with this one")
