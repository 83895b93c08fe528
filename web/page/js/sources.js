// The sources under an answer. Each opens at the passage it was written from, with the cited spans marked.

import { fresh, h } from "./dom.js";

const MOST = 90;

/** The list of a turn's sources and `open(n)`, which opens one and moves the focus to it. */
export function sources(turn) {
  const grouped = new Map();
  for (const citation of turn.citations) grouped.set(citation.n, [...(grouped.get(citation.n) ?? []), citation]);
  const opened = new Map();
  const titles = [...grouped.values()].map(([first]) => titleOf(first));
  // The rows of one query share its name: what tells them apart is what they say.
  const named = (first) => (titles.filter((one) => one === titleOf(first)).length > 1 ? short(first.quote ?? "") || titleOf(first) : titleOf(first));
  const items = [...grouped].sort(([a], [b]) => a - b).map(([n, citations]) => {
    const { item, button } = source(n, citations, named(citations[0]), turn.slots.find((slot) => slot.n === n && slot.passage.id === citations[0].id)?.passage);
    opened.set(n, button);
    return item;
  });
  const list = items.length ? h("ol", { class: "sources", "aria-label": "Sources" }, items) : null;
  const open = (n) => {
    const button = opened.get(n);
    if (button.getAttribute("aria-expanded") === "false") button.click();
    button.focus();
    button.scrollIntoView({ block: "nearest" });
  };
  return { list, open, numbers: new Set(grouped.keys()) };
}

const titleOf = ({ title, source: file }) => title || file;
const short = (text) => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text);

function source(n, citations, title, passage) {
  const [first] = citations;
  const id = fresh("source");
  const shown = h("div", { class: "passage", id, hidden: true });
  const button = h("button", {
    type: "button", class: "source", "aria-expanded": "false", "aria-controls": id,
    on: { click: () => {
      const opens = shown.hidden;
      if (opens && !shown.childNodes.length) shown.append(...passageOf(citations, passage));
      shown.hidden = !opens;
      button.setAttribute("aria-expanded", String(opens));
      if (opens) intoView(shown);
    } },
  }, h("span", { class: "n" }, `[${n}]`), h("span", { class: "title" }, title), h("span", { class: "place" }, place(first)));
  return { item: h("li", {}, button, shown), button };
}

// The first marked span is brought into a long passage's window; the page itself does not jump.
function intoView(shown) {
  const quote = shown.querySelector("blockquote");
  const mark = quote?.querySelector("mark");
  if (mark) quote.scrollTop = mark.offsetTop - quote.offsetTop - 40;
}

/** Where a citation stands: its base, its source, its line or page. */
export function place({ base, source: file, line, page }) {
  return `${base} · ${file}${page ? `, page ${page}` : ""}${line ? `:${line}` : ""}`;
}

function passageOf(citations, passage) {
  const quotes = citations.map(({ quote }) => quote);
  const [first] = citations;
  if (!passage) {
    return [h("blockquote", {}, quotes.map((quote) => h("p", {}, h("mark", {}, quote)))), h("p", {}, `${place(first)} · quoted in an earlier answer`)];
  }
  const facts = [place(first), passage.dated ? `as of ${passage.dated}` : "", `relevance ${passage.score.toFixed(2)}`];
  return [h("blockquote", { tabindex: "0", "aria-label": "Passage" }, marked(passage.text, quotes)), h("p", {}, facts.filter(Boolean).join(" · "))];
}

/** A passage's text as elements, its quoted spans marked; a quote that does not stand in it letter for letter is shown first. */
export function marked(text, quotes) {
  const strays = [];
  const spans = [];
  for (const quote of new Set(quotes.filter(Boolean))) {
    const at = text.indexOf(quote);
    if (at < 0) strays.push(h("p", {}, h("mark", {}, quote)));
    else spans.push([at, at + quote.length]);
  }
  spans.sort(([a], [b]) => a - b);
  return [...strays, ...parts(text).map(({ rows, from, to }) => (rows ? table(text, rows, spans) : h("p", {}, piece(text, from, to, spans))))];
}

// Lines of a table stay together; what stands between tables is one piece, line breaks included.
function parts(text) {
  const found = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const one = { from: at, to: at + line.length };
    at += line.length + 1;
    const ruled = /^\s*\|.*\|\s*$/.test(line);
    const last = found.at(-1);
    if (last && Boolean(last.rows) === ruled) {
      last.to = one.to;
      last.rows?.push(one);
    } else if (ruled || line.trim()) found.push({ ...one, rows: ruled ? [one] : null });
  }
  return found;
}

function table(text, rows, spans) {
  const made = rows.map(({ from, to }) => {
    const cells = [];
    let at = text.indexOf("|", from) + 1;
    for (let end = at; end < to; end += 1) {
      if (text[end] !== "|" || text[end - 1] === "\\") continue;
      cells.push([at, end]);
      at = end + 1;
    }
    return cells;
  });
  const rule = made[1]?.every(([from, to]) => /^\s*:?-+:?\s*$/.test(text.slice(from, to)));
  const row = (cells, tag) => h("tr", {}, cells.map(([from, to]) => h(tag, {}, piece(text, from, to, spans))));
  return h("table", {}, rule ? h("thead", {}, row(made[0], "th")) : null, h("tbody", {}, made.slice(rule ? 2 : 0).map((cells) => row(cells, "td"))));
}

// The text from one place to another, without blanks at its ends, what a span covers of it marked.
function piece(text, start, end, spans) {
  const raw = text.slice(start, end);
  const from = start + (raw.length - raw.trimStart().length);
  const to = end - (raw.length - raw.trimEnd().length);
  const made = [];
  let done = from;
  for (const [first, last] of spans) {
    const [a, b] = [Math.max(first, done), Math.min(last, to)];
    if (a >= b) continue;
    made.push(text.slice(done, a), h("mark", {}, text.slice(a, b)));
    done = b;
  }
  return [...made, text.slice(done, Math.max(done, to))].filter(Boolean);
}
