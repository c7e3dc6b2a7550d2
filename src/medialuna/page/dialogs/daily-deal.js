// The deals of the day in the new-game window: one for each game, with its grade.

import { ask } from "../api/server.js";
import { icon, moons } from "../art/icons.js";
import { find } from "../board/elements.js";
import { t } from "../i18n/words.js";

/** @type {() => string} */
export const dailyHtml = () => `<button type="button" class="row daily" hidden>${icon("day")}<span></span></button>`;

/**
 * Fills the row once the server has told; answers a function that shows the deal of another game. `deal(code)` deals.
 * While the server does not know it yet there is no row.
 * @param {HTMLElement} row
 * @param {(code: string) => void} deal
 */
export function bindDaily(row, deal) {
  /** @type {Record<string, { code: string, grade: number }>} */
  let games = {};
  let name = "";
  const words = find(row, "span");

  function show(game = name) {
    name = game;
    const found = games[name];
    row.hidden = !found;
    if (found) words.innerHTML = `<b>${t("page.daily")}</b><small>${moons(found.grade)} ${t("page.grade", { n: found.grade })}</small>`;
  }

  row.addEventListener("click", () => deal(games[name].code));
  ask("GET", "/api/daily").then(
    (answer) => {
      games = answer.games;
      show();
    },
    () => {}, // not ready yet, or not reachable: the other ways to a deal remain
  );
  return show;
}
