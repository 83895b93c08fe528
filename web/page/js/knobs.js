// A run's knobs, read from the graph's own schema: what a person changes goes with each question, the rest stays as the
// catalog has it.

import { fresh, h } from "./dom.js";

const SHOWN = ["policy", "width", "floor", "slots", "model", "bases"];

/** The panel of one assistant's knobs. `schema` is its context's, or null where it could not be read. */
export class Knobs {
  constructor(schema) {
    this.properties = schema?.properties ?? {};
    this.names = SHOWN.filter((name) => this.properties[name]);
    this.count = h("span", { class: "quiet" });
    this.form = h("form", { "aria-label": "Knobs", novalidate: true, on: {
      input: () => this.#counted(), change: () => this.#counted(), submit: (event) => event.preventDefault(),
      reset: () => setTimeout(() => this.#counted()),
    } }, this.names.map((name) => this.#field(name, this.properties[name])),
    h("div", { class: "row" }, h("button", { type: "reset" }, "As the catalog has them")));
    this.element = h("details", { class: "knobs", hidden: !this.names.length }, h("summary", {}, "Knobs ", this.count), this.form);
    this.#counted();
  }

  #field(name, property) {
    const { title, description, default: standard } = property;
    const id = fresh("knob");
    const about = h("small", { id: `${id}-about` }, description);
    if (property.type === "array") {
      const values = property.items?.enum ?? [];
      return h("fieldset", { "aria-describedby": `${id}-about` }, h("legend", {}, title), h("div", { class: "choices" },
        values.map((value) => h("label", {}, h("input", { type: "checkbox", name, value }), value))), about);
    }
    const shared = { id, name, "aria-describedby": `${id}-about` };
    const input = property.enum
      ? h("select", shared, property.enum.map((value) => h("option", { value, selected: value === standard }, value)))
      : property.type === "string" ? h("input", { ...shared, type: "text", value: standard, placeholder: "as set", autocomplete: "off", spellcheck: "false" })
        : h("input", { ...shared, type: "number", required: true, value: standard, min: property.minimum, max: property.maximum,
          step: property.type === "integer" ? 1 : 0.01 });
    return h("div", { class: "field" }, h("label", { for: id }, title), input, about);
  }

  /** What differs from the catalog's own, as a run's context takes it; null where nothing does. */
  changed() {
    const data = new FormData(this.form);
    const found = {};
    for (const name of this.names) {
      const { type, default: standard } = this.properties[name];
      const value = type === "array" ? data.getAll(name) : type === "string" ? data.get(name).trim() : Number(data.get(name));
      if (type === "array" ? value.length : value !== standard) found[name] = value;
    }
    return Object.keys(found).length ? found : null;
  }

  /** Whether every value may be sent; the first one that may not is told where it stands. */
  sound() {
    if (this.form.checkValidity()) return true;
    this.element.open = true;
    this.form.reportValidity();
    return false;
  }

  #counted() {
    const changed = Object.keys(this.changed() ?? {});
    this.count.textContent = changed.length ? `${changed.join(", ")} changed` : "";
  }
}
