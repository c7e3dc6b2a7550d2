// The only file that speaks with the server.

/** What the server refused: its code, rule and sentence, and for a step conflict the current view. */
export class Refused extends Error {
  /** @type {View | undefined} */
  view;

  constructor(/** @type {number} */ status, /** @type {ErrorBody} */ body) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.rule = body.rule;
    this.part = body.part;
    this.view = body.view;
  }
}

/** No answer came, or none that can be read: the table must not claim that anything was saved. */
export class Unreachable extends Error {}

const LIMIT = 20_000; // milliseconds for a whole answer
const PAUSE = 500; // milliseconds before what had no answer is asked again

/**
 * One request, for so long; `read` takes what is wanted of the answer. Throws Refused and Unreachable.
 * @template Answer
 * @param {string} path
 * @param {RequestInit} init
 * @param {(response: Response) => Promise<Answer>} read
 * @param {number} [limit]
 * @returns {Promise<Answer>}
 */
export async function request(path, init, read, limit = LIMIT) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limit);
  try {
    const response = await fetch(path, { ...init, signal: abort.signal });
    return await read(response);
  } catch (failure) {
    throw failure instanceof Refused ? failure : new Unreachable(String(failure));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What an answer in JSON says.
 * @param {Response} response
 * @returns {Promise<any>}
 */
export async function answer(response) {
  if (response.status === 204) return null;
  const body = await response.json();
  if (response.ok) return body;
  if (body?.message) throw new Refused(response.status, body);
  throw new Unreachable(`status ${response.status}`);
}

/** @type {(method: string, path: string, body?: unknown, more?: RequestInit) => Promise<any>} */
export function askOnce(method, path, body, more) {
  const json = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return request(path, { method, ...json, ...more }, answer);
}

/**
 * Asks, and where no answer comes asks once more. What is asked in this way may be done twice.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  try {
    return await askOnce(method, path, body);
  } catch (failure) {
    if (failure instanceof Refused) throw failure;
  }
  await new Promise((go) => setTimeout(go, PAUSE));
  return askOnce(method, path, body);
}

/** @type {(id: string) => string} */
export const game = (id) => `/api/games/${encodeURIComponent(id)}`;

/** @type {(code: string | null) => Promise<StartAnswer>} */
export const start = (code) => ask("POST", "/api/start", { code });
/** @type {(wanted: NewGame) => Promise<View>} */
export const newGame = (wanted) => ask("POST", "/api/games", wanted);
/** @type {(id: string) => Promise<View>} */
export const loadGame = (id) => ask("GET", game(id));
/** @type {(id: string) => Promise<View>} */
export const resumeGame = (id) => ask("POST", `${game(id)}/resume`, {});
/** @type {(id: string) => Promise<{ actions: Action[] | null }>} */
export const finishOf = (id) => ask("GET", `${game(id)}/finish`);
/**
 * Does an action. Where the answer is lost it is asked again: the step tells whether it had been done, and the view that
 * comes with the refusal is then the answer. Another tab can hardly have been in between, and its view would do as well.
 * @type {(id: string, step: number, action: Action, seconds: number) => Promise<View>}
 */
export async function act(id, step, action, seconds) {
  const once = () => askOnce("POST", `${game(id)}/actions`, { step, action, seconds });
  try {
    return await once();
  } catch (failure) {
    if (failure instanceof Refused) throw failure;
  }
  await new Promise((go) => setTimeout(go, PAUSE));
  try {
    return await once();
  } catch (failure) {
    if (failure instanceof Refused && failure.view?.step === step + 1) return failure.view;
    throw failure;
  }
}
/** @type {(id: string, question: Question) => Promise<WhyAnswer>} */
export const why = (id, question) => ask("GET", `${game(id)}/why?${new URLSearchParams(/** @type {any} */ (question))}`);
/** @type {(changed: Settings) => Promise<Settings>} */
export const saveSettings = (changed) => ask("PUT", "/api/settings", changed);
/** @type {(language: string) => Promise<WordsAnswer>} */
export const loadWords = (language) => ask("GET", `/api/words/${encodeURIComponent(language)}`);
/** @type {(code: string) => Promise<DealAnswer>} */
export const readCode = (code) => ask("GET", `/api/deals/${encodeURIComponent(code)}`);

/**
 * Sent while the page goes away, so it must outlive the page.
 * @type {(id: string, seconds: number) => Promise<null>}
 */
export const saveClock = (id, seconds) => askOnce("PUT", `${game(id)}/clock`, { seconds }, { keepalive: true });
