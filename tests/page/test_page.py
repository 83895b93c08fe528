"""The page, as a person uses it: asking, sources, forms, threads, keys, colours, widths, keyboard and screen reader."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from chromium import HOSTILE, OPPOSITES, SCRIPT, ask, look_around, sync_api
from dev_server import Server
from scripted_openai import Reply, Request, ScriptedOpenAI

from routing.log import RouteLog

Page, Route, expect = sync_api.Page, sync_api.Route, sync_api.expect
pytestmark = pytest.mark.server

PRO = "What does the Pro plan cost?"
PRO_SEATS = "What does the Pro plan cost for ten seats?"
CREDIT = "My server was down for an hour. How much service credit do I get?"


def choose(page: Page, catalog: str) -> None:
    """Switch to another catalog and wait for its drawing."""
    page.get_by_label("Catalog").select_option(catalog)
    expect(page.locator('[data-node="retrieve_hours"]')).to_be_visible()


def test_ask_and_follow_up(page: Page) -> None:
    """A question is answered with sources; a follow-up is understood in its thread; both stay on the page, with the
    field for the next one and the path in sight.
    """
    first = ask(page, PRO)
    expect(first.locator(".answer")).to_contain_text("$14")
    second = ask(page, "and for ten seats?")
    expect(second.locator(".answer")).to_contain_text("$140")
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".thread a")).to_have_text([PRO])
    expect(page.get_by_label("Ask a question")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="Path")).to_be_in_viewport()
    expect(ask(page, "and for twelve seets?")).to_contain_text("Read “seets” as “seats”.")


def test_path(page: Page) -> None:
    """The path lights up on the drawing of the real graph: bases with scores, the tier, the floor, and why."""
    stops = page.locator(".stops li")
    expect(stops.locator(".name")).to_have_text(
        [
            *("start", "rewrite", "route", "clarify", "escalate", "technical", "billing", "general"),
            *("supervise", "answer", "critique", "end"),
        ]
    )
    expect(page.locator(".track.lit")).to_have_count(0)
    ask(page, PRO)
    decision = page.locator(".decision")
    expect(decision).to_contain_text(PRO)
    expect(decision).to_contain_text("semantic tier")
    expect(decision).to_contain_text("above the floor")
    expect(decision).to_contain_text("billing scores")
    billing = page.locator('[data-node="retrieve_billing"]')
    expect(billing).to_have_class("done base chosen")
    expect(billing.locator(".detail")).to_contain_text("passages")
    assert float(billing.locator(".figure").inner_text()) > 0.9
    for node in ("clarify", "escalate"):
        expect(page.locator(f'[data-node="{node}"]')).to_have_class("")
    chosen = page.locator(".stops .chosen").count()
    # start to rewrite to route, out to each base and in again, supervise to answer to critique to end
    expect(page.locator(".track.lit")).to_have_count(2 + 2 * chosen + 3)


def test_below_the_floor(page: Page) -> None:
    """A question no base is likely for says that every base was searched, and that nothing was found."""
    turn = ask(page, "What's the weather in Paris?")
    expect(turn.locator(".answer")).not_to_contain_text("$")
    expect(turn.locator(".sources")).to_have_count(0)
    expect(page.locator(".decision")).to_be_visible()


def test_sources_and_feedback(page: Page, route_log: RouteLog) -> None:
    """A marker opens its source, moves the focus there, and the cited words are marked; a thumb and its comment go
    to the log.
    """
    turn = ask(page, PRO)
    turn.get_by_role("button", name="Source 1", exact=True).click()
    source = turn.locator(".source").first
    expect(source).to_be_focused()
    expect(source).to_have_attribute("aria-expanded", "true")
    expect(source).to_contain_text("billing/plans-and-prices.md:")
    expect(turn.locator(".passage mark").filter(has_text="The Pro plan costs $14 per seat per month.")).to_be_visible()
    expect(turn.locator(".passage td").filter(has_text="$22")).to_be_visible()
    page.keyboard.press("Enter")
    expect(turn.locator(".passage").first).to_be_hidden()
    thumbs(turn, route_log)


def thumbs(turn: Any, route_log: RouteLog) -> None:
    """A thumb goes to the route log beside the run's decisions; a second one takes its place."""
    good, bad = (turn.get_by_role("button", name=name, exact=True) for name in ("Helpful", "Not helpful"))
    good.click()
    expect(good).to_have_attribute("aria-pressed", "true")
    bad.click()
    expect(bad).to_have_attribute("aria-pressed", "true")
    expect(good).to_have_attribute("aria-pressed", "false")
    words = turn.get_by_role("form", name="Comment")
    words.get_by_label("What was wrong or missing?").fill(HOSTILE)
    words.get_by_role("button", name="Send").click()
    expect(words).to_have_count(0)
    latest = route_log.rows()[-1].run_id
    assert [(row.run_id, row.score, row.comment) for row in route_log.feedback()] == [(latest, 0, HOSTILE)]


def test_samples(page: Page) -> None:
    """An empty page offers the catalog's sample questions; one that is chosen is asked at once, and the rest go."""
    samples = page.get_by_role("list", name="For example").get_by_role("button")
    expect(samples).to_have_count(6)
    samples.filter(has_text=PRO_SEATS).click()
    turn = page.locator(".turn")
    expect(turn.locator(".question")).to_have_text(PRO_SEATS)
    expect(turn.locator(".answer")).to_contain_text("$140")
    expect(samples).to_have_count(0)
    page.get_by_role("button", name="New thread").click()
    expect(samples).to_have_count(6)


def test_knobs(page: Page) -> None:
    """Knobs show the catalog's own values and their limits; what is changed goes with the question and is said, what
    may not be sent is told where it stands, and one press takes all of it back.
    """
    panel = page.get_by_role("form", name="Knobs")
    page.get_by_text("Knobs", exact=True).click()
    expect(panel.get_by_label("Width")).to_have_value("3")
    panel.get_by_label("Floor").fill("7")
    page.get_by_label("Ask a question").fill(PRO)
    page.keyboard.press("Enter")
    expect(panel.get_by_label("Floor")).to_be_focused()
    expect(page.locator(".turn")).to_have_count(0)
    panel.get_by_label("Floor").fill("0.6")
    panel.get_by_label("general").check()
    panel.get_by_label("Policy").select_option("single")
    expect(page.locator(".knobs summary")).to_have_text("Knobs policy, floor, bases changed")
    look_around(page, OPPOSITES)
    page.set_viewport_size({"width": 1440, "height": 900})
    ask(page, PRO)
    expect(page.locator(".legend")).to_contain_text("the floor, .60")
    expect(page.locator('[data-node="retrieve_general"]')).to_have_class("done base chosen")
    expect(page.locator('[data-node="retrieve_billing"]')).to_have_class("base")
    panel.get_by_role("button", name="As the catalog has them").click()
    expect(page.locator(".knobs summary")).to_have_text("Knobs")
    ask(page, PRO)
    expect(page.locator('[data-node="retrieve_billing"]')).to_have_class("done base chosen")


def test_clarify_and_resume(page: Page) -> None:
    """A value nobody gave is asked for in a form that takes the focus; the run goes on with what is typed."""
    turn = ask(page, CREDIT)
    field = turn.get_by_label("What you pay a month for the affected server or subscription, in dollars")
    expect(field).to_be_focused()
    expect(page.locator('[data-node="clarify"] .detail')).to_have_text("waits for you")
    page.keyboard.type("90")
    page.keyboard.press("Enter")
    expect(turn.locator(".answer")).to_contain_text("$9.00")
    expect(turn.locator(".form")).to_have_count(0)
    expect(page.locator('[data-node="clarify"] .detail')).to_have_text("you were asked")


def test_clarify_after_reload(page: Page) -> None:
    """A run that waits still waits when its thread is read again; it can be answered without the value too."""
    ask(page, CREDIT)
    page.reload()
    turn = page.locator(".turn")
    expect(turn.locator(".form")).to_be_visible()
    turn.get_by_role("button", name="Answer without it").click()
    expect(turn.locator(".answer")).to_contain_text("I still need")


def test_choices_and_escalation(page: Page) -> None:
    """Where few values are legal they are choices; a distressed message is handed over, and a person can answer it."""
    choose(page, "tiny")
    turn = ask(page, "List the tickets")
    expect(turn.get_by_role("radio")).to_have_count(3)
    turn.get_by_label("waiting").check()
    turn.get_by_label("open").check()
    turn.get_by_role("button", name="Continue").click()
    expect(turn.locator(".answer")).to_contain_text("TK-1")
    expect(turn.locator(".answer")).not_to_contain_text("TK-2")
    handed = ask(page, "I cannot breathe")
    expect(handed.locator(".form")).to_contain_text("Handed over to the person on call")
    handed.get_by_label("Answer as the person who takes over").fill("Help is on its way.")
    handed.get_by_role("button", name="Continue").click()
    expect(handed.locator(".answer")).to_have_text("Help is on its way.")
    expect(page.locator('[data-node="escalate"]')).to_have_class("done")


def test_nothing_runs(page: Page) -> None:
    """HTML and script in a question, a document and its file name are shown as text and never run."""
    choose(page, "tiny")
    question = f"When does the shop open? {HOSTILE} {SCRIPT}"
    turn = ask(page, question)
    turn.locator(".source").first.click()
    expect(turn.locator(".passage")).to_contain_text(HOSTILE)
    expect(turn.locator(".source").first).to_contain_text("<b onclick=alert(1)>.md")
    expect(page.locator(".thread a")).to_contain_text("<img src=x")
    assert page.title() == "Signalbox"
    assert page.locator("main img, main b, main script").count() == 0
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for trick in ("..", "%2e%2e%2fassistants", "<img src=x>", "%"):
        page.goto(f"/#/thread/{trick}")
        expect(page.get_by_role("heading", name="What would you like to know?")).to_be_visible()
    assert [url for url in asked if "/threads/" in url] == []
    policy = page.request.get("/").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


HALF_WRITTEN = """() => {
  const text = document.querySelector('.answer[aria-busy="true"]')?.textContent ?? "";
  const stop = document.querySelector('[data-node="answer"]').className;
  return text.includes("The Pro plan") && !text.includes("minimum number") && stop === "active";
}"""


def test_tokens_stream_in(page: Page, openai: ScriptedOpenAI) -> None:
    """A model's answer is seen while it is written, with the stop that is being made."""
    answer = "The Pro plan costs $14 per seat per month [1]. There is no set-up fee and no minimum number of seats [1]."

    def script(request: Request) -> Reply:
        return Reply(status=418) if request.shape else Reply(answer, piece=4, pause_s=0.05)

    openai.use(script)
    with_model = {"graph_id": "signalbox", "name": "with a model", "context": {"model": "openai:scripted"}}
    assert page.request.post("/assistants", data=with_model).ok
    page.reload()
    page.get_by_label("Catalog").select_option("with a model")
    page.get_by_label("Ask a question").fill(PRO)
    page.keyboard.press("Enter")
    page.wait_for_function(HALF_WRITTEN)
    done = page.locator('.answer[aria-busy="false"]')
    expect(done).to_contain_text("no minimum number of seats")
    assert done.inner_text().count("set-up fee") == 1


def test_thread_after_a_reload(page: Page) -> None:
    """A thread is read again from the server, with its path and sources; earlier turns show theirs when asked to."""
    ask(page, PRO)
    ask(page, "How long do you keep my data after I cancel?")
    page.reload()
    first, last = page.locator(".turn").nth(0), page.locator(".turn").nth(1)
    expect(last.locator(".sources")).to_be_visible()
    expect(page.locator('[data-node="retrieve_general"]')).to_have_class("done base chosen")
    expect(first.locator(".answer")).to_contain_text("$14")
    expect(first.locator(".sources")).to_have_count(0)
    first.get_by_role("button", name="Show its path and sources").click()
    expect(first.locator(".sources")).to_be_visible()
    first.get_by_role("button", name="Path: billing").click()
    expect(page.locator(".decision")).to_contain_text(PRO)


def test_threads_are_listed_and_deleted(page: Page, dev_server: Server) -> None:
    """The browser's threads can be opened and deleted; one that the server lost leaves the list with a word."""
    ask(page, PRO)
    first = page.url.rpartition("/")[2]
    page.get_by_role("button", name="New thread").click()
    expect(page.get_by_role("heading", name="What would you like to know?")).to_be_visible()
    ask(page, "How do I reset my password?")
    page.locator(".thread a").filter(has_text=PRO).click()
    expect(page.locator(".answer")).to_contain_text("$14")
    delete = page.get_by_role("button", name=f"Delete the thread “{PRO}”")
    delete.click()
    delete.click()
    expect(page.locator(".thread")).to_have_count(1)
    assert page.request.get(f"/threads/{first}").status == 404
    page.goto(f"/#/thread/{first}")
    expect(page.locator(".notice")).to_contain_text("does not have this thread any more")


def test_a_catalog_that_is_not_served_any_more(page: Page) -> None:
    """The server lists the graphs of its earlier starts; one that is gone is said so, and the first is taken."""
    gone = {"assistant_id": "11111111-1111-4111-8111-111111111111", "graph_id": "gone", "name": "signalbox-gone"}

    def with_one_more(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=[*answer.json(), gone])

    page.route("**/assistants/search", with_one_more)
    page.reload()
    page.get_by_label("Catalog").select_option("gone")
    expect(page.locator(".notice")).to_contain_text("does not serve gone any more")
    expect(page.locator('[data-node="retrieve_billing"]')).to_be_visible()
    expect(page.get_by_label("Catalog").locator("option").filter(has_text="gone")).to_have_count(0)
    expect(ask(page, PRO).locator(".answer")).to_contain_text("$14")


FAULTS = [
    ({"status": 429, "headers": {"retry-after": "7"}, "json": {}}, "Too many requests. Try again in 7 seconds."),
    ({"status": 413, "json": {}}, "The message is larger than the server accepts."),
    ({"status": 500, "json": {"detail": "it broke"}}, "The server answered 500. it broke"),
    (None, "The server does not answer."),
]


def fault(answer: dict[str, Any] | None, route: Route) -> None:
    """Answer a request so, or not at all."""
    if answer is None:
        route.abort()
    else:
        route.fulfill(**answer)


def test_faults_are_told(page: Page) -> None:
    """Whatever goes wrong with a run is said where its answer would be, and the question is not lost."""
    for answer, says in FAULTS:
        page.unroute_all()
        page.route("**/runs/stream", partial(fault, answer))
        turn = ask(page, PRO)
        expect(turn.locator(".fault")).to_contain_text(says)
        expect(page.get_by_label("Ask a question")).to_have_value(PRO)


def test_run_that_fails(page: Page) -> None:
    """A run that the graph refuses shows the graph's own words."""
    turn = ask(page, "x" * 20_001)
    expect(turn.locator(".fault")).to_contain_text("at most 20,000 can be asked at once")


def test_keyboard_only(page: Page) -> None:
    """The skip link comes first; everything can be reached and used without a mouse, and the focus is seen."""
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    reached = []
    while "question" not in reached and len(reached) < 15:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    page.keyboard.type(PRO)
    page.keyboard.press("Enter")
    expect(page.locator(".turn .source").first).to_be_visible()
    page.keyboard.press("Shift+Tab")
    seen = page.evaluate("[document.activeElement.tagName, getComputedStyle(document.activeElement).outlineStyle]")
    assert seen == ["BUTTON", "solid"]


def test_widths_and_schemes(page: Page) -> None:
    """At both widths and in both schemes nothing scrolls sideways and axe finds nothing, in a form and an answer."""
    turn = ask(page, CREDIT)
    expect(turn.locator(".form")).to_be_visible()
    look_around(page)
    turn.get_by_role("textbox").fill("90")
    page.keyboard.press("Enter")
    turn.locator(".source").last.click()
    look_around(page)


def test_colours_can_be_switched(page: Page) -> None:
    """The switch turns the scheme over, and the choice is still there after a reload."""
    page.get_by_role("button", name="Use dark colours").click()
    page.reload()
    expect(page.get_by_role("button", name="Use light colours")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 18, 20)"


def test_thread_after_a_restart_of_the_server(page: Page, dev_server: Server) -> None:
    """A server that is gone is named; when it is back the thread is read again and goes on. Last: it restarts."""
    ask(page, PRO)
    dev_server.stop()
    gone = ask(page, "and for ten seats?")
    expect(gone.locator(".fault")).to_contain_text("The server does not answer.")
    dev_server.start()
    gone.get_by_role("button", name="Read the thread again").click()
    expect(page.locator(".turn .sources")).to_be_visible()
    page.reload()
    expect(page.locator(".turn .sources")).to_be_visible()
    again = ask(page, "and for ten seats?")
    expect(again.locator(".answer")).to_contain_text("$140")
