// The table by keyboard: one stop for Tab, arrows from place to place, Enter or Space picks up and puts down.
// The same state machine as the pointer's; where the next place lies is asked of the picture.

import { finishAll } from "./anim.js";
import { tipOf, whatIs } from "./render.js";
import * as rules from "./table.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest of some rectangles in a direction: what lies ahead counts once, what lies aside twice. */
export function nearest(from, rects, [dx, dy]) {
  const middle = (rect) => [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const [name, rect] of Object.entries(rects)) {
    const [px, py] = middle(rect);
    const ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (ahead <= 1) continue;
    const way = ahead + 2 * aside;
    if (way < least) [best, least] = [name, way];
  }
  return best;
}

/** Listens on the board and the window; `does` holds the page's own actions by name. */
export function bindKeys(board, game, update, does) {
  const listeners = new AbortController();
  const on = (target, name, handler) => target.addEventListener(name, handler, { signal: listeners.signal });

  on(board, "keydown", (event) => {
    const { table, picture } = game();
    const here = whatIs(picture, table, event.target);
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[event.key]) {
      event.preventDefault();
      go(picture, table, here, event.target, ARROWS[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      finishAll();
      update((state) => rules.pick(state, here.place, here.count));
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
    if (key === "z" && (command || !event.shiftKey)) run(event, does.undo);
    else if (command) return;
    else if (key === "n") run(event, does.fresh);
    else pressByKey(event, key);
  });

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
  function go(picture, table, here, element, arrow) {
    if (!table.picked && arrow[0] === 0) {
      const next = arrow[1] < 0 ? here.count + 1 : here.count - 1;
      const { cards } = table.places[here.place];
      const beside = next >= 1 && next <= cards.length && picture.cards.get(cards.at(-next));
      if (picture.parts.columns?.includes(picture.cells[here.place]) && beside) return beside.focus();
    }
    const rects = {};
    const reachable = table.picked ? [...rules.targets(table), table.picked.source] : picture.layout.places;
    for (const place of reachable) {
      const tip = tipOf(picture, place);
      if (place !== here.place && tip) rects[place] = tip.getBoundingClientRect();
    }
    const next = nearest(element.getBoundingClientRect(), rects, arrow) ?? (table.picked ? reachable[0] : null);
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
