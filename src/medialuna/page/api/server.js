// The only file that speaks with the server.

/** What the server refused: its code, rule and sentence, and for a step conflict the current view. */
export class Refused extends Error {
  constructor(status, body) {
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

export const game = (id) => `/api/games/${encodeURIComponent(id)}`;

export const start = (code) => ask("POST", "/api/start", { code });
export const newGame = (wanted) => ask("POST", "/api/games", wanted);
export const loadGame = (id) => ask("GET", game(id));
export const resumeGame = (id) => ask("POST", `${game(id)}/resume`, {});
export const finishOf = (id) => ask("GET", `${game(id)}/finish`);
export const act = (id, step, action, seconds) => ask("POST", `${game(id)}/actions`, { step, action, seconds });
export const why = (id, question) => ask("GET", `${game(id)}/why?${new URLSearchParams(question)}`);
export const saveSettings = (changed) => ask("PUT", "/api/settings", changed);
export const loadWords = (language) => ask("GET", `/api/words/${encodeURIComponent(language)}`);
export const readCode = (code) => ask("GET", `/api/deals/${encodeURIComponent(code)}`);

/** Sent while the page goes away, so it must outlive the page. */
export const saveClock = (id, seconds) => ask("PUT", `${game(id)}/clock`, { seconds }, { keepalive: true });
