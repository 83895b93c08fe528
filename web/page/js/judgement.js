// What a user makes of an answer: a thumb, kept at once, and a few words to it for whoever wants to add some.

import { call } from "./api.js";
import { fresh, h, say } from "./dom.js";

const MOST = 2000;

/** The buttons of a turn and the form below them; `failed` hears of a fault. */
export function judgement(turn, failed) {
  const below = h("div");
  const buttons = [[1, "Helpful"], [0, "Not helpful"]].map(([score, name]) => h("button", { type: "button", class: "plain",
    "aria-pressed": String(turn.score === score), on: { click: () => judge(score) } }, name));

  async function send(score, comment) {
    try {
      await call("POST", "signalbox/feedback", { run_id: turn.runId, score, comment });
    } catch (fault) {
      failed(fault);
      return false;
    }
    Object.assign(turn, { score, comment });
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(at === 1 - score)));
    say("Thank you, that was kept.");
    return true;
  }

  async function judge(score) {
    if (await send(score, turn.comment ?? "")) below.replaceChildren(words());
  }

  function words() {
    const id = fresh("comment");
    const field = h("textarea", { id, rows: 2, maxlength: MOST });
    field.value = turn.comment ?? "";
    return h("form", { class: "comment", "aria-label": "Comment", on: { submit: async (event) => {
      event.preventDefault();
      if (await send(turn.score, field.value.trim())) below.replaceChildren(h("p", { class: "quiet" }, "Thank you, that was kept."));
    } } }, h("label", { for: id }, turn.score ? "What helped?" : "What was wrong or missing?", " ", h("span", { class: "quiet" }, "Optional")), field,
    h("div", { class: "row" }, h("button", { type: "submit" }, "Send"), h("button", { type: "button", class: "plain", on: { click: () => below.replaceChildren() } }, "No comment")));
  }

  return { buttons, below };
}
