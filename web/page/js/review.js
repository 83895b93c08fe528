// The third view: questions that wait for a person's label, to be learned from and measured with.

import { call, read } from "./api.js";
import { count, fresh, h, say } from "./dom.js";

const WHY = { blocked: "a value was missing", "fell back": "no base reached the floor", sampled: "sampled" };
const OUTSIDE = "out_of_scope";

/** What is waiting for one assistant's catalog, or null where the server keeps no review set or does not show it. */
export async function waiting(assistant) {
  return read(`signalbox/review.json?graph=${encodeURIComponent(assistant?.graph_id ?? "")}`).catch(() => null);
}

/** The view over what `waiting` found; `failed` hears of a fault. */
export function review(told, failed) {
  const left = h("p", { class: "quiet" });
  const list = h("ol", { class: "reviews" });
  const counted = (n) => { left.textContent = `${told.catalog}: ${count(n, "question")} to label`; };
  const done = (item, rest) => {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    counted(rest);
    // The server sends some at a time: the next ones are fetched when these are done.
    if (rest && !list.childElementCount) dispatchEvent(new HashChangeEvent("hashchange"));
    say(`Kept. ${count(rest, "question")} left.`);
    (next?.querySelector("input") ?? document.getElementById("main")).focus();
  };
  list.append(...told.rows.map((row) => card(row, told, done, failed)));
  counted(told.waiting);
  return h("div", { class: "health" }, h("header", {}, h("h1", {}, "Review"), left),
    h("p", { class: "quiet" }, "Which bases hold the answer? What is kept becomes a labelled question of the catalog: half of them teach the router, half measure it."),
    list);
}

function card(row, told, done, failed) {
  const heading = fresh("review");
  const send = async (form, drop) => {
    const data = new FormData(form);
    const nowhere = !drop && !data.has("base") && data.get("kind") !== OUTSIDE;
    const first = form.querySelector("input");
    first?.setCustomValidity(nowhere ? `Choose the bases that answer it, or the kind ${OUTSIDE}.` : "");
    if (nowhere) { form.reportValidity(); return; }
    const said = drop ? { drop } : { bases: data.getAll("base"), kind: data.get("kind"), mood: data.get("mood") };
    try {
      const { waiting: rest } = await call("POST", "signalbox/review", { graph: told.graph, review_id: row.review_id, ...said });
      done(item, rest);
    } catch (fault) {
      failed(fault);
    }
  };
  // Nothing is chosen beforehand: what the router chose must not lead the person who judges it.
  const form = h("form", { "aria-labelledby": heading, novalidate: true, on: { submit: (event) => { event.preventDefault(); send(form, false); } } },
    h("fieldset", {}, h("legend", {}, "Bases that answer it"), h("div", { class: "choices" }, told.bases.map((base) => h("label", {},
      h("input", { type: "checkbox", name: "base", value: base }), base)))),
    h("div", { class: "row" },
      choice("Kind", "kind", told.kinds, row.kind ?? "lookup"), choice("Mood", "mood", told.moods, row.mood ?? "neutral"),
      h("button", { type: "submit", class: "primary" }, "Keep"),
      h("button", { type: "button", on: { click: () => send(form, true) } }, "Leave out")));
  const before = row.history.length ? h("details", {}, h("summary", {}, count(row.history.length, "turn") + " before"),
    row.history.map(({ role, content }) => h("p", { class: "quiet" }, `${role === "user" ? "Asked" : "Answered"}: ${content}`))) : null;
  const item = h("li", { class: "review" },
    h("h2", { id: heading }, row.text), h("p", { class: "quiet" }, `${WHY[row.why] ?? row.why} · searched ${row.bases.join(", ") || "nothing"}`),
    before, form);
  return item;
}

function choice(name, field, values, chosen) {
  return h("label", { class: "choice" }, h("span", { class: "quiet" }, name),
    h("select", { name: field }, values.map((value) => h("option", { value, selected: value === chosen }, value))));
}
