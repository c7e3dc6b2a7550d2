// The routes that only the windows around the table ask.

import { ask, game, Refused, Unreachable } from "./server.js";

export const games = (status, before) =>
  ask("GET", `/api/games?${new URLSearchParams({ status, limit: 50, ...(before ? { before } : {}) })}`);
export const removeGame = (id) => ask("DELETE", game(id));
export const recordOf = (id) => ask("GET", `${game(id)}/record`);
export const shareGame = (id) => ask("POST", `${game(id)}/share`, {});
export const unshareGame = (id) => ask("DELETE", `${game(id)}/share`);
export const shared = (token) => ask("GET", `/api/shared/${encodeURIComponent(token)}`);
export const replay = (record) => ask("POST", "/api/replay", { record });
export const frames = (record, from, to) => ask("POST", "/api/replay/view", { record, from, to });
export const statistics = () => ask("GET", "/api/statistics");
export const deviceLink = () => ask("POST", "/api/device-link", {});
export const moveHere = (token) => ask("POST", "/api/device", { token });
export const removePlayer = () => ask("DELETE", "/api/player");

/** Everything, as a file: its bytes are kept as they came. */
export async function everything() {
  const response = await fetch("/api/export").catch((cause) => {
    throw new Unreachable(String(cause));
  });
  if (!response.ok) throw new Unreachable(`status ${response.status}`);
  return response.blob();
}

/** Takes over a file that was saved so; its text goes as it is. */
export async function takeOver(file) {
  const answer = await fetch("/api/import", { method: "POST", headers: { "Content-Type": "application/json" }, body: file }).catch((cause) => {
    throw new Unreachable(String(cause));
  });
  const body = await answer.json().catch(() => null);
  if (!answer.ok && body?.message) throw new Refused(answer.status, body);
  if (!answer.ok || !body) throw new Unreachable(`status ${answer.status}`);
  return body;
}
