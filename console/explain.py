"""Explaining a route without taking it: the questions of a message, each tier's view, and the decision."""

from __future__ import annotations

from typing import Any

from console.show import print_out
from graph.context import context_schema, limits
from graph.resources import Resources
from knowledge.spelling import as_meant
from knowledge.text import clean
from nodes.parting import by_rules
from nodes.route import mood_of
from routing.cascade import Asked
from routing.courtesy import without_courtesy


def explain(resources: Resources, message: str, bases: list[str]) -> dict[str, Any]:
    """How `message` would be split and where each question would go, without a model. Needs no store.

    Raises ConfigError for a base that is not there.
    """
    catalog, cascade = resources.catalog, resources.cascade
    for name in bases:
        catalog.spec(name)
    run = context_schema(catalog, resources.settings)(bases=bases)
    allowed = [name for name in catalog.names if not bases or name in bases]
    rule = limits(catalog, run)
    message = clean(message)
    asked_for = without_courtesy(message)
    slips = resources.slips([asked_for], allowed)
    explained = []
    for part in by_rules(as_meant(asked_for, slips), [], cascade, allowed):
        asked = Asked("", part.text, cascade.kind(part.text))
        decision, sure = cascade.decide(asked, allowed, rule)
        explained.append(
            {
                "text": part.text,
                "waits": part.waits_for is not None,
                "scores": {name: round(score, 3) for name, score in cascade.scores(asked, allowed).items()},
                "floor_rules": dict(cascade.rules.read(part.text).forced),
                "kind": decision.kind,
                "sure": sure,
                **{key: value for key, value in decision.to_dict().items() if key not in {"question", "scores"}},
            }
        )
    mood = mood_of(message, cascade)
    read = {"name": mood.name, "target": mood.target, "reason": mood.reason}
    return {
        "catalog": catalog.name,
        "mood": read,
        "slips": slips,
        "limits": {"width": run.width, "floor": run.floor},
        "questions": explained,
    }


def show_explanation(explained: dict[str, Any]) -> None:
    """The explanation as text on stdout."""
    mood = explained["mood"]
    for typed, meant in explained["slips"].items():
        print_out(f"read “{typed}” as “{meant}”")
    if mood["target"] != "answer":
        print_out(f"mood {mood['name']}: goes to {mood['target']}, nothing is searched ({mood['reason']})")
    for question in explained["questions"]:
        print_out(f"“{question['text']}”" + (" (waits for the answer before)" if question["waits"] else ""))
        chosen = {base["name"] for base in question["bases"]}
        for name, score in sorted(question["scores"].items(), key=lambda entry: -entry[1]):
            rule = question["floor_rules"].get(name)
            print_out(
                f"  {'*' if name in chosen else ' '} {name:20} {score:.3f}" + (f"  rule: {rule!r}" if rule else "")
            )
        sure = "sure" if question["sure"] else "not sure: a model would be asked where one is set"
        print_out(f"  {question['tier']}: {question['reason']} ({sure})")
