// The server's own API: every request of the page goes through here, with the caller's key and with errors in words.

import { events } from "./sse.js";

const KEY = "signalbox.key";
const RETRIES = [400, 1200];

/** What went wrong, in words for a person; `status` is 0 where no answer came. */
export class ApiError extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

let askForKey = async () => false;

/** Who is asked for a key when the server wants one, with its words; resolves to whether there is a new one. */
export const onKeyWanted = (asker) => { askForKey = asker; };

export const key = {
  get: () => sessionStorage.getItem(KEY) ?? "",
  set: (value) => (value ? sessionStorage.setItem(KEY, value) : sessionStorage.removeItem(KEY)),
};

async function send(method, path, body, signal) {
  const headers = { accept: "application/json, text/event-stream" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (key.get()) headers["x-api-key"] = key.get();
  let response;
  try {
    response = await fetch(new URL(path, document.baseURI), {
      method, headers, signal, cache: "no-store", body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new ApiError("The server does not answer. It may have stopped, or the connection is down.");
  }
  if (response.ok) return response;
  const words = await inWords(response);
  if ((response.status === 401 || response.status === 403) && (await askForKey(words))) return send(method, path, body, signal);
  throw new ApiError(words, response.status);
}

async function inWords(response) {
  const text = await response.text().catch(() => "");
  let detail = text;
  try {
    const told = JSON.parse(text);
    const found = told.detail ?? told.message ?? told.error ?? text;
    detail = typeof found === "string" ? found : JSON.stringify(found);
  } catch { /* it was no JSON */ }
  detail = detail.slice(0, 300).replace(/([^.!?])$/, "$1.");
  switch (response.status) {
    case 401: return `The server asks for an API key. ${detail}`.trim();
    case 403: return `The server does not allow this. ${detail}`.trim();
    case 404: return `The server does not have this. ${detail}`.trim();
    case 413: return "The message is larger than the server accepts.";
    case 429: {
      const wait = Number(response.headers.get("retry-after"));
      return `Too many requests. ${wait ? `Try again in ${wait} seconds.` : "Try again in a moment."}`;
    }
    default: return `The server answered ${response.status}. ${detail}`.trim();
  }
}

/** The JSON that a request answers. Raises ApiError. */
export async function call(method, path, body) {
  const response = await send(method, path, body);
  return response.status === 204 ? null : response.json().catch(() => null);
}

/** The same for reading, tried again where no answer came: a server that restarts is back in a moment. */
export async function read(path, method = "GET", body = undefined) {
  for (const wait of [...RETRIES, 0]) {
    try {
      return await call(method, path, body);
    } catch (fault) {
      if (!wait || fault.status !== 0) throw fault;
      await new Promise((resolve) => { setTimeout(resolve, wait); });
    }
  }
  return null;
}

/** The events of a run, as they come. Raises ApiError, also for a stream that breaks off. */
export async function* stream(path, body, signal) {
  const response = await send("POST", path, body, signal);
  try {
    yield* events(response);
  } catch (fault) {
    if (fault instanceof ApiError || fault.name === "AbortError") throw fault;
    throw new ApiError("The connection broke off before the answer was complete.");
  }
}
