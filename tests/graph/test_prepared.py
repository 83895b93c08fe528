"""What runs share is opened before the first of them goes on."""

from __future__ import annotations

from pathlib import Path

from fakes import scripted

SHARED = {
    "sentences",
    "cascade",
    "bases",
    "registry",
    "reranker",
    "everyday",
    "spelling",
    "answer_cache",
    "shadow",
    "rests",
}


def test_whatever_runs_share_is_made_once(tmp_path: Path) -> None:
    """Runs that begin together find all of it; a second cache, or a second queue of searches, would go unheard."""
    world, _ = scripted(
        tmp_path, {"alpha": lambda search: []}, lambda text: {"alpha": 0.9}, settings={"cache": 60, "shadow": 0.5}
    )
    world.prepare()
    assert set(vars(world)) >= SHARED
    assert world.answer_cache is not None
    assert world.shadow is not None
    world.close()
