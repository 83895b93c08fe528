// Elements from data. Whatever a user, a model or a document says becomes a text node: nothing is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, heard] of Object.entries(value)) element.addEventListener(event, heard);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element: `props` are attributes, `on` its listeners; strings among the children become text. */
export const h = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element. */
export const s = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** A fresh id, to tie a label to its field. */
let made = 0;
export const fresh = (stem) => `${stem}-${++made}`;

/** Tells a screen reader something that is seen elsewhere. */
export function say(text) {
  document.getElementById("status").textContent = text;
}

/** "1 passage", "3 passages". */
export const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** 0.97 as ".97", as the path shows scores. */
export const short = (score) => (score >= 0.995 ? "1.0" : score.toFixed(2).slice(1));

/** Milliseconds as a person reads them. */
export const took = (ms) => (ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
