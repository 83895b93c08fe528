// One question and what becomes of it: a plain value, brought up to date by each event of the run's stream. Pure.
//
// The steps' updates are enough; the custom events, where a graph sends them, tell the same a moment earlier.

/** A turn that begins now. */
export function begin(question, now) {
  return {
    question, answer: "", streaming: "", messageId: null, state: "running", error: "", interrupt: null, runId: null, began: now, ms: null,
    questions: [], decisions: [], findings: [], slots: [], citations: [], calls: [], warnings: [], mood: null, handover: null, critique: null,
    live: new Map(), visits: [], score: null, comment: "", context: null, bare: false,
  };
}

/** The node that searches a base, as the graph names it. */
export function nodeOf(base, bases) {
  const plain = (name) => `retrieve_${name.replace(/[^\p{L}\p{N}_-]/gu, "_")}`;
  const before = bases.slice(0, bases.indexOf(base)).filter((other) => plain(other) === plain(base)).length;
  return before ? `${plain(base)}~${before + 1}` : plain(base);
}

const visit = (turn, node) => { turn.visits.push(node); turn.live.set(node, "done"); };
const start = (turn, node) => turn.live.set(node, "active");

/** Takes one event of a run's stream into the turn. */
export function take(turn, event, data) {
  if (event === "metadata") turn.runId = data.run_id ?? turn.runId;
  else if (event === "error") fail(turn, data?.message || data?.error || "The run failed.");
  else if (event === "updates") for (const [node, update] of Object.entries(data)) updated(turn, node, update);
  else if (event === "custom") told(turn, data);
  else if (event === "messages") message(turn, data);
}

/** The run is over: what no step has taken up is not going on any more. */
export function finish(turn, now) {
  turn.ms = now - turn.began;
  for (const [node, state] of turn.live) if (state === "active") turn.live.delete(node);
  if (turn.state !== "running") return;
  turn.state = turn.interrupt ? "waiting" : "done";
  if (turn.state === "done") visit(turn, "__end__");
}

/** The turn cannot go on, for this reason. */
export function fail(turn, message) {
  turn.state = "failed";
  turn.error = message;
  for (const [node, state] of turn.live) if (state === "active") turn.live.set(node, "failed");
}

/** A person has answered the interrupt; the run goes on. */
export function resume(turn, now) {
  if (turn.interrupt) start(turn, turn.interrupt.value?.handover ? "escalate" : "clarify");
  Object.assign(turn, { state: "running", interrupt: null, began: now - (turn.ms ?? 0), error: "" });
}

function updated(turn, node, update) {
  if (node === "__interrupt__") {
    turn.interrupt = update[0] ?? null;
    turn.live.set(turn.interrupt?.value?.handover ? "escalate" : "clarify", "waiting");
    return;
  }
  const one = Object.assign({}, ...[update].flat().filter(Boolean));
  for (const channel of ["questions", "decisions", "slots", "citations", "calls", "mood", "handover", "critique"]) {
    if (one[channel] !== undefined) turn[channel] = one[channel];
  }
  for (const channel of ["findings", "warnings"]) {
    if (Array.isArray(one[channel])) turn[channel] = [...turn[channel], ...one[channel]];
    else if (one[channel]?.type === "__overwrite__") turn[channel] = one[channel].value;
  }
  if (one.answer !== undefined) Object.assign(turn, { answer: one.answer, streaming: "", messageId: null });
  visit(turn, node);
  for (const finding of Array.isArray(one.findings) ? one.findings : []) if (finding.failure) turn.live.set(node, "failed");
  next(turn, node);
}

/** Whether the mood is all there is to see to: one that is not sure leads to a person and to an answer. */
const endsHere = (mood) => Boolean(mood) && mood.target !== "answer" && mood.sure !== false;

// What runs next is known for the fixed edges, and for the searches of a decision.
function next(turn, node) {
  const after = { rewrite: "route", clarify: "route", supervise: "answer", answer: "critique" }[node];
  if (after) start(turn, after);
  if (node === "critique" && turn.critique?.next && turn.critique.next !== "end") start(turn, turn.critique.next);
  if (node !== "route" || turn.calls.some((call) => call.stage === "ask")) return;
  if (turn.mood && turn.mood.target !== "answer" && !turn.handover) start(turn, "escalate");
  if (endsHere(turn.mood)) return;
  const searched = new Set(turn.findings.map((finding) => finding.question));
  for (const decision of turn.decisions.filter((one) => !searched.has(one.question))) {
    const bases = Object.keys(decision.scores);
    for (const { name } of decision.bases) if (bases.includes(name)) start(turn, nodeOf(name, bases));
  }
}

function told(turn, data) {
  const bases = () => Object.keys(turn.decisions.at(-1)?.scores ?? {});
  switch (data?.event) {
    case "rewriting": start(turn, "rewrite"); break;
    case "routed": {
      const decision = { ...data, reason: data.why ?? data.reason ?? "" };
      const known = turn.decisions.some((one) => one.question === decision.question && one.turn === decision.turn);
      if (!known) turn.decisions = [...turn.decisions, decision];
      break;
    }
    case "searching": if (bases().includes(data.base)) start(turn, nodeOf(data.base, bases())); break;
    case "writing": start(turn, "answer"); break;
    case "checking": start(turn, "critique"); break;
    case "token": if (turn.messageId === null) turn.streaming += data.text; break;
    case "discard": Object.assign(turn, { streaming: "", messageId: null }); break;
    default: // an event of a later version: the updates tell the same
  }
}

function message(turn, data) {
  const [said, meta] = Array.isArray(data) ? data : [data, {}];
  if (!said || (meta?.langgraph_node && meta.langgraph_node !== "answer")) return;
  const text = typeof said.content === "string" ? said.content : "";
  if (said.type === "AIMessageChunk") {
    if (turn.messageId !== said.id) Object.assign(turn, { messageId: said.id, streaming: "" });
    turn.streaming += text;
  } else if (said.type === "ai" && text) Object.assign(turn, { messageId: said.id, streaming: text });
}

/** The turn of a thread's stored values: as if its steps had just been seen. */
export function restored(question, values, { runId = null, interrupt = null } = {}) {
  const turn = begin(question, 0);
  turn.runId = runId;
  const findings = values.findings ?? [];
  const bases = Object.keys(values.decisions?.[0]?.scores ?? {});
  updated(turn, "rewrite", {});
  if (values.replies?.length) visit(turn, "clarify");
  const rounds = Math.max(1, ...(values.decisions ?? []).map((decision) => decision.turn));
  for (let round = 1; round <= rounds; round += 1) {
    visit(turn, "route");
    const asked = (values.decisions ?? []).filter((one) => one.turn === round).map((one) => one.question);
    const found = findings.filter((finding) => asked.includes(finding.question));
    for (const base of new Set(found.map((finding) => finding.base))) visit(turn, nodeOf(base, bases));
    if (found.length) visit(turn, "supervise");
    if (values.answer && !endsHere(values.mood)) for (const node of ["answer", "critique"]) visit(turn, node);
  }
  if (values.handover) visit(turn, "escalate");
  for (const channel of ["questions", "decisions", "findings", "slots", "citations", "calls", "warnings", "mood", "handover", "critique"]) {
    turn[channel] = values[channel] ?? turn[channel];
  }
  turn.answer = values.answer ?? "";
  turn.live = new Map(turn.visits.map((node) => [node, "done"]));
  for (const finding of findings) if (finding.failure) turn.live.set(nodeOf(finding.base, bases), "failed");
  turn.state = "done";
  if (interrupt) {
    updated(turn, "__interrupt__", [interrupt]);
    turn.state = "waiting";
  } else visit(turn, "__end__");
  return turn;
}

/** The edges the run went over: each visit was reached from what was done last among what leads to it. */
export function travelled(turn, edges, siblings) {
  const lit = new Set();
  const done = new Map([["__start__", 0]]);
  turn.visits.forEach((node, at) => {
    const before = edges.filter((edge) => edge.target === node && done.has(edge.source)).map((edge) => edge.source);
    const last = before.sort((a, b) => done.get(b) - done.get(a))[0];
    for (const source of before) {
      const together = siblings(source, last) && done.get(source) > (done.get(node) ?? -1);
      if (source === last || together) lit.add(`${source} ${node}`);
    }
    done.set(node, at + 1);
  });
  for (const [node, state] of turn.live) {
    if (state === "done" || done.has(node)) continue;
    const before = edges.filter((edge) => edge.target === node && done.has(edge.source)).map((edge) => edge.source);
    const last = before.sort((a, b) => done.get(b) - done.get(a))[0];
    if (last) lit.add(`${last} ${node}`);
  }
  return lit;
}
