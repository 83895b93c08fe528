// The second view: how routing fares, from the route log. A misroute is suspected here, never proven.

import { read } from "./api.js";
import { bars, curve } from "./charts.js";
import { count, h } from "./dom.js";
import { waiting } from "./review.js";

const percent = (share) => `${Math.round(share * 100)}%`;
const whole = (n) => String(Math.round(n * 10) / 10);

/** The view over the catalog of one assistant's graph. Raises ApiError. */
export async function health(assistant) {
  const told = await read(`signalbox/routes.json?graph=${encodeURIComponent(assistant?.graph_id ?? "")}`);
  const graph = encodeURIComponent(assistant?.graph_id ?? "");
  const [asked, said] = await Promise.all([waiting(assistant), read(`signalbox/feedback.json?graph=${graph}`).catch(() => null)]);
  const since = told.since ? `since ${new Date(told.since).toLocaleDateString(undefined, { dateStyle: "medium" })}` : "";
  return h("div", { class: "health" },
    h("header", {}, h("h1", {}, "Routing health"), h("p", { class: "quiet" }, `${told.catalog} ${since}`),
      asked?.waiting ? h("a", { href: "#/review" }, `${count(asked.waiting, "question")} to label`) : null),
    told.decisions ? [figures(told), bases(told), curves(told), confusion(told), suspected(told), feedback(said), tiers(told)]
      : h("p", { class: "quiet" }, "No decision over this catalog is in the log yet. Ask something first."));
}

function figures(told) {
  const pairs = [
    ["decisions", told.decisions], ["runs", told.runs], ["searches a question", told.searches_per_question.toFixed(2)],
    ["fell back to every base", percent(told.fallback_rate)], ["found nothing", told.empty], ["ended unanswered", told.apologies],
    ["asked again", told.reopened], ["not searched", told.not_searched],
  ];
  return h("dl", { class: "figures" }, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))));
}

const section = (title, about, ...content) => h("section", {}, h("h2", {}, title), h("p", {}, about), content);
// A table that is wider than the screen is scrolled by keyboard too, so its window takes the focus.
const scroll = (name, table) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, table);
const head = (...names) => h("thead", {}, h("tr", {}, names.map((name, at) => h("th", { scope: "col", class: at && at < names.length - 1 ? "number" : null }, name))));
const number = (value, bad = false) => h("td", { class: bad ? "number bad" : "number" }, String(value));

function bases(told) {
  const histogram = new Map();
  for (const { base, histogram: counts } of told.shares) {
    histogram.set(base, counts.map((n, at) => n + (histogram.get(base)?.[at] ?? 0)));
  }
  const rows = Object.entries(told.bases ?? {}).map(([name, one]) => h("tr", {}, h("th", { scope: "row" }, name),
    number(one.decisions), number(percent(one.share)), number(percent(one.fallback_rate)), number(one.empty),
    number(one.failed, one.failed > 0), number(one.apologies), number(one.reopened),
    h("td", {}, histogram.has(name) ? bars(histogram.get(name)) : "")));
  return section("Bases", "How often a decision names each base, and what became of it. A decision may name several, so shares add up to more than 100%.",
    scroll("Bases", h("table", {}, head("base", "decisions", "share", "fell back", "empty", "failed", "unanswered", "asked again", "scores 0 to 1"), h("tbody", {}, rows))));
}

function curves(told) {
  const { step_s: step, points } = told.over_time ?? { step_s: 0, points: [] };
  if (!points.length) return null;
  const at = points.map((point) => new Date(point.at));
  const over = (title, value, shown) => curve(title, points.map((point, n) => [at[n], value(point) ?? null]), shown);
  const every = step >= 604800 ? "week" : step >= 86400 ? "day" : "hour";
  return section("Over time", `A point for each ${every} in which something was decided.`, h("div", { class: "curves" },
    over("Decisions", (point) => point.decisions, whole),
    over("Fell back", (point) => point.fallback_rate, percent),
    over("Found nothing", (point) => point.empty, whole),
    over("Ended unanswered", (point) => point.apologies, whole),
    over("Asked again", (point) => point.reopened, whole),
    Object.keys(points[0].shares ?? {}).map((base) => over(`Share of ${base}`, (point) => point.shares[base], percent))));
}

function confusion(told) {
  const counts = told.confusion ?? {};
  const names = [...new Set([...Object.keys(counts), ...Object.values(counts).flatMap((better) => Object.keys(better))])].sort();
  if (!names.length) return null;
  const cell = (chosen, better) => {
    const n = counts[chosen]?.[better] ?? 0;
    return h("td", { class: n ? "bad" : "none" }, chosen === better ? "–" : String(n));
  };
  return section("Confusion", "Rows: the base a question was sent to. Columns: the base that seems better for it. Suspected, not proven.",
    scroll("Confusion", h("table", { class: "confusion" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "sent to"), names.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, names.map((chosen) => h("tr", {}, h("th", { scope: "row" }, chosen), names.map((better) => cell(chosen, better))))))));
}

function suspected(told) {
  const silent = told.shadow?.pairs ?? [];
  const pairs = [...told.misroutes.map((pair) => [pair, ""]), ...silent.map((pair) => [pair, "silent"])];
  const looked = told.shadow?.questions ?? 0;
  const about = `Decisions that were probably wrong. Silent ones were answered, but a base that was not chosen held a better passage (${looked} questions were searched in the shadow).`;
  if (!pairs.length) return section("Suspected misroutes", about, h("p", {}, "None is suspected."));
  return section("Suspected misroutes", about, scroll("Suspected misroutes", h("table", {},
    h("thead", {}, h("tr", {}, ["sent to", "better", "seen by", "for example"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col", class: "number" }, "count"))),
    h("tbody", {}, pairs.map(([pair, kind]) => h("tr", {},
      h("th", { scope: "row" }, pair.chosen, h("small", {}, pair.chosen_description)),
      h("td", {}, pair.better, h("small", {}, pair.better_description)),
      h("td", {}, [kind, ...Object.entries(pair.how).map(([how, n]) => `${how} ${n}`)].filter(Boolean).join(", ")),
      h("td", {}, pair.questions.map((question) => h("small", {}, question))),
      number(pair.count)))))));
}

function feedback(said) {
  if (!said) return null;
  const { helpful, not_helpful: not, rows } = said;
  if (!rows.length) return section("Feedback", "What users made of the answers.", h("p", {}, "Nobody has judged an answer yet."));
  const when = (at) => new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return section("Feedback", `What users made of the answers: ${helpful} helped, ${not} did not.`, scroll("Feedback", h("table", {},
    h("thead", {}, h("tr", {}, ["asked", "judged", "comment", "searched", "run", "when"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {},
      h("th", { scope: "row" }, row.questions.length ? row.questions.map((text) => h("span", { class: "words" }, text)) : h("small", {}, "words are not kept")),
      h("td", { class: row.score ? "whole" : "whole bad" }, row.score ? "Helpful" : "Not helpful"),
      h("td", {}, row.comment ? h("span", { class: "words" }, row.comment) : ""), h("td", {}, row.bases.join(", ")),
      h("td", { class: "figure", title: row.run_id }, row.run_id.slice(0, 8)), h("td", { class: "whole" }, when(row.at))))))));
}

function tiers(told) {
  return section("Tiers", "Which way of routing decided.", scroll("Tiers", h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "tier"), h("th", { scope: "col", class: "number" }, "share"))),
    h("tbody", {}, Object.entries(told.tiers).map(([tier, share]) => h("tr", {}, h("th", { scope: "row" }, tier || "none"), number(percent(share))))))));
}
