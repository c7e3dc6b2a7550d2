// The table by keyboard: one stop for Tab, arrows from place to place, Enter or Space picks up and puts down.
// The same state machine as the pointer's; where the next place lies is asked of the picture.

import { finishAll } from "./anim.js";
import { tipOf, whatIs } from "./render.js";
import * as rules from "./table.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest of some rectangles in a direction: distance ahead counts once, distance aside twice. */
export function nearest(from, rects, [dx, dy]) {
  let best = null, least = Infinity;
  for (const [name, rect] of Object.entries(rects)) {
    const across = rect.left + rect.right - from.left - from.right, down = rect.top + rect.bottom - from.top - from.bottom;
    if (across * dx + down * dy <= 2) continue; // its middle is not ahead
    const wide = Math.max(rect.left - from.right, from.left - rect.right, 0), high = Math.max(rect.top - from.bottom, from.top - rect.bottom, 0);
    // of places equally far the one straight ahead
    const way = (dx ? wide + 2 * high : high + 2 * wide) + Math.abs(dx ? down : across) / 1000;
    if (way < least) [best, least] = [name, way];
  }
  return best;
}

/** Keys that say something aloud. */
const SURVEYS = { m: "moves", t: "foundations", w: "aside", p: "piles", q: "counters" };

/** Listens on the board and the window; `does` holds the page's own actions by name, `single()` whether single keys act. */
export function bindKeys(board, game, update, does, single) {
  const listeners = new AbortController();
  const on = (target, name, handler) => target.addEventListener(name, handler, { signal: listeners.signal });

  on(board, "keydown", (event) => {
    const { table, picture } = game();
    const here = whatIs(picture, table, event.target);
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[event.key]) {
      event.preventDefault();
      go(picture, table, here, ARROWS[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      finishAll();
      const hand = table.picked;
      update((state) => rules.pick(state, here.place, here.count));
      // the focus goes with the cards, or back with them
      if (hand) game().picture.cards.get(hand.cards[0])?.focus();
    } else if (event.key === "+" || event.key === "-") {
      event.preventDefault();
      update((state) => rules.grow(state, event.key === "+" ? 1 : -1));
    }
  });

  // what assistive technology sends is a click without a pointer
  on(board, "click", (event) => {
    if (event.detail !== 0 || event.target.closest("button")) return;
    const { table, picture } = game();
    const here = whatIs(picture, table, event.target);
    if (here) update((state) => rules.tap(state, here.place, here.count, event.timeStamp));
  });

  on(window, "keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select")) return;
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Escape") return update(rules.rest);
    if (event.altKey) return;
    const key = event.key.toLowerCase();
    if (command) {
      if (key === "z" && !event.shiftKey) run(event, does.undo);
    } else if (key === "?" || key === "f1") run(event, does.help);
    else if (!single()) return;
    else if (key === "z") run(event, does.undo);
    else if (key === "n") run(event, does.fresh);
    else if (SURVEYS[key]) run(event, () => does.survey(SURVEYS[key]));
    else if (key === "c") zoomHere(event);
    else pressByKey(event, key);
  });

  function zoomHere(event) {
    const { table, picture } = game();
    const here = whatIs(picture, table, document.activeElement);
    if (here && picture.parts.columns?.includes(picture.cells[here.place])) run(event, () => does.zoom(here.place));
  }

  function run(event, action) {
    event.preventDefault();
    finishAll();
    action();
  }

  /** D draws, R redistributes or recycles: what the layout says, as the table now offers it. */
  function pressByKey(event, key) {
    const { layout } = game().picture;
    const name = Object.keys(layout.presses).find((press) => layout.presses[press].key === key);
    if (name) run(event, () => update((table) => rules.press(table, name), { press: name }));
  }

  /** Moves the focus: inside a column card by card, else to the next place; with cards picked up only to targets. */
  function go(picture, table, here, arrow) {
    if (!table.picked && arrow[0] === 0) {
      const next = arrow[1] < 0 ? here.count + 1 : here.count - 1;
      const { cards } = table.places[here.place];
      const beside = next >= 1 && next <= cards.length && picture.cards.get(cards.at(-next));
      if (picture.parts.columns?.includes(picture.cells[here.place]) && beside) return beside.focus();
    }
    const rects = {};
    const reachable = table.picked ? [...rules.targets(table), table.picked.source] : picture.layout.places;
    for (const place of reachable) {
      if (place !== here.place) rects[place] = picture.cells[place].getBoundingClientRect();
    }
    const next = nearest(picture.cells[here.place].getBoundingClientRect(), rects, arrow) ?? (table.picked ? reachable[0] : null);
    if (next) tipOf(picture, next)?.focus();
  }

  // one stop for Tab: where the focus was last
  on(board, "focusin", (event) => {
    const button = event.target.closest("[role=button]");
    if (!button) return;
    for (const old of board.querySelectorAll("[role=button][tabindex='0']")) old.tabIndex = -1;
    button.tabIndex = 0;
  });

  return () => listeners.abort();
}

/** Somewhere on the table there is always a stop for Tab. */
export function keepStop(picture) {
  if (picture.board.querySelector("[role=button][tabindex='0']:not([hidden])")) return;
  const tip = tipOf(picture, picture.layout.places[0]);
  if (tip) tip.tabIndex = 0;
}
