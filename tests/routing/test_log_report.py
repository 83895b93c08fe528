"""routing.log_report and `signalbox routes`: shares, reopened questions and suspected misroutes, from rows alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from console.routes import show_routes
from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.log_misroutes import Pair, misroutes, suspects
from routing.log_report import Share, histogram, reopened, report, shares
from routing.log_rows import DecisionRow, ShadowRow

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
DESCRIPTIONS = {"billing": "Invoices and refunds.", "legal": "Warranty terms.", "technical": "Repairs."}


def row(run: str = "r1", question: str = "q1", *, minutes: float = 0, **given: Any) -> DecisionRow:
    """A decision of the semantic tier for billing, minutes after noon; its hash is that of its ids."""
    plain: dict[str, Any] = {
        "origin": question,
        "question_hash": f"{run}-{question}",
        "catalog": "tiny",
        "tier": "semantic",
        "bases": ("billing",),
        "scores": {"billing": 0.8},
        "searched": 1,
        "passages": {"billing": 2},
    }
    return DecisionRow(time=AT + timedelta(minutes=minutes), run_id=run, question=question, **(plain | given))


def shadow(run: str, other: str, chosen_best: float, other_best: float) -> ShadowRow:
    """A shadow search for a run's only question, which went to billing."""
    return ShadowRow(AT, run, f"{run}-q1", "billing", chosen_best, other, other_best)


def bins(**counts: int) -> tuple[int, ...]:
    """A histogram from the bins that are not empty, by number."""
    return tuple(counts.get(f"b{place}", 0) for place in range(10))


def test_shares() -> None:
    """Each base and tier has its part of the decisions, and what became of them; a decision of two counts for both."""
    rows = [
        row("r1", thread_hash="t", question_hash="same"),
        row("r2", minutes=1, thread_hash="t", question_hash="same"),
        row("r3", passages={"billing": 0}, empty=True, apology=True, scores={"billing": 0.1, "legal": 0.05}),
        row(
            "r4",
            tier="model",
            fell_back=True,
            bases=("legal", "billing"),
            scores={"legal": 1.0, "billing": 0.2},
            passages={"legal": 1, "billing": None},
        ),
        row("r5", tier="rules", bases=(), scores={}, passages={}, searched=0, mood="distress"),
    ]
    assert shares(rows) == [
        Share("billing", "semantic", 3, 0.6, 0.0, 1, 0, 1, 1, bins(b1=1, b8=2)),
        Share("", "rules", 1, 0.2, 0.0, 0, 0, 0, 0, bins()),
        Share("billing", "model", 1, 0.2, 1.0, 0, 1, 0, 0, bins(b2=1)),
        Share("legal", "model", 1, 0.2, 1.0, 0, 0, 0, 0, bins(b9=1)),
    ]


def test_histogram() -> None:
    """A bin is closed below, the last above too; scores outside of 0 to 1 go to the ends."""
    assert histogram([0, 0.0999, 0.1, 0.3, 0.7, 0.95, 1, 1.2, -0.1]) == (3, 1, 0, 1, 0, 0, 0, 1, 0, 3)


@pytest.mark.parametrize(
    ("earlier", "later", "again"),
    [
        ({}, {"question_hash": "r1-q1", "minutes": 10}, True),
        ({}, {"question_hash": "r1-q1", "minutes": 10.1}, False),
        ({}, {"question_hash": "r1-q1", "thread_hash": "other"}, False),
        ({}, {"minutes": 1}, False),
        ({"apology": True}, {"minutes": 1}, True),
        ({"apology": True}, {"minutes": 1, "bases": ("legal", "billing")}, False),
        ({"apology": True, "bases": ()}, {"minutes": 1, "bases": ()}, False),
        ({}, {"question_hash": "r1-q1", "minutes": 1, "origin": "q0"}, False),
        ({"thread_hash": ""}, {"question_hash": "r1-q1", "minutes": 1, "thread_hash": ""}, False),
    ],
)
def test_reopened(earlier: dict[str, Any], later: dict[str, Any], again: bool) -> None:
    """Reopened is a question that the same thread asks again within ten minutes, or, after an apology, one that goes
    to the same base first; what the critic asked is no user's.
    """
    rows = [row("r2", **({"thread_hash": "t"} | later)), row("r1", **({"thread_hash": "t"} | earlier))]
    assert reopened(rows) == ({("r1", "q1")} if again else frozenset())


def test_reopened_looks_at_the_next_run_only() -> None:
    """A question in between ends the matter; asking three times reopens twice."""
    same = {"question_hash": "same", "thread_hash": "t"}
    between = [row("r1", **same), row("r2", minutes=1, thread_hash="t"), row("r3", minutes=2, **same)]
    thrice = [row(f"r{place}", minutes=place, **same) for place in (1, 2, 3)]
    assert reopened(between) == frozenset()
    assert reopened(thrice) == {("r1", "q1"), ("r2", "q1")}


EMPTY: dict[str, Any] = {"passages": {"billing": 0}, "empty": True}


@pytest.mark.parametrize(
    ("rows", "shadows", "better"),
    [
        # Found beside it, found when the critic asked again, found by the same base in other words.
        ([row(bases=("billing", "legal"), passages={"billing": 0, "legal": 2})], [], ("legal", "found")),
        ([row(**EMPTY), row(question="q2", origin="q1", tier="critic", passages={"legal": 1})], [], ("legal", "found")),
        ([row(**EMPTY), row(question="q2", origin="q1", tier="critic", passages={"billing": 1, "legal": 1})], [], None),
        # Another question of the run, and another run, say nothing of this one.
        ([row(**EMPTY), row(question="q2", passages={"legal": 1}), row("r2", passages={"legal": 1})], [], None),
        # Most passages, then the higher score.
        ([row(passages={"billing": 0, "legal": 1, "technical": 3})], [], ("technical", "found")),
        (
            [row(passages={"billing": 0, "legal": 1, "technical": 1}, scores={"technical": 0.3, "legal": 0.2})],
            [],
            ("technical", "found"),
        ),
        # In the shadow, where the question ended unanswered and the margin is met.
        ([row(apology=True)], [shadow("r1", "legal", 0.4, 0.5)], ("legal", "shadow")),
        ([row(apology=True)], [shadow("r1", "legal", 0.4, 0.49)], None),
        ([row()], [shadow("r1", "legal", 0.4, 0.9)], None),
        # Scored higher, and overruled.
        ([row(apology=True, scores={"billing": 0.2, "legal": 0.6})], [], ("legal", "scored")),
        ([row(scores={"billing": 0.2, "legal": 0.6})], [], None),
        # A failed search, a fallback to every base and the critic's own decision chose nothing wrong.
        ([row(passages={"billing": None, "legal": 1})], [], None),
        ([row(fell_back=True, apology=True, scores={"billing": 0.2, "legal": 0.6})], [], None),
        ([row(tier="critic", apology=True, scores={"billing": 0.2, "legal": 0.6})], [], None),
        ([row(bases=(), scores={}, passages={}, searched=0, apology=True)], [], None),
    ],
)
def test_misroute(rows: list[DecisionRow], shadows: list[ShadowRow], better: tuple[str, str] | None) -> None:
    """A misroute is suspected where the first base failed the question and another base was found or scored better."""
    told = [(pair.chosen, pair.better, pair.how) for pair in misroutes(rows, shadows)]
    assert told == ([] if better is None else [("billing", better[0], {better[1]: 1})])


def test_misroutes_by_pair() -> None:
    """Misroutes are grouped by pair of bases, the most frequent first, with descriptions and up to three examples."""
    found = {"passages": {"billing": 0, "legal": 1}}
    rows = [row(f"r{place}", **found) for place in range(3)]
    rows += [row("r3", text="Is it covered?", apology=True), row("r4", passages={"billing": 0, "technical": 1})]
    assert misroutes(rows, [shadow("r3", "legal", 0.2, 0.75)], DESCRIPTIONS) == [
        Pair(
            chosen="billing",
            better="legal",
            count=4,
            how={"found": 3, "shadow": 1},
            questions=("r0-q1", "r1-q1", "r2-q1"),
            widest=0.55,
            chosen_description="Invoices and refunds.",
            better_description="Warranty terms.",
        ),
        Pair("billing", "technical", 1, {"found": 1}, ("r4-q1",), None, "Invoices and refunds.", "Repairs."),
    ]


def test_suspects() -> None:
    """Of the shadow searches of a question the widest counts, where it meets the margin; the widest of all first."""
    rows = [
        shadow("r1", "legal", 0.4, 0.55),
        shadow("r1", "technical", 0.4, 0.7),
        shadow("r2", "legal", 0.4, 0.8),
        shadow("r3", "legal", 0.4, 0.45),
        shadow("r4", "legal", 0.2, 0.3),
    ]
    assert suspects(rows) == [rows[2], rows[1], rows[4]]
    assert suspects(rows, margin=0.35) == [rows[2]]


def test_report_of_nothing() -> None:
    """An empty log has a report too, of the same keys."""
    assert report([]) == {
        "decisions": 0,
        "runs": 0,
        "since": None,
        "searches_per_question": 0.0,
        "tiers": {},
        "fallback_rate": 0.0,
        "not_searched": 0,
        "empty": 0,
        "apologies": 0,
        "reopened": 0,
        "model_calls": 0,
        "tokens": 0,
        "cost": 0,
        "shares": [],
        "misroutes": [],
        "shadow": {"questions": 0, "suspects": 0, "margin": 0.1, "pairs": []},
    }


@pytest.fixture
def tiny(make_catalog: Callable[..., Catalog]) -> Catalog:
    """Three bases; the name and description of one would be markup."""
    files = {"files": {"a.md": "A."}}
    described = DESCRIPTIONS | {"legal": "Warranty [bold]terms."}
    return make_catalog({name: {"description": text, **files} for name, text in described.items()})


@pytest.fixture
def log(tmp_path: Path) -> RouteLog:
    """A log that was never used."""
    return RouteLog(f"sqlite:///{tmp_path}/log.sqlite", keep_text=True)


def filled(log: RouteLog) -> None:
    """Three decisions over `tiny`, one of them misrouted and one silently so, and one over another catalog."""
    log.record([row("r1", passages={"billing": 0, "legal": 1}, text="Is [it] covered?"), row("r2")])
    log.record([row("r3", minutes=60, tier="rules", bases=(), scores={}, passages={}, searched=0), row("r4")])
    log.record([replace(row("r5"), catalog="other")])
    log.record_shadow([shadow("r2", "technical", 0.3, 0.6), shadow("r5", "legal", 0.1, 0.9)])


def test_routes_as_json(log: RouteLog, tiny: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    """The command's object has the report of this catalog's decisions only."""
    filled(log)
    show_routes(log, tiny, as_json=True)
    told = json.loads(capsys.readouterr().out)
    texts = ["Invoices and refunds.", "Warranty [bold]terms.", "Repairs."]
    shared = {"failed": 0, "apologies": 0, "reopened": 0, "fallback_rate": 0.0}
    pair = {"chosen": "billing", "count": 1, "chosen_description": texts[0]}
    found = {"better": "legal", "how": {"found": 1}, "questions": ["Is [it] covered?"], "widest": None}
    silent = {"better": "technical", "how": {"shadow": 1}, "questions": ["r2-q1"], "widest": 0.3}
    assert told == {
        "catalog": "tiny",
        "decisions": 4,
        "runs": 4,
        "since": "2026-03-01T12:00:00+00:00",
        "searches_per_question": 0.75,
        "tiers": {"semantic": 0.75, "rules": 0.25},
        "fallback_rate": 0.0,
        "not_searched": 1,
        "empty": 0,
        "apologies": 0,
        "reopened": 0,
        "model_calls": 0,
        "tokens": 0,
        "cost": 0,
        "shares": [
            shared
            | {"base": "billing", "tier": "semantic", "decisions": 3, "share": 0.75, "empty": 1}
            | {"histogram": [*bins(b8=3)]},
            shared
            | {"base": "", "tier": "rules", "decisions": 1, "share": 0.25, "empty": 0}
            | {"histogram": [*bins()]},
        ],
        "misroutes": [pair | found | {"better_description": texts[1]}],
        "shadow": {
            "questions": 1,
            "suspects": 1,
            "margin": 0.1,
            "pairs": [pair | silent | {"better_description": texts[2]}],
        },
    }


TABLES = """\
tiny: 4 decisions in 4 runs since 2026-03-01 12:00 UTC
0.75 searches a question, 0% fell back, 1 not searched, 0 found nothing, 0 unanswered, 0 asked again
decided by: semantic 75%, rules 25%

Decisions by base and tier
┏━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━━┳━━━━━━━┳━━━━━━━━━━━┳━━━━━━━┳━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┓
┃ base    ┃ tier     ┃ decisions ┃ share ┃ fell back ┃ empty ┃ failed ┃ unanswered ┃ asked again ┃ scores 0 to 1 ┃
┡━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━━╇━━━━━━━╇━━━━━━━━━━━╇━━━━━━━╇━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━┩
│ billing │ semantic │         3 │   75% │        0% │     1 │      0 │          0 │           0 │ ········█·    │
│ (none)  │ rules    │         1 │   25% │        0% │     0 │      0 │          0 │           0 │ ··········    │
└─────────┴──────────┴───────────┴───────┴───────────┴───────┴────────┴────────────┴─────────────┴───────────────┘

Suspected misroutes
┏━━━┳━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━┳━━━━━━━━━━━━━━━━━━┓
┃ n ┃ sent to               ┃ better                ┃ seen by ┃ for example      ┃
┡━━━╇━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━╇━━━━━━━━━━━━━━━━━━┩
│ 1 │ billing               │ legal                 │ found 1 │ Is [it] covered? │
│   │ Invoices and refunds. │ Warranty [bold]terms. │         │                  │
└───┴───────────────────────┴───────────────────────┴─────────┴──────────────────┘

Suspected silent misroutes
┏━━━┳━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━━━━┓
┃ n ┃ sent to               ┃ better    ┃ seen by  ┃ for example ┃
┡━━━╇━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━━━━┩
│ 1 │ billing               │ technical │ shadow 1 │ r2-q1       │
│   │ Invoices and refunds. │ Repairs.  │          │             │
└───┴───────────────────────┴───────────┴──────────┴─────────────┘

In 1 of 1 questions searched in the shadow an unchosen base was better by 0.1 or more.
"""


def test_routes_as_tables(log: RouteLog, tiny: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    """A person sees tables; text that looks like markup is shown as it is."""
    filled(log)
    show_routes(log, tiny, as_json=False)
    assert capsys.readouterr().out == TABLES


@pytest.mark.parametrize(
    ("since", "when"), [(None, ""), (datetime(2027, 1, 2, 3, 4, tzinfo=UTC), " since 2027-01-02 03:04")]
)
def test_routes_of_nothing(
    log: RouteLog, tiny: Catalog, capsys: pytest.CaptureFixture[str], since: datetime | None, when: str
) -> None:
    """An empty log, or one without decisions that late, says what to do; as JSON it is the empty report."""
    if since is not None:
        filled(log)
    show_routes(log, tiny, as_json=False, since=since)
    show_routes(log, tiny, as_json=True, since=since)
    told, _, as_json = capsys.readouterr().out.partition("{")
    assert told == (
        f'No decision over tiny is in the log{when}.\nAsk something first: signalbox ask --catalog tiny "..."\n'
    )
    assert json.loads("{" + as_json) == {"catalog": "tiny", **report([])}


def test_routes_without_suspicion(log: RouteLog, tiny: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing is suspected the command says so, and whether silent misroutes were looked for."""
    log.record([row("r1")])
    show_routes(log, tiny, as_json=False)
    log.record_shadow([shadow("r1", "legal", 0.5, 0.4)])
    show_routes(log, tiny, as_json=False)
    closing = [line for line in capsys.readouterr().out.splitlines() if line.startswith("No ")]
    assert closing == [
        "No misroute is suspected.",
        "No question was searched in the shadow yet, so silent misroutes would not show.",
        "No misroute is suspected.",
        "No silent misroute is suspected; questions searched in the shadow: 1.",
    ]
