// Help that is asked for: the next action of a winning line, the way back from a lost position, the line itself.

import { askSolver } from "../api/solver.js";
import { find, findAll } from "../board/elements.js";
import { play } from "../board/motion.js";
import { t } from "../i18n/words.js";
import { undo } from "../model/table.js";
import { closeDialog, openDialog } from "../ui/dialog.js";

const FIRST = 5, LONGER = 4, LONGEST = 60; // seconds of the first search, how much longer the next, at most
const QUIET = 400; // milliseconds before a search is spoken of
const MANY = 88_888_888; // positions: as wide a number as a search can come to
const LIFT = [{}, { transform: "translateY(-9%)" }, {}];

const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

/**
 * `page` is what the table lends: the state, `picture()`, `update`, `run` (plays a list of actions), `toast`, `say`,
 * `complain`, `holding`, `fresh`, the `lamp`, and `helped(view)`, which hears that the game is an assisted one now.
 * @param {HintsPage} page
 */
export function newHints(page) {
  const { table, update, say, toast } = page;
  let marked = null; // {elements, gestures, view}: what is ringed, and the moment it is ringed for
  let asking = null; // {stop, view}: the question that is open

  // ---- the mark -----------------------------------------------------------------------------------------------------

  function unmark() {
    for (const element of marked?.elements ?? []) element.classList.remove("hinted");
    marked = null;
  }

  /** @type {(action: Action) => void} */
  function mark({ move, press }) {
    unmark();
    const { cells, cards, parts } = page.picture();
    const lifted = move ? table.places[move.source].cards.slice(-move.count).map((id) => cards.get(id)) : [];
    const elements = move ? [...lifted, cells[move.target]] : [parts.frames[String(press)]];
    for (const element of elements) element.classList.add("hinted");
    for (const element of lifted) play(element, LIFT, { duration: 520, easing: "ease-in-out" });
    marked = { elements, gestures: table.gestures, view: table.view };
  }

  /** After each change of the table: what was ringed for the moment before is ringed no more, nor searched for. */
  function changed() {
    if (marked && (marked.gestures !== table.gestures || marked.view !== table.view)) unmark();
    if (asking && asking.view !== table.view) asking.stop();
  }

  // ---- the question -------------------------------------------------------------------------------------------------

  /** Asks, and shows after a while that it does. Null: the page has gone on, it was stopped, or it failed and is told. */
  async function ask(seconds, line = false) {
    asking?.stop();
    page.lamp.rest(); // one search of a position is enough
    while (table.pending) await pause(20);
    const view = table.view, abort = new AbortController();
    const notice = newNotice(page, () => abort.abort());
    const mine = (asking = { view, stop: () => abort.abort() });
    try {
      const verdict = await askSolver(view.id, view.step, { seconds, line, signal: abort.signal, progress: notice.progress });
      page.helped(view);
      return table.view === view && !table.pending ? verdict : null;
    } catch (failure) {
      if (table.view === view) page.complain(failure);
      return null;
    } finally {
      notice.remove();
      if (asking === mine) asking = null;
      if (table.view === view) page.lamp.arrived();
    }
  }

  const isOver = () => {
    if (table.view.status === "won") toast(t("page.hint.over"));
    return table.view.status === "won";
  };

  async function hint(seconds = FIRST) {
    if (isOver()) return;
    const verdict = await ask(seconds);
    if (verdict?.action) {
      mark(verdict.action);
      say(t("page.hint.said", { said: verdict.said }));
    } else if (verdict) answerless(verdict, seconds, hint);
  }

  async function show(seconds = FIRST) {
    closeDialog();
    if (isOver()) return;
    const verdict = await ask(seconds, true);
    if (verdict?.line) {
      const words = t("page.hint.showing", { n: verdict.line.length });
      toast(words, 4);
      say(words);
      page.run(verdict.line);
    } else if (verdict) answerless(verdict, seconds, show);
  }

  /** Lost, or not known: says so, and offers what can be done about it. */
  function answerless(verdict, seconds, again) {
    const isLost = verdict.verdict === "lost";
    const offers = { stay: t("page.hint.stay") };
    if (isLost && verdict.undos) offers.back = t("page.hint.back", { n: verdict.undos });
    else if (isLost) offers.fresh = t("page.new-game");
    else if (verdict.why === "seconds" && seconds < LONGEST) offers.longer = t("page.hint.longer");
    else if (verdict.why === "busy") offers.longer = t("page.hint.again");
    const does = {
      stay: () => {},
      back: () => back(verdict.undos),
      fresh: page.fresh,
      longer: () => again(Math.min(seconds * LONGER, LONGEST)),
    };
    const buttons = Object.entries(offers).map(([name, words], i, all) => `<button type="button" class="${i === all.length - 1 ? "main" : "plain"}" data-do="${name}">${words}</button>`);
    const dialog = openDialog({
      title: t(isLost ? "page.hint.lost" : "page.hint.unknown"),
      cls: "ending",
      describedBy: "ending-text",
      body: `<p id="ending-text"></p><div class="go">${buttons.join("")}</div>`,
      ...page.holding(),
    });
    find(dialog, "p").textContent = verdict.said;
    for (const button of findAll(dialog, "[data-do]"))
      button.addEventListener("click", () => {
        dialog.close();
        does[button.dataset.do]();
      });
    find(dialog, ".main").focus();
  }

  async function back(times) {
    for (let i = 0; i < times; i++) {
      const { id, step } = table.view;
      update(undo);
      do await pause(60);
      while (table.pending);
      if (table.view.id !== id || table.view.step !== step + 1) return;
    }
  }

  return { does: { hint: () => hint(), show: () => show() }, changed };
}

/**
 * The notice of a search that takes a while: how far it is, and a button that stops it.
 * @param {{ app: HTMLElement, place: (notice: HTMLElement) => void }} page
 * @param {() => void} stop
 */
function newNotice({ app, place }, stop) {
  const element = document.createElement("div");
  element.className = "toast acts-too thinking";
  element.innerHTML = '<span></span><button type="button"></button>';
  const [words, button] = element.children;
  words.textContent = t("page.hint.thinking");
  button.textContent = t("page.hint.stop");
  button.addEventListener("click", stop);
  const listeners = new AbortController();
  addEventListener("keydown", ({ key }) => key === "Escape" && stop(), { signal: listeners.signal });
  /** @type {(now: Progress) => void} */
  const progress = ({ visited, lost }) => {
    words.textContent = lost ? t("page.hint.way-back") : t("page.hint.progress", { n: visited });
  };
  const timer = setTimeout(() => {
    const now = words.textContent;
    app.append(element);
    progress({ visited: MANY }); // room for what it will say, so that it keeps its place
    place(element);
    words.textContent = now;
  }, QUIET);
  return {
    progress,
    remove() {
      listeners.abort();
      clearTimeout(timer);
      element.remove();
    },
  };
}
