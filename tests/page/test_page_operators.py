"""The page as an operator uses it: routing health, the review set, and keys, each over the server's own routes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from chromium import HOSTILE, OPPOSITES, ask, look_around, sync_api
from keyed_server import Keyed
from langchain_core.messages import AIMessage, HumanMessage

from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.log_rows import DecisionRow, ShadowRow
from routing.review import labelled

Page, expect = sync_api.Page, sync_api.expect
pytestmark = pytest.mark.server

DAY = re.compile(r"20\d\d")
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def row(day: int, **given: Any) -> DecisionRow:
    """A decision for cups, so many days after the first."""
    plain: dict[str, Any] = {
        "question": "q1",
        "origin": "q1",
        "catalog": "quiet",
        "tier": "semantic",
        "bases": ("cups",),
        "scores": {"cups": 0.95, "pots": 0.1},
        "searched": 1,
        "passages": {"cups": 2},
        "text": f"Question {day}",
    }
    run = f"run-{day}"
    return DecisionRow(time=AT + timedelta(days=day), run_id=run, question_hash=run, **(plain | given))


EMPTY = {"text": HOSTILE, "passages": {"cups": 0, "pots": 1}, "searched": 2, "empty": True}
UNSURE = {"fell_back": True, "apology": True, "passages": {"cups": 1, "pots": None}, "searched": 2, "tier": "rules"}


@pytest.fixture(scope="module")
def decided() -> list[DecisionRow]:
    """Six decisions over five days: one found nothing, one fell back and ended unanswered."""
    rows = [row(0), row(1), row(2, **EMPTY), row(5, bases=("cups", "pots"), **UNSURE)]
    return [*rows, row(5, question="q2", origin="q2", bases=("pots",), passages={"pots": 1}), row(6)]


@pytest.fixture
def quiet_page(page: Page, route_log: RouteLog, decided: list[DecisionRow]) -> Iterator[Page]:
    """The page, where the catalog nobody asks is chosen and its log holds the decisions."""
    if not [one for one in route_log.rows() if one.catalog == "quiet"]:
        route_log.record(decided)
        route_log.record_shadow([ShadowRow(AT, "run-0", "run-0", "cups", 0.3, "pots", 0.9)])
        route_log.record_feedback("run-0", 1)
        route_log.record_feedback("run-5", 0, HOSTILE)
    page.get_by_label("Catalog").select_option("quiet")
    expect(page.locator('[data-node="retrieve_cups"]')).to_be_visible()
    return page


def test_routing_health(quiet_page: Page) -> None:
    """The second view shows figures, bases, curves, confusion and misroutes, on narrow and wide screens."""
    page = quiet_page
    page.get_by_role("link", name="Routing health").click()
    expect(page.locator(".figures dd")).to_have_text(["6", "5", "1.33", "17%", "1", "1", "0", "0"])
    rows = page.get_by_role("region", name="Bases").get_by_role("row")
    expect(rows.nth(1).get_by_role("cell")).to_have_text(["5", "83%", "20%", "1", "0", "1", "0", ""])
    expect(rows.nth(2).get_by_role("cell")).to_have_text(["2", "33%", "50%", "0", "1", "1", "0", ""])
    assert "0.9: 5" in str(rows.nth(1).get_by_role("img").get_attribute("aria-label"))
    confused = page.get_by_role("region", name="Confusion").get_by_role("row")
    expect(confused.nth(1).get_by_role("cell")).to_have_text(["–", "2"])
    expect(page.get_by_role("region", name="Suspected misroutes")).to_contain_text(HOSTILE)
    judged = page.get_by_role("region", name="Feedback").get_by_role("row")
    expect(page.get_by_text("What users made of the answers: 1 helped, 1 did not.")).to_be_visible()
    expect(judged.nth(1).get_by_role("rowheader")).to_have_text("Question 5Question 5")
    expect(judged.nth(1).get_by_role("cell")).to_have_text(["Not helpful", HOSTILE, "cups, pots", "run-5", DAY])
    expect(judged.nth(2).get_by_role("cell")).to_have_text(["Helpful", "", "cups", "run-0", DAY])
    curve = page.get_by_role("img", name="Fell back")
    assert curve.get_attribute("aria-label") == "Fell back: 5 points, from 0% to 0%, most 50%"
    look_around(page, OPPOSITES)


def test_routing_health_that_cannot_be_read(quiet_page: Page) -> None:
    """A log that cannot be read is told, and can be tried again. The fault alone is not the server's own."""
    page = quiet_page
    page.route("**/signalbox/routes.json*", lambda route: route.fulfill(status=503, json={"detail": "no log"}))
    page.get_by_role("link", name="Routing health").click()
    expect(page.locator(".notice")).to_contain_text("The server answered 503. no log")
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".figures")).to_be_visible()


def sampled(log: RouteLog, text: str, *before: Any, why: str) -> None:
    """Put a message into the review set, as the end of its run does."""
    decision = {"question": "q1", "bases": [{"name": "cups", "score": 0.2}], "fell_back": why == "fell back"}
    state = {
        "messages": [*before, HumanMessage(text)],
        "started": AT.timestamp(),
        "decisions": [decision],
        "questions": [{"id": "q1", "origin": "q1", "kind": "lookup"}],
        "mood": {"name": "neutral"},
    }
    log.record_review(state, run_id=text[:9], catalog="quiet", share=1)


def test_review(quiet_page: Page, route_log: RouteLog, quiet: Catalog) -> None:
    """Sampled questions are labelled with bases, kind and mood, none of them chosen beforehand, or left out; what is
    said becomes the catalog's labelled questions.
    """
    page = quiet_page
    before = HumanMessage("Which cups are there?"), AIMessage("Blue ones.")
    sampled(route_log, HOSTILE, *before, why="fell back")
    sampled(route_log, "Bonjour", why="sampled")
    page.get_by_role("link", name="Routing health").click()
    page.get_by_role("link", name="2 questions to label").click()
    first = page.get_by_role("form", name=HOSTILE)
    expect(page.locator(".review").first).to_contain_text("no base reached the floor")
    look_around(page, OPPOSITES)
    expect(first.get_by_role("checkbox", checked=True)).to_have_count(0)
    first.get_by_role("button", name="Keep").click()
    assert labelled(route_log, quiet) == []
    first.get_by_label("pots").check()
    first.get_by_label("Mood").select_option("negative")
    first.get_by_role("button", name="Keep").click()
    second = page.get_by_role("form", name="Bonjour")
    expect(second.get_by_label("cups")).to_be_focused()
    second.get_by_role("button", name="Leave out").click()
    expect(page.locator(".review")).to_have_count(0)
    (kept,) = labelled(route_log, quiet)
    assert (kept.question, kept.bases, kept.mood) == (HOSTILE, ("pots",), "negative")
    assert [one.label is not None for one in route_log.reviews("quiet")] == [True, True]


def give(page: Page, key: str) -> None:
    """Type a key where one is asked for."""
    field = page.get_by_label("Key", exact=True).and_(page.locator("input"))
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    field.fill(key)
    page.keyboard.press("Enter")


def test_keys(keyed_page: Page, keyed: Keyed) -> None:
    """Where the server wants a key the page asks for it, and again where it is wrong or no key at all; it is sent to
    this server and kept for this tab only. What is for operators asks for another one.
    """
    page = keyed_page
    why = page.locator("#key-why")
    expect(why).to_contain_text("a key is needed")
    give(page, "sb_wrong")
    expect(why).to_contain_text("this key is not known")
    give(page, "schlüssel → ключ")
    expect(why).to_contain_text("not the form of a key")
    give(page, f"  {keyed.keys['dan']} ")
    expect(page.locator('[data-node="route"]')).to_be_visible()
    stored = "[sessionStorage.getItem('signalbox.key'), JSON.stringify(localStorage).includes('sb_')]"
    assert page.evaluate(stored) == [keyed.keys["dan"], False]
    turn = ask(page, "When will the meeting room be sold?")
    expect(turn.locator(".answer")).to_contain_text("May")

    page.get_by_role("link", name="Routing health").click()
    expect(why).to_contain_text("is for operators")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".notice")).to_contain_text("is for operators")
    page.get_by_role("button", name="Try again").click()
    give(page, keyed.keys["root"])
    expect(page.locator(".figures")).to_be_visible()
    # The thread belongs to the other key, and the way back leads to it: what was read stays, nothing more comes.
    page.get_by_role("link", name="Ask", exact=True).click()
    expect(turn.locator(".answer")).to_contain_text("May")
    page.reload()
    expect(page.locator(".notice")).to_contain_text("does not have this thread any more")
