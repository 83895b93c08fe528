// The path of a turn on the drawing of the real graph: which stops were made, with scores, and why.

import { count, h, s, short, took } from "./dom.js";
import { layout } from "./layout.js";
import { nodeOf, travelled } from "./turn.js";

const NAMES = { __start__: "start", __end__: "end" };
const STATES = { done: "done", active: "running now", waiting: "waits for you", failed: "failed" };

/** The panel of one graph; `show(turn)` brings it up to date. */
export class Path {
  constructor(graph, floor) {
    this.edges = graph.edges;
    this.floor = floor;
    this.plan = layout(graph);
    this.rank = new Map(this.plan.rows.map((row) => [row.id, row.rank]));
    this.time = h("span", { class: "figure quiet" });
    this.decisions = h("div");
    this.tracks = new Map();
    this.dots = new Map();
    this.rows = new Map();
    this.legend = h("p", { class: "legend", hidden: true });
    this.element = h("aside", { class: "path", "aria-labelledby": "path-title", id: "path", tabindex: "0" },
      h("header", {}, h("h2", { id: "path-title" }, "Path"), this.time), this.decisions, this.#drawing(), this.legend);
    this.show(null);
  }

  #drawing() {
    const { width, height, rows, tracks, stops } = this.plan;
    for (const track of tracks) this.tracks.set(`${track.source} ${track.target}`, s("path", { class: "track", d: track.d }));
    for (const { id, x, y } of stops) this.dots.set(id, s("circle", { class: "stop", cx: x, cy: y, r: id.startsWith("__") ? 3.5 : 5 }));
    const list = h("ol", { class: "stops" }, rows.map((row) => this.#row(row, width)));
    this.svg = s("svg", { width, height, "aria-hidden": "true" }, [...this.tracks.values()], [...this.dots.values()]);
    return h("div", { class: "tracks" }, this.svg, list);
  }

  #row({ id, height, end }, width) {
    const base = id.startsWith("retrieve_");
    const parts = {
      name: h("span", { class: "name" }, NAMES[id] ?? id.replace(/^retrieve_/, "")),
      detail: h("span", { class: "detail" }), state: h("span", { class: "unseen" }),
    };
    if (base) {
      parts.filled = h("span", { class: "filled" });
      parts.floor = h("span", { class: "floor", hidden: true });
      parts.score = h("span", { class: "score", "aria-hidden": "true" }, parts.filled, parts.floor);
      parts.figure = h("span", { class: "figure" });
    }
    const item = h("li", { "data-node": id }, parts.name, parts.score, parts.figure, parts.detail, parts.state);
    item.style.height = `${height}px`;
    item.style.paddingLeft = `${width + 4}px`;
    this.rows.set(id, { item, base, end, ...parts });
    return item;
  }

  /** The turn as far as it has come; null where nothing was asked yet. */
  show(turn) {
    const bases = Object.keys(turn?.decisions.at(-1)?.scores ?? {});
    const lit = turn ? travelled(turn, this.edges, (a, b) => this.rank.get(a) === this.rank.get(b)) : new Set();
    for (const [edge, track] of this.tracks) track.setAttribute("class", lit.has(edge) ? "track lit" : "track");
    // What is lit lies over what is not.
    this.svg.prepend(...[...this.tracks].sort(([a], [b]) => lit.has(a) - lit.has(b)).map(([, track]) => track));
    const nodes = new Map(bases.map((base) => [nodeOf(base, bases), base]));
    for (const [id, row] of this.rows) this.#stop(id, row, turn, nodes.get(id));
    this.time.textContent = turn?.ms ? took(turn.ms) : "";
    this.decisions.replaceChildren(...(turn ? turn.decisions.map((decision) => card(decision, turn)) : [
      h("p", { class: "quiet" }, "Ask something: the way it takes lights up here.")]));
    const floor = turn?.context?.floor ?? this.floor;
    this.legend.hidden = !bases.length || floor === null;
    this.legend.replaceChildren(h("span", {}, h("i"), `the floor, ${short(floor ?? 0)}: where no base reaches it, every base is searched`));
  }

  #stop(id, row, turn, base) {
    const state = turn ? (id === "__start__" ? "done" : turn.live.get(id) ?? "") : "";
    const scores = turn && base !== undefined ? turn.decisions.map((decision) => decision.scores[base] ?? 0) : [];
    const chosen = turn?.decisions.some((decision) => decision.bases.some(({ name }) => name === base)) ?? false;
    this.dots.get(id).setAttribute("class", `stop ${state}`);
    row.item.className = [state, row.base ? "base" : "", row.end ? "end" : "", chosen && base ? "chosen" : ""].filter(Boolean).join(" ");
    const detail = turn ? details(id, turn, base) : "";
    row.detail.textContent = detail;
    row.detail.title = detail;
    row.name.title = row.name.textContent;
    row.state.textContent = STATES[state] ? `, ${STATES[state]}` : "";
    if (!row.base) return;
    const best = scores.length ? Math.max(...scores) : null;
    row.score.hidden = best === null;
    row.filled.style.width = `${(best ?? 0) * 100}%`;
    const floor = turn?.context?.floor ?? this.floor;
    row.floor.hidden = floor === null;
    row.floor.style.left = `${(floor ?? 0) * 100}%`;
    row.figure.textContent = best === null ? "" : short(best);
    if (best !== null) row.state.textContent = `, score ${best.toFixed(2)}, ${chosen ? "chosen" : "not chosen"}${row.state.textContent}`;
  }
}

function details(id, turn, base) {
  if (base !== undefined) return searched(turn, base);
  const live = turn.live.get(id);
  if (!live) return "";
  if (live === "waiting") return "waits for you";
  switch (id) {
    case "rewrite": return turn.questions.length ? count(turn.questions.length, "question") : "";
    case "route": return [...new Set(turn.decisions.map(({ tier }) => tier))].filter(Boolean).join(", ");
    case "supervise": return live === "done" ? count(turn.slots.length, "slot") : "";
    case "answer": return live === "done" && turn.answer ? count(new Set(turn.citations.map(({ n }) => n)).size, "source") : "";
    case "critique": return live === "done" ? turn.critique?.reason ?? "" : "";
    case "escalate": return turn.handover ? `to ${turn.handover.target}` : "";
    case "clarify": return live === "done" ? "you were asked" : "";
    default: return "";
  }
}

function searched(turn, base) {
  const found = turn.findings.filter((finding) => finding.base === base);
  if (!found.length) return "";
  const failure = found.find((finding) => finding.failure)?.failure;
  if (failure) return failure.reason;
  const passages = found.reduce((sum, finding) => sum + finding.passages.length, 0);
  return `${count(passages, "passage")} · ${took(Math.max(...found.map(({ ms }) => ms)))}`;
}

function card(decision, turn) {
  const text = decision.text ?? turn.questions.find(({ id }) => id === decision.question)?.text ?? "";
  const again = turn.questions.find(({ id }) => id === decision.question)?.again;
  return h("section", { class: "decision" },
    h("p", { class: "asked" }, text),
    h("p", { class: "tags" },
      h("span", { class: "tag" }, decision.tier ? `${decision.tier} tier` : "no tier"),
      decision.fell_back ? h("span", { class: "tag floor" }, "below the floor: every base") : h("span", { class: "tag good" }, "above the floor"),
      again ? h("span", { class: "tag" }, "asked by the critic") : null,
      h("span", { class: "tag figure" }, took(decision.ms ?? 0))),
    h("p", { class: "quiet" }, decision.reason));
}
