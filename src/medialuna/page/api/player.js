// The routes that only the windows around the table ask.

import { answer, ask, askOnce, game, request, Unreachable } from "./server.js";

/** @type {(status: string, before: string | null) => Promise<{ games: GameSummary[], next: string | null }>} */
export const games = (status, before) =>
  ask("GET", `/api/games?${new URLSearchParams({ status, limit: "50", ...(before ? { before } : {}) })}`);
/** @type {(id: string) => Promise<null>} */
export const removeGame = (id) => ask("DELETE", game(id));
/** @type {(id: string) => Promise<{ record: string }>} */
export const recordOf = (id) => ask("GET", `${game(id)}/record`);
/** @type {(id: string) => Promise<{ link: string }>} */
export const shareGame = (id) => ask("POST", `${game(id)}/share`, {});
/** @type {(id: string) => Promise<null>} */
export const unshareGame = (id) => ask("DELETE", `${game(id)}/share`);
/** @type {(token: string) => Promise<{ record: string }>} */
export const shared = (token) => ask("GET", `/api/shared/${encodeURIComponent(token)}`);
/** @type {(record: string) => Promise<ReplayAnswer>} */
export const replay = (record) => ask("POST", "/api/replay", { record });
/** @type {(record: string, from: number, to: number) => Promise<{ views: View[] }>} */
export const frames = (record, from, to) => ask("POST", "/api/replay/view", { record, from, to });
/** @type {() => Promise<{ rows: StatisticsRow[] }>} */
export const statistics = () => ask("GET", "/api/statistics");
/** @type {() => Promise<{ link: string, expires: string }>} */
export const deviceLink = () => ask("POST", "/api/device-link", {});
/**
 * The link is for one time: it is not asked again, for the second answer would be that it is used up.
 * @type {(token: string) => Promise<unknown>}
 */
export const moveHere = (token) => askOnce("POST", "/api/device", { token });
/** @type {() => Promise<null>} */
export const removePlayer = () => ask("DELETE", "/api/player");

const LARGE = 120_000; // milliseconds for a file with everything

/** Everything, as a file: its bytes are kept as they came. */
export const everything = () =>
  request(
    "/api/export",
    {},
    (response) => {
      if (!response.ok) throw new Unreachable(`status ${response.status}`);
      return response.blob();
    },
    LARGE,
  );

/**
 * Takes over a file that was saved so; its text goes as it is.
 * @type {(file: Blob) => Promise<Record<string, number>>}
 */
export const takeOver = (file) => request("/api/import", { method: "POST", headers: { "Content-Type": "application/json" }, body: file }, answer, LARGE);
