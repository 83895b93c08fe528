// One turn as it is seen: the question, its answer while it comes in, sources, forms, and what can be done with it.

import { h, short, took } from "./dom.js";
import { form } from "./forms.js";
import { judgement } from "./judgement.js";
import { prose } from "./prose.js";
import { sources } from "./sources.js";

/** The element of a turn; `acts` are {select, resume, reread, recall, failed}, each given the turn, and thread(), its id on the server. */
export class TurnView {
  constructor(turn, acts) {
    this.turn = turn;
    this.acts = acts;
    this.answer = h("div", { class: "answer", "aria-live": "polite" });
    this.below = h("div");
    this.element = h("article", { class: "turn", "aria-label": "Question and answer" },
      h("h2", { class: "question" }, turn.question), this.answer, this.below);
    this.drawn = "";
    this.update();
  }

  /** Brings the element up to date with the turn. */
  update() {
    const { turn } = this;
    const running = turn.state === "running";
    this.answer.setAttribute("aria-busy", String(running));
    const text = turn.streaming || turn.answer;
    const source = running ? null : sources(turn);
    if (text !== this.drawn || !running) {
      this.answer.replaceChildren(...prose(text, (n) => (source?.numbers.has(n) ? cite(n, source.open) : null)));
      this.drawn = text;
    }
    if (running) this.below.replaceChildren(this.#stage());
    else this.below.replaceChildren(...this.#notes(), ...[source.list, this.#form()].filter(Boolean), this.#foot());
  }

  #stage() {
    const { turn } = this;
    const active = [...turn.live].filter(([, state]) => state === "active").map(([node]) => node);
    const bases = active.filter((node) => node.startsWith("retrieve_")).map((node) => node.replace("retrieve_", ""));
    const doing = {
      rewrite: "Reading the question", route: "Choosing bases", supervise: "Weighing the evidence", answer: "Writing", critique: "Checking",
      clarify: "Going on", escalate: "Handing over",
    };
    const words = bases.length ? `Searching ${bases.join(", ")}` : doing[active.at(-1)] ?? "Waiting for the server";
    return h("p", { class: "quiet" }, `${words}…`);
  }

  #notes() {
    const { turn } = this;
    const notes = turn.warnings.map((warning) => h("p", { class: "note" }, warning));
    const slips = new Map(turn.questions.flatMap((question) => Object.entries(question.slips ?? {})));
    for (const [typed, meant] of slips) notes.push(h("p", { class: "quiet" }, `Read “${typed}” as “${meant}”.`));
    if (turn.state === "stopped") notes.push(h("p", { class: "note" }, "Stopped."));
    if (turn.state === "failed") {
      notes.push(h("div", { class: "note fault" }, h("p", {}, turn.error), this.acts.thread()
        ? h("button", { type: "button", on: { click: () => this.acts.reread(turn) } }, "Read the thread again") : null));
    }
    return notes;
  }

  #form() {
    const { turn } = this;
    if (turn.state !== "waiting") return null;
    return form(turn.interrupt, (reply) => this.acts.resume(turn, reply));
  }

  #foot() {
    const { turn } = this;
    if (turn.bare) {
      return h("div", { class: "foot" }, h("button", { type: "button", class: "plain told", on: { click: () => this.acts.recall(turn) } },
        "Show its path and sources"));
    }
    if (!turn.decisions.length && !turn.answer) return h("div");
    const path = h("button", { type: "button", class: "plain told", on: { click: () => this.acts.select(turn) } }, summary(turn));
    if (!turn.runId || turn.state !== "done") return h("div", { class: "foot" }, path);
    const { buttons, below } = judgement(turn, (fault) => this.acts.failed(fault));
    return h("div", {}, h("div", { class: "foot" }, path, buttons), below);
  }
}

function cite(n, open) {
  return h("button", { type: "button", class: "cite", "aria-label": `Source ${n}`, on: { click: () => open(n) } }, String(n));
}

/** A turn's path in a line: bases with scores, the tier, the time. */
function summary(turn) {
  const [decision] = turn.decisions;
  const parts = [];
  if (turn.handover) parts.push(`Handed over to ${turn.handover.target === "on-call" ? "the person on call" : "a person"}`);
  else if (!decision) parts.push("Answered without a search");
  if (decision) parts.push(decision.bases.map(({ name, score }) => `${name} ${short(score)}`).join(", "), decision.fell_back ? "below the floor" : decision.tier);
  if (turn.decisions.length > 1) parts.push(`${turn.decisions.length} questions`);
  if (turn.ms) parts.push(took(turn.ms));
  return `Path: ${parts.filter(Boolean).join(" · ")}`;
}
