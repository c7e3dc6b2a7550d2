// The offered finish: when only cards to bring home are left, a button plays them all.

import { finishOf } from "../api/server.js";
import { findAll } from "../board/elements.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { t } from "../i18n/words.js";
import { act } from "../model/table.js";
import { style } from "./windows.js";

const CALM = 600; // milliseconds without an action before a finish is looked for

/**
 * `page` is what the table lends: the state, `update`, `say`, the `board`, `isStill`, `place` (for a notice).
 * @param {{ table: Table, update: Update, say: Say, board: HTMLElement, isStill: () => boolean, place: (notice: HTMLElement) => void }} page
 */
export function newFinish(page) {
  const { table, update, say } = page;
  let timer = 0, running = false;
  /** @type {Action[]} */
  let offered = [];
  const button = document.createElement("button");
  button.type = "button";
  button.className = "finish";
  button.hidden = true;
  button.addEventListener("click", () => run(offered));
  page.board.after(button);

  /** After each view: a finish is looked for when the hand rests, in a game that has one. */
  function arrived(/** @type {View} */ view) {
    if (running) return;
    clearTimeout(timer);
    offered = [];
    button.hidden = true;
    if (view.status === "running" && view.step && LAYOUTS[view.game].finishes) timer = setTimeout(look, CALM, view);
  }

  async function look(/** @type {View} */ view) {
    const answer = await finishOf(view.id).catch(() => null);
    const same = table.view.id === view.id && table.view.step === view.step && !table.pending;
    if (!same || running || !answer?.actions) return;
    await style("more-dialogs.css");
    offered = answer.actions;
    button.textContent = t("page.finish", { n: offered.length });
    button.hidden = false;
    page.place(button);
    say(t("page.say.finish"));
  }

  /** Plays the offered moves one after the other, until any key or touch. */
  async function run(/** @type {Action[]} */ actions) {
    button.hidden = true;
    running = true;
    const listeners = new AbortController();
    const stop = (event) => {
      if (event.repeat) return; // the key that began it, still held
      running = false;
      listeners.abort();
      // the key or touch that stops does nothing else, and neither does the click that follows it
      swallow(event);
      if (event.type === "pointerdown") addEventListener("click", swallow, { capture: true, once: true, signal: AbortSignal.timeout(700) });
    };
    for (const name of ["keydown", "pointerdown"]) addEventListener(name, stop, { capture: true, signal: listeners.signal });
    findAll(page.board, "[tabindex='0']")[0]?.focus({ preventScroll: true });
    for (const action of actions) {
      const { id, step } = table.view;
      if (!running || table.pending) break;
      update((state) => act(state, action));
      do await pause(page.isStill() ? 30 : 130);
      while (table.pending);
      if (table.view.id !== id || table.view.step !== step + 1) break;
    }
    running = false;
    listeners.abort();
    arrived(table.view);
  }

  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

  return { arrived, run };
}
