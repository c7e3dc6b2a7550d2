// The windows that end or interrupt a game: won, blocked, paused.

import { MARK, icon } from "../art/icons.js";
import { find } from "../board/elements.js";
import { t } from "../i18n/words.js";
import { openDialog } from "../ui/dialog.js";
import { bindLinks, someLinks } from "../ui/menu-links.js";

/** @type {(name: string, value: unknown, words: string) => string} */
const figure = (name, value, words) => `<div class="figure">${icon(name)}<b>${value}</b><span>${words}</span></div>`;

/**
 * `figures`: moves and, where they are wanted or there is one, time and score.
 * @param {{ figures: { time: string | false, moves: number, score: number | null }, fresh: () => void, commands: Commands, onClose: Close }} how
 */
export function openWon({ figures, fresh, commands, onClose }) {
  const { time, moves, score } = figures;
  const dialog = openDialog({
    title: t("page.won"),
    cls: "ending",
    onClose,
    describedBy: "ending-text",
    body: `<div class="moon">${MARK}</div><p id="ending-text">${t("page.won-text")}</p>
      <div class="figures">${time ? figure("clock", time, t("page.time")) : ""}${figure("moves", moves, t("page.moves", { n: moves }))}${score === null ? "" : figure("score", score, t("page.points", { n: score }))}</div>
      ${someLinks("replay", "share", "statistics")}
      <div class="go"><button type="button" class="plain">${t("page.see-table")}</button><button type="button" class="main">${t("page.new-game")}</button></div>`,
  });
  find(dialog, ".plain").addEventListener("click", () => dialog.close());
  find(dialog, ".main").addEventListener("click", fresh);
  bindLinks(dialog, commands);
  find(dialog, ".main").focus();
  return dialog;
}

/** @param {{ canUndo: boolean, undo: () => void, fresh: () => void, commands: Commands, onClose: Close }} how */
export function openBlocked({ canUndo, undo, fresh, commands, onClose }) {
  const dialog = openDialog({
    title: t("page.blocked"),
    cls: "ending",
    onClose,
    describedBy: "ending-text",
    body: `<p id="ending-text">${t("page.blocked-text")}</p><div class="go">
      ${canUndo ? `<button type="button" class="plain" data-do="undo">${t("page.undo-last")}</button>` : ""}
      <button type="button" class="plain" data-do="restart">${t("page.way.restart")}</button>
      <button type="button" class="main" data-do="fresh">${t("page.new-game")}</button></div>`,
  });
  dialog.querySelector("[data-do=undo]")?.addEventListener("click", () => {
    dialog.close();
    undo();
  });
  find(dialog, "[data-do=restart]").addEventListener("click", commands.restart);
  find(dialog, "[data-do=fresh]").addEventListener("click", fresh);
  find(dialog, canUndo ? "[data-do=undo]" : "[data-do=fresh]").focus();
  return dialog;
}

/** @param {{ onClose: Close }} how */
export function openPause({ onClose }) {
  const dialog = openDialog({
    title: t("page.paused"),
    cls: "ending",
    onClose,
    describedBy: "ending-text",
    body: `<p id="ending-text">${t("page.paused-text")}</p><div class="go"><button type="button" class="main">${t("page.go-on")}</button></div>`,
  });
  const main = find(dialog, ".main");
  main.addEventListener("click", () => dialog.close());
  main.focus();
  return dialog;
}
