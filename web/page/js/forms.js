// The forms of an interrupted run: values that are missing, or a person's answer to a conversation that was handed over.

import { fresh, h } from "./dom.js";

/** The form of an interrupt; `send(resume)` goes on with what was filled in. */
export function form(interrupt, send) {
  const value = interrupt?.value ?? {};
  if (value.handover) return handover(value, send);
  return Array.isArray(value.missing) ? clarify(value, send) : plain(value, send);
}

function submitting(heading, fields, gather, send, ...further) {
  const button = h("button", { type: "submit", class: "primary" }, "Continue");
  const made = h("form", { class: "form", "aria-label": "What the run needs", on: { submit: (event) => {
    event.preventDefault();
    button.disabled = true;
    send(gather(new FormData(made)));
  } } }, h("p", {}, heading), fields, h("div", { class: "row" }, button, further));
  return made;
}

function clarify({ question, missing }, send) {
  const gather = (data) => Object.fromEntries(missing.map(({ argument }) => [argument, String(data.get(argument) ?? "").trim()]));
  // An empty text says nothing; an empty object would be taken for no reply at all.
  const skip = h("button", { type: "button", on: { click: () => { skip.disabled = true; send(""); } } }, "Answer without it");
  return submitting(question, missing.map(field), gather, send, skip);
}

function field({ argument, wants, values }) {
  if (values?.length && values.length <= 6) {
    return h("fieldset", {}, h("legend", {}, wants), h("div", { class: "choices" }, values.map((value) => {
      const id = fresh("choice");
      return h("label", { for: id }, h("input", { type: "radio", name: argument, value, id, required: true }), String(value));
    })));
  }
  const id = fresh("field");
  const input = values?.length
    ? h("select", { id, name: argument, required: true }, h("option", { value: "" }, "Choose"), values.map((value) => h("option", { value }, String(value))))
    : h("input", { id, name: argument, type: "text", required: true, autocomplete: "off" });
  return h("div", { class: "field" }, h("label", { for: id }, wants), input);
}

function handover({ handover: given, told }, send) {
  const id = fresh("field");
  const heading = `Handed over to ${given?.target === "on-call" ? "the person on call" : "a person"}. ${told ?? ""}`;
  const fields = h("div", { class: "field" },
    h("label", { for: id }, "Answer as the person who takes over"),
    h("textarea", { id, name: "answer", rows: 3, "aria-describedby": `${id}-why` }),
    h("span", { class: "quiet", id: `${id}-why` }, "Left empty, the text above is sent."));
  return submitting(heading, fields, (data) => ({ answer: String(data.get("answer") ?? "") }), send);
}

function plain(value, send) {
  const id = fresh("field");
  const heading = typeof value === "string" ? value : JSON.stringify(value);
  const fields = h("div", { class: "field" }, h("label", { for: id }, "Reply"), h("input", { id, name: "reply", type: "text", required: true }));
  return submitting(heading, fields, (data) => String(data.get("reply")), send);
}
