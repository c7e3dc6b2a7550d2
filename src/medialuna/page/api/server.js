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

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {RequestInit} [more]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, more = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...more,
    });
  } catch (cause) {
    throw new Unreachable(String(cause));
  }
  if (response.status === 204) return null;
  let answer;
  try {
    answer = await response.json();
  } catch (cause) {
    throw new Unreachable(String(cause));
  }
  if (!response.ok) {
    if (answer && answer.message) throw new Refused(response.status, answer);
    throw new Unreachable(`status ${response.status}`);
  }
  return answer;
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
/** @type {(id: string, step: number, action: Action, seconds: number) => Promise<View>} */
export const act = (id, step, action, seconds) => ask("POST", `${game(id)}/actions`, { step, action, seconds });
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
export const saveClock = (id, seconds) => ask("PUT", `${game(id)}/clock`, { seconds }, { keepalive: true });
