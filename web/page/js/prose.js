// An answer's text as elements: paragraphs, lists, tables, emphasis and the markers of its citations. Nothing else of
// Markdown is read, and HTML is text like any other.

import { h } from "./dom.js";

const INLINE = /(\*\*[^*\n]+\*\*|`[^`\n]+`|\[\d{1,3}\]|\[\?\])/;
const BULLET = /^\s*[-*•]\s+/;
const NUMBER = /^\s*\d{1,3}[.)]\s+/;

/** The elements of a text; `cite(n)` gives the button for a marker, or null for a number that is no source. */
export function prose(text, cite) {
  return text.split(/\n{2,}/).filter((part) => part.trim()).flatMap((part) => blocks(part.split("\n"), cite));
}

function blocks(lines, cite) {
  const made = [];
  let at = 0;
  while (at < lines.length) {
    const kind = kindOf(lines[at]);
    let end = at + 1;
    while (end < lines.length && kindOf(lines[end]) === kind) end += 1;
    made.push(block(kind, lines.slice(at, end), cite));
    at = end;
  }
  return made;
}

function kindOf(line) {
  if (/^\s*\|.*\|(\s*\[\d+\])*\s*$/.test(line)) return "table";
  if (BULLET.test(line)) return "ul";
  return NUMBER.test(line) ? "ol" : "p";
}

function block(kind, lines, cite) {
  if (kind === "table") return table(lines, cite);
  if (kind === "p") return h("p", {}, lines.flatMap((line, at) => [...(at ? [h("br")] : []), ...inline(line, cite)]));
  return h(kind, {}, lines.map((line) => h("li", {}, inline(line.replace(kind === "ul" ? BULLET : NUMBER, ""), cite))));
}

function table(lines, cite) {
  const cells = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  const ruled = lines.length > 1 && cells(lines[1]).every((cell) => /^:?-+:?$/.test(cell));
  const row = (line, tag) => h("tr", {}, cells(line).map((cell) => h(tag, {}, inline(cell, cite))));
  const body = ruled ? lines.slice(2) : lines;
  return h("table", {}, ruled ? h("thead", {}, row(lines[0], "th")) : null, h("tbody", {}, body.map((line) => row(line, "td"))));
}

function inline(text, cite) {
  return text.split(INLINE).filter(Boolean).map((part) => {
    if (/^\[\d{1,3}\]$/.test(part)) return cite(Number(part.slice(1, -1))) ?? part;
    if (part === "[?]") return h("span", { class: "doubt", title: "The passage it cites does not say this." }, "[?]");
    if (/^\*\*[^*]+\*\*$/.test(part)) return h("strong", {}, part.slice(2, -2));
    if (/^`[^`]+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    return part;
  });
}
