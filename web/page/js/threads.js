// The threads this browser has begun. Only their ids and first words are kept here; what was said is read from the server.

import { ApiError, call } from "./api.js";
import { h } from "./dom.js";

const KEPT = "signalbox.threads";
const MOST = 100;
const SURE_MS = 4000;

export const threads = {
  list() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
      return Array.isArray(kept) ? kept.filter((one) => typeof one?.id === "string") : [];
    } catch {
      return [];
    }
  },
  find: (id) => threads.list().find((one) => one.id === id),
  put(thread) {
    const others = threads.list().filter((one) => one.id !== thread.id);
    keep([thread, ...others].slice(0, MOST));
  },
  forget: (id) => keep(threads.list().filter((one) => one.id !== id)),
};

function keep(list) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list));
  } catch { /* storage is off or full: the list lives as long as the page */ }
}

/** The list as it stands; `current` is the open thread, `gone(id)` hears of one that was deleted, `failed` of a fault. */
export function threadList(current, gone, failed) {
  const kept = threads.list();
  if (!kept.length) return h("p", { class: "quiet empty" }, "No thread yet.");
  return h("ul", {}, kept.map((thread) => h("li", { class: "thread" },
    h("a", { href: `#/thread/${thread.id}`, "aria-current": thread.id === current ? "page" : null, title: thread.title }, thread.title),
    remove(thread, gone, failed))));
}

// Deleting asks once more, in place: the second press within a few seconds does it.
function remove(thread, gone, failed) {
  const button = h("button", { type: "button", class: "plain", "aria-label": `Delete the thread “${thread.title}”`, on: { click: async () => {
    if (!button.classList.contains("sure")) {
      button.classList.add("sure");
      button.textContent = "Sure?";
      setTimeout(() => { button.classList.remove("sure"); button.textContent = "Delete"; }, SURE_MS);
      return;
    }
    try {
      await call("DELETE", `threads/${thread.id}`);
    } catch (fault) {
      // One that the server does not have is deleted already.
      if (!(fault instanceof ApiError && fault.status === 404)) { failed(fault); return; }
    }
    threads.forget(thread.id);
    gone(thread.id);
  } } }, "Delete");
  return button;
}
