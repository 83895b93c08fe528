// The page's beginning: which view the address names, the catalog, the key, the colour scheme, and notices.

import { ApiError, key, onKeyWanted, read } from "./api.js";
import { Ask } from "./ask.js";
import { h } from "./dom.js";
import { health } from "./health.js";
import { review, waiting } from "./review.js";
import { threads } from "./threads.js";

const CHOSEN = "signalbox.assistant";
const MAIN = "signalbox";
// What stands in an address goes into requests: nothing but a thread's id is taken from it.
const THREAD = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TITLES = { health: "Routing health", review: "Review" };
const view = document.getElementById("view");
const notices = document.getElementById("notices");
const chooser = document.getElementById("assistant");
let assistants = [];
let ask = null;

/** Shows what went wrong until it is closed or the view changes; `again` tries once more. */
function notify(fault, again = null) {
  const close = () => notice.remove();
  const notice = h("div", { class: "notice" }, h("p", {}, fault.message),
    again ? h("button", { type: "button", on: { click: () => { close(); again(); } } }, "Try again") : null,
    h("button", { type: "button", class: "plain", on: { click: close } }, "Close"));
  notices.replaceChildren(notice);
}

const dialog = document.getElementById("key-dialog");
const field = document.getElementById("key-field");
let asking = null;

/** Asks for a key once, however many requests wait for it; resolves to whether a new one was given. */
function askForKey(words) {
  document.getElementById("key-why").textContent = `${words} A key stays in this tab and is sent to this server only.`.trim();
  document.getElementById("key-forget").hidden = !key.get();
  field.value = "";
  asking ??= new Promise((resolve) => {
    dialog.returnValue = "cancel";
    dialog.showModal();
    field.focus();
    dialog.addEventListener("close", () => {
      asking = null;
      const given = dialog.returnValue === "use" ? field.value.trim() : "";
      // A header can carry nothing else, and the request would fail as if the server were gone.
      if (given && !/^[!-~]+$/.test(given)) { resolve(askForKey("This is not the form of a key.")); return; }
      if (given) key.set(given);
      if (dialog.returnValue === "forget") key.set("");
      resolve(given !== "");
    }, { once: true });
  });
  return asking;
}

const chosen = () => assistants.find(({ assistant_id: id }) => id === chooser.value) ?? assistants[0];

async function load() {
  const found = (await read("assistants/search", "POST", { limit: 100 })) ?? [];
  // The main graph comes first, then those that the server made for its other graphs, then what people made.
  const own = ({ graph_id: graph, metadata }) => (metadata?.created_by !== "system" ? 2 : Number(graph !== MAIN));
  offer(found.sort((a, b) => own(a) - own(b) || a.name.localeCompare(b.name)));
}

const shownName = ({ name }) => name.replace(/^signalbox-/, "");

function offer(found) {
  assistants = found;
  chooser.replaceChildren(...assistants.map((one) => h("option", { value: one.assistant_id, title: one.description },
    shownName(one))));
  const before = localStorage.getItem(CHOSEN);
  if (assistants.some(({ assistant_id: id }) => id === before)) chooser.value = before;
  chooser.parentElement.hidden = assistants.length < 2;
}

async function askView(thread, here) {
  const owner = thread && threads.find(thread)?.assistant;
  if (owner && assistants.some(({ assistant_id: id }) => id === owner)) chooser.value = owner;
  const assistant = chosen();
  if (!assistant) throw new Error("The server serves no graph.");
  if (ask?.assistant !== assistant) {
    const id = assistant.assistant_id;
    // A question typed while the graph is fetched would be asked of the catalog that was left.
    view.replaceChildren(h("p", { class: "empty" }, "Reading the graph…"));
    const schemas = read(`assistants/${id}/schemas`).catch(() => null);
    const graph = await read(`assistants/${id}/graph`).catch((fault) => {
      if (fault.status !== 404 || assistants.length < 2) throw fault;
      return null;
    });
    if (!graph) {
      // The server lists the graphs of its earlier starts too.
      offer(assistants.filter((one) => one !== assistant));
      if (here()) notify(new ApiError(`The server does not serve ${shownName(assistant)} any more.`, 404));
      return here() ? askView(thread, here) : undefined;
    }
    const context = (await schemas)?.context_schema ?? null;
    // What an assistant was made with stands in for the catalog's own.
    for (const [knob, value] of Object.entries(assistant.context ?? {})) if (context?.properties?.[knob]) context.properties[knob].default = value;
    const floor = assistant.context?.floor ?? context?.properties?.floor?.default ?? null;
    ask = new Ask({ assistant, graph, floor, context, notify });
  }
  if (!here()) return undefined;
  if (view.firstElementChild !== ask.element) view.replaceChildren(ask.element);
  return ask.open(thread ?? null);
}

let routings = 0;

async function route() {
  const mine = ++routings;
  // What was waited for may come when the address already names another view.
  const here = () => mine === routings;
  const [, name = "", id] = location.hash.split("/");
  notices.replaceChildren();
  for (const link of document.querySelectorAll(".bar nav a")) {
    const current = link.dataset.view === (TITLES[name] ? "health" : "ask");
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // From the other views the first link leads back to the thread that is open there.
  document.querySelector('.bar nav a[data-view="ask"]').href = TITLES[name] && ask?.thread ? `#/thread/${ask.thread}` : "#/";
  document.title = TITLES[name] ? `${TITLES[name]} · Signalbox` : "Signalbox";
  try {
    if (!assistants.length) await load();
    if (name === "health") {
      const shown = await health(chosen());
      if (here()) view.replaceChildren(shown);
    } else if (name === "review") {
      const told = await waiting(chosen());
      if (told === null) throw new Error("The server shows no review set to you.");
      if (here()) view.replaceChildren(review(told, notify));
    } else await askView(name === "thread" && THREAD.test(id ?? "") ? id : null, here);
  } catch (fault) {
    if (!here()) return;
    if (!view.querySelector(".ask, .health")) view.replaceChildren(h("p", { class: "empty" }, "Nothing could be read from the server."));
    notify(fault, route);
  }
}

function theme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const button = document.getElementById("theme");
  button.textContent = dark ? "Light" : "Dark";
  button.setAttribute("aria-label", `Use ${dark ? "light" : "dark"} colours`);
  return dark;
}

document.getElementById("theme").addEventListener("click", () => {
  const next = theme() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("signalbox.theme", next);
  theme();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme);
document.getElementById("key").addEventListener("click", async () => {
  const before = key.get();
  await askForKey("");
  if (key.get() !== before) { assistants = []; ask = null; route(); }
});
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); document.getElementById("main").focus(); });
chooser.addEventListener("change", () => {
  localStorage.setItem(CHOSEN, chooser.value);
  if (location.hash.startsWith("#/thread/")) location.hash = "#/";
  else route();
});
addEventListener("hashchange", route);
onKeyWanted(askForKey);
theme();
route();
