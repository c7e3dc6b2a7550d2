// The windows that end or interrupt a game: won, blocked, paused.

import { MARK, icon } from "../art/icons.js";
import { t } from "../i18n/words.js";
import { openDialog } from "../ui/dialog.js";
import { bindLinks, someLinks } from "../ui/menu-links.js";

const figure = (name, value, words) => `<div class="figure">${icon(name)}<b>${value}</b><span>${words}</span></div>`;

/** `figures`: moves and, where they are wanted or there is one, time and score. */
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
  dialog.querySelector(".plain").addEventListener("click", () => dialog.close());
  dialog.querySelector(".main").addEventListener("click", fresh);
  bindLinks(dialog, commands);
  dialog.querySelector(".main").focus();
  return dialog;
}

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
  dialog.querySelector("[data-do=restart]").addEventListener("click", commands.restart);
  dialog.querySelector("[data-do=fresh]").addEventListener("click", fresh);
  (dialog.querySelector("[data-do=undo]") ?? dialog.querySelector("[data-do=fresh]")).focus();
  return dialog;
}

export function openPause({ onClose }) {
  const dialog = openDialog({
    title: t("page.paused"),
    cls: "ending",
    onClose,
    describedBy: "ending-text",
    body: `<p id="ending-text">${t("page.paused-text")}</p><div class="go"><button type="button" class="main">${t("page.go-on")}</button></div>`,
  });
  const main = dialog.querySelector(".main");
  main.addEventListener("click", () => dialog.close());
  main.focus();
  return dialog;
}
