"""The two sides of a comparison are read by word order; what does not plainly compare two things has none."""

from __future__ import annotations

import time

import pytest

from graph.settings import ROOT
from knowledge.catalog import find
from knowledge.embedding import embedded
from knowledge.labelled import labelled_questions
from routing.compare import is_bare, sides, telling
from routing.kinds import KindTier

COMPARED = [
    ("Pro or Team plan?", [("Pro plan", "Pro plan?"), ("Team plan", "Team plan?")]),
    ("2024 against 2025 policy", [("2024 policy", "2024 policy?"), ("2025 policy", "2025 policy?")]),
    (
        "Which takes longer to get into, dermatology or cardiology?",
        [
            ("dermatology", "Which takes longer to get into, dermatology?"),
            ("cardiology", "Which takes longer to get into, cardiology?"),
        ],
    ),
    ("What's the difference between Pro and Team?", [("Pro", "Pro?"), ("Team", "Team?")]),
    ("Compare the Fjell 60 with the Silent", [("Fjell 60", "the Fjell 60?"), ("Silent", "the Silent?")]),
    (
        "Is the Pro or the Team plan cheaper?",
        [("Pro", "Is the Pro plan cheaper?"), ("Team", "Is the Team plan cheaper?")],
    ),
    (
        "bus or tram to Carrow, which is quicker?",
        [
            ("bus to Carrow", "bus to Carrow, which is quicker?"),
            ("tram to Carrow", "tram to Carrow, which is quicker?"),
        ],
    ),
    (
        "How does the warranty differ between ovens and kettles?",
        [("ovens", "the warranty for ovens?"), ("kettles", "the warranty for kettles?")],
    ),
    (
        "How long do you keep a child's file compared to a parent's?",
        [
            ("child's file", "How long do you keep a child's file?"),
            ("parent's file", "How long do you keep a parent's file?"),
        ],
    ),
    ("Kupfer oder Silber?", [("Kupfer", "Kupfer?"), ("Silber", "Silber?")]),
    ("¿Pro o Team?", [("Pro", "Pro?"), ("Team", "Team?")]),
    ("¿El plan Pro o Team?", [("plan Pro", "El plan Pro?"), ("plan Team", "plan Team?")]),
    ("¿Cuál es la diferencia entre Pro y Team?", [("Pro", "Pro?"), ("Team", "Team?")]),
    ("¿Qué diferencia hay entre Pro y Team?", [("Pro", "Pro?"), ("Team", "Team?")]),
    ("Compara Pro con Team", [("Pro", "Pro?"), ("Team", "Team?")]),
    ("El plan Pro frente al plan Team", [("plan Pro", "El plan Pro?"), ("plan Team", "plan Team?")]),
    (
        "¿Qué es más barato, Pro o Team?",
        [("Pro", "¿Qué es más barato, Pro?"), ("Team", "¿Qué es más barato, Team?")],
    ),
    ("Was ist der Unterschied zwischen Pro und Team?", [("Pro", "Pro?"), ("Team", "Team?")]),
    ("Quelle est la différence entre Pro et Team ?", [("Pro", "Pro?"), ("Team", "Team?")]),
]
WHOLE = [
    "What does the Pro plan cost?",
    "Can I pay by card or by invoice?",
    "Do I have to register or not?",
    "yes or no?",
    "What happens if I cancel, do I get money or credit?",
    "it or that?",
    "one, two or three?",
    "¿Puedo pagar con tarjeta o con factura?",
    "¿sí o no?",
    "Pro or Pro?",
    "or",
    "",
    "Tell me about Pro.\nTeam or Pro?",
    "x " * 300 + "or y?",
]


@pytest.mark.parametrize(("message", "expected"), COMPARED)
def test_one_question_a_side(message: str, expected: list[tuple[str, str]]) -> None:
    """Each side has its name and a question that stands alone, with the noun or the place that both share."""
    found = sides(message)
    assert found is not None
    assert [(side.name, side.question) for side in found] == expected


@pytest.mark.parametrize("message", WHOLE)
def test_what_compares_nothing_stays_whole(message: str) -> None:
    """Choices that are no comparison, lists, pronouns and one and the same thing have no sides."""
    found = sides(message)
    assert found is None or not is_bare(message)


@pytest.mark.parametrize("name", ["larkspur", "clinic", "strategies", "warranty"])
def test_no_other_question_of_a_catalog_is_split(name: str) -> None:
    """Of the tune rows only comparisons have sides and are of the kind for it."""
    catalog = find(name, ROOT / "catalogs")
    kinds = KindTier.fit(catalog, embedded())
    split = [
        row.kind
        for row in labelled_questions(catalog, "tune")
        if sides(row.question)
        and (
            kinds.read(row.question)[0] == "compare"
            or (kinds.read(row.question)[0] == "lookup" and is_bare(row.question))
        )
    ]
    assert set(split) <= {"compare"}


def test_what_tells_the_sides_apart() -> None:
    """The shared noun tells nothing."""
    assert telling("Pro plan", "Team plan") == {"pro"}


def test_a_hostile_message_takes_no_time() -> None:
    """Patterns are bounded: the longest message read takes milliseconds."""
    began = time.perf_counter()
    for text in ("a or " * 80, ", " * 200, "the the " * 50, "compare " + "a " * 150 + "and", "is x or y " * 40):
        sides(text)
    assert time.perf_counter() - began < 0.5
