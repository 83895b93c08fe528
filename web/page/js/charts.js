// Small drawings of figures: bars of a histogram, a curve over time. Each has its numbers in words beside it.

import { h, s } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 96;
const EDGE = { left: 38, right: 8, top: 8, bottom: 18 };

/** A histogram of scores from 0 to 1 as bars. */
export function bars(counts) {
  const most = Math.max(...counts, 1);
  const words = counts.map((n, at) => (n ? `${(at / 10).toFixed(1)}: ${n}` : "")).filter(Boolean).join(", ");
  return s("svg", { class: "bars", width: counts.length * 8, height: 22, role: "img", "aria-label": words ? `Scores from, and how many: ${words}` : "No scores" },
    counts.map((n, at) => {
      const tall = n ? Math.max(2, (n / most) * 20) : 1;
      return s("rect", { x: at * 8, y: 21 - tall, width: 6, height: tall, rx: 1, opacity: n ? 1 : 0.25 });
    }));
}

/** A curve over time. `points` are [Date, number or null], oldest first; null leaves a gap. `shown` writes a value. */
export function curve(title, points, shown) {
  const short = points.length > 1 && points.at(-1)[0] - points[0][0] < 2 * 86_400_000;
  const values = points.map(([, value]) => value).filter((value) => value !== null);
  const most = Math.max(...values, shown(1).endsWith("%") ? 0.1 : 1);
  const x = (at) => EDGE.left + (points.length < 2 ? 0.5 : at / (points.length - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value) => HEIGHT - EDGE.bottom - (value / most) * (HEIGHT - EDGE.top - EDGE.bottom);
  const pieces = [[]];
  points.forEach(([, value], at) => {
    if (value === null) { if (pieces.at(-1).length) pieces.push([]); } else pieces.at(-1).push([x(at), y(value)]);
  });
  const line = (piece) => piece.map(([a, b], at) => `${at ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
  const drawn = pieces.filter((piece) => piece.length);
  const last = values.at(-1);
  const when = { month: "short", day: "numeric", ...(short ? { hour: "numeric", minute: "2-digit" } : {}) };
  const day = (date) => date.toLocaleString(undefined, when);
  return h("figure", { class: "curve" },
    h("figcaption", {}, h("span", {}, title), h("span", { class: "figure" }, last === undefined ? "–" : shown(last))),
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": described(title, points, shown) },
      [0, most].map((value) => [
        s("line", { class: "grid", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(value), y2: y(value) }),
        s("text", { x: EDGE.left - 5, y: y(value) + 4, "text-anchor": "end" }, shown(value)),
      ]),
      drawn.filter((piece) => piece.length > 1).map((piece) => s("path", { class: "area", d: `${line(piece)}L${piece.at(-1)[0]} ${y(0)}L${piece[0][0]} ${y(0)}Z` })),
      drawn.map((piece) => s("path", { class: "line", d: line(piece) })),
      drawn.map((piece) => s("circle", { class: "point", cx: piece.at(-1)[0], cy: piece.at(-1)[1], r: 2.5 })),
      points.length ? [s("text", { x: EDGE.left, y: HEIGHT - 3 }, day(points[0][0])),
        points.length > 1 ? s("text", { x: WIDTH - EDGE.right, y: HEIGHT - 3, "text-anchor": "end" }, day(points.at(-1)[0])) : null] : null));
}

function described(title, points, shown) {
  const values = points.map(([, value]) => value).filter((value) => value !== null);
  if (!values.length) return `${title}: nothing yet`;
  return `${title}: ${values.length} points, from ${shown(values[0])} to ${shown(values.at(-1))}, most ${shown(Math.max(...values))}`;
}
