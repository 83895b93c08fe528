// The first view: threads, the conversation of one thread, and the path of the turn that is looked at.

import { ApiError, call, read, stream } from "./api.js";
import { h, say } from "./dom.js";
import { Knobs } from "./knobs.js";
import { Path } from "./path.js";
import { threadList, threads } from "./threads.js";
import { begin, fail, finish, restored, resume, take } from "./turn.js";
import { TurnView } from "./turn_view.js";

const MODES = ["updates", "messages-tuple", "custom"];
const POLL_MS = 1500;
const HISTORY = 500;
const SAMPLES = 6;

export class Ask {
  /** `graph`, `floor` and `context` (the schema of its knobs) are those of `assistant`; `notify(fault)` shows what went wrong. */
  constructor({ assistant, graph, floor, context, notify }) {
    Object.assign(this, { assistant, notify, about: null, thread: null, views: new Map(), turn: null, running: null });
    this.bases = graph.nodes.map(({ id }) => id).filter((id) => id.startsWith("retrieve_")).map((id) => id.replace("retrieve_", ""));
    this.path = new Path(graph, floor);
    this.turns = h("div", { class: "turns" });
    this.list = h("div");
    this.field = h("textarea", { rows: 1, id: "question", placeholder: "Ask a question", "aria-label": "Ask a question",
      "aria-keyshortcuts": "Enter", on: { keydown: (event) => this.#key(event) } });
    this.button = h("button", { type: "submit", class: "primary" }, "Ask");
    this.knobs = new Knobs(context);
    const composer = h("div", { class: "composer" }, h("form", { class: "question-form", "aria-label": "Ask", on: { submit: (event) => {
      event.preventDefault();
      if (this.running) this.#stop();
      else this.#ask();
    } } }, this.field, this.button), this.knobs.element);
    // On a narrow screen the threads fold away; on a wide one they stand open beside the conversation.
    const wide = matchMedia("(min-width: 981px)");
    this.threads = h("details", { class: "threads", open: wide.matches }, h("summary", {}, "Threads"),
      h("nav", { "aria-labelledby": "threads-title" },
        h("button", { type: "button", class: "new", on: { click: () => this.#fresh() } }, "New thread"),
        h("h2", { id: "threads-title" }, "Threads of this browser"), this.list));
    this.element = h("div", { class: "ask" }, this.threads,
      h("section", { class: "talk", "aria-label": "Conversation" }, h("h1", { class: "unseen" }, "Ask"), this.turns, composer), this.path.element);
    this.#listThreads();
  }

  /** Shows a thread as the server has it, or an empty one. */
  async open(id) {
    if (this.thread === id && this.views.size) return;
    this.#leave();
    this.thread = id;
    this.#listThreads();
    if (!id) { this.#welcome(); return; }
    this.turns.replaceChildren(h("p", { class: "quiet", role: "status" }, "Reading the thread…"));
    try {
      const [thread, state] = await Promise.all([read(`threads/${id}`), read(`threads/${id}/state`)]);
      if (this.thread === id) this.#restore(thread, state);
    } catch (fault) {
      if (this.thread !== id) return;
      this.turns.replaceChildren();
      if (fault.status === 404 || fault.status === 422) {
        threads.forget(id);
        this.#listThreads();
        history.replaceState(null, "", "#/");
        await this.open(null);
        this.notify(new ApiError("The server does not have this thread any more. It was taken off the list.", 404));
      } else this.notify(fault, () => { this.thread = null; this.open(id); });
    }
  }

  /** Stops listening; the run itself goes on and can be read later. */
  #leave() {
    this.running?.abort();
    clearTimeout(this.poll);
    Object.assign(this, { running: null, turn: null, views: new Map() });
    this.path.show(null);
    this.#buttons();
  }

  async #welcome() {
    const samples = h("div");
    this.turns.replaceChildren(h("div", { class: "welcome" },
      h("h2", {}, "What would you like to know?"),
      h("p", { class: "quiet" }, "Each question is sent to the bases that can answer it. You see which, how sure that was, and the passages the answer stands on."),
      h("ul", { class: "bases", "aria-label": "Bases" }, this.bases.map((base) => h("li", {}, base))), samples));
    // A server that tells none, or cannot be reached just now, takes questions all the same.
    this.about ??= read(`signalbox/catalog.json?graph=${encodeURIComponent(this.assistant.graph_id)}`).catch(() => null);
    const told = (await this.about)?.samples?.slice(0, SAMPLES) ?? [];
    if (!told.length) return;
    samples.append(h("h3", { id: "samples-title" }, "For example"), h("ul", { class: "samples", "aria-labelledby": "samples-title" },
      told.map((text) => h("li", {}, h("button", { type: "button", on: { click: () => this.#sample(text) } }, text)))));
  }

  #restore(thread, state) {
    const values = state.values ?? {};
    const asked = [];
    for (const message of values.messages ?? []) {
      const text = typeof message.content === "string" ? message.content : JSON.stringify(message.content);
      if (message.type === "human") asked.push({ question: text, answer: null });
      else if (message.type === "ai" && asked.length) asked.at(-1).answer = text;
    }
    const interrupt = (state.interrupts ?? state.tasks?.flatMap((task) => task.interrupts ?? []))?.[0] ?? null;
    const turns = asked.map(({ question, answer }, at) => {
      const last = at === asked.length - 1;
      if (last) return restored(question, values, { runId: state.metadata?.run_id, interrupt });
      return Object.assign(begin(question, 0), { answer: answer ?? "", state: "done", bare: true });
    });
    const last = turns.at(-1);
    if (last && !interrupt && asked.at(-1).answer === null) {
      Object.assign(last, { answer: "", citations: [] });
      if (thread.status === "busy") this.#await(last);
      else fail(last, "This run did not come to its end.");
    }
    this.turns.replaceChildren();
    for (const turn of turns) this.#add(turn);
    if (last) this.#select(last);
    this.turns.scrollTop = this.turns.scrollHeight;
  }

  // A run of this thread goes on without us: its thread is read again until it is over.
  #await(turn) {
    turn.state = "running";
    const id = this.thread;
    this.poll = setTimeout(() => { if (this.thread === id) { this.thread = null; this.open(id); } }, POLL_MS);
  }

  #add(turn) {
    const view = new TurnView(turn, {
      select: (one) => this.#look(one),
      resume: (one, reply) => this.#resume(one, reply),
      thread: () => this.thread,
      reread: () => { const id = this.thread; this.thread = null; this.open(id); },
      recall: () => this.#recall(),
      failed: (fault) => this.notify(fault),
    });
    this.views.set(turn, view);
    if (this.views.size === 1) this.turns.replaceChildren();
    this.turns.append(view.element);
    return view;
  }

  #select(turn) {
    this.turn = turn;
    this.path.show(turn);
  }

  #look(turn) {
    this.#select(turn);
    this.path.element.scrollIntoView({ block: "nearest" });
    this.path.element.focus({ preventScroll: true });
  }

  #sample(text) {
    this.field.value = text;
    this.field.focus();
    this.#ask();
  }

  async #ask() {
    const question = this.field.value.trim();
    if (!question) { this.field.focus(); return; }
    if (!this.knobs.sound()) return;
    this.field.value = "";
    for (const turn of this.views.keys()) {
      if (turn.state !== "waiting") continue;
      turn.state = "stopped";
      this.views.get(turn).update();
    }
    const turn = Object.assign(begin(question, performance.now()), { context: this.knobs.changed() });
    turn.live.set("rewrite", "active");
    const view = this.#add(turn);
    this.#select(turn);
    view.element.scrollIntoView({ block: "start" });
    try {
      if (!this.thread) await this.#begin(question);
      await this.#run(turn, { input: { messages: [{ role: "user", content: question }] } });
    } catch (fault) {
      this.#failed(turn, fault);
    }
    if (turn.state === "failed" && !this.field.value) this.field.value = question;
  }

  async #begin(question) {
    const { thread_id: id } = await call("POST", "threads", { metadata: { title: question.slice(0, 80) } });
    this.thread = id;
    threads.put({ id, title: question.slice(0, 80), assistant: this.assistant.assistant_id, at: Date.now() });
    history.replaceState(null, "", `#/thread/${id}`);
    this.#listThreads();
  }

  async #resume(turn, reply) {
    resume(turn, performance.now());
    this.#changed(turn);
    this.field.focus();
    try {
      await this.#run(turn, { command: { resume: reply } });
    } catch (fault) {
      this.#failed(turn, fault);
    }
  }

  async #run(turn, given) {
    const running = new AbortController();
    this.running = running;
    this.#buttons();
    try {
      const body = { assistant_id: this.assistant.assistant_id, stream_mode: MODES, ...(turn.context ? { context: turn.context } : {}), ...given };
      for await (const { event, data } of stream(`threads/${this.thread}/runs/stream`, body, running.signal)) {
        take(turn, event, data);
        if (this.views.has(turn)) this.#changed(turn);
      }
      if (turn.state === "running" && !turn.interrupt && !turn.answer) fail(turn, "The connection broke off before the answer was complete.");
      finish(turn, performance.now());
    } finally {
      if (this.running === running) this.running = null;
      this.#buttons();
    }
    this.#ended(turn);
  }

  #failed(turn, fault) {
    if (fault.name === "AbortError") turn.state = "stopped";
    else fail(turn, fault instanceof ApiError ? fault.message : `The page failed: ${fault.message}`);
    this.#ended(turn);
  }

  #ended(turn) {
    const view = this.views.get(turn);
    if (!view) return;
    this.#changed(turn, true);
    if (turn.state === "waiting") {
      view.element.querySelector(".form input, .form select, .form textarea")?.focus();
      say("The run waits for you.");
    } else if (turn.state === "failed") say(turn.error);
  }

  // Tokens come faster than a screen is painted; one drawing a frame is enough.
  #changed(turn, now = false) {
    const draw = () => {
      this.frame = 0;
      this.views.get(turn)?.update();
      if (this.turn === turn) this.path.show(turn);
    };
    if (now) { cancelAnimationFrame(this.frame); draw(); return; }
    this.frame ||= requestAnimationFrame(draw);
  }

  async #stop() {
    const { running, thread, turn } = this;
    running.abort();
    if (turn?.runId) await call("POST", `threads/${thread}/runs/${turn.runId}/cancel`).catch((fault) => this.notify(fault));
  }

  // Earlier turns are kept in the thread's checkpoints; they are read once, when somebody wants to see them.
  async #recall() {
    let kept;
    try {
      kept = await read(`threads/${this.thread}/history`, "POST", { limit: HISTORY });
    } catch (fault) {
      this.notify(fault);
      return;
    }
    const ends = new Map();
    for (const { values, next, metadata } of kept ?? []) {
      const at = (values.messages ?? []).filter(({ type }) => type === "human").length - 1;
      if (!next.length && !ends.has(at)) ends.set(at, { values, runId: metadata?.run_id });
    }
    [...this.views.keys()].forEach((turn, at) => {
      const end = ends.get(at);
      if (!turn.bare) return;
      Object.assign(turn, end ? restored(turn.question, end.values, { runId: end.runId }) : {}, { bare: false });
      this.views.get(turn).update();
    });
  }

  #buttons() {
    this.button.textContent = this.running ? "Stop" : "Ask";
    this.button.classList.toggle("primary", !this.running);
  }

  #key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!this.running) this.#ask();
  }

  #fresh() {
    if (location.hash === "#/" || location.hash === "") { this.#leave(); this.thread = null; this.#welcome(); this.#listThreads(); } else location.hash = "#/";
    this.field.focus();
  }

  #listThreads() {
    this.list.replaceChildren(threadList(this.thread, (id) => {
      if (id === this.thread) location.hash = "#/";
      this.#listThreads();
      this.field.focus();
    }, (fault) => this.notify(fault)));
  }
}
