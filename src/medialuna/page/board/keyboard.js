// The table by keyboard: arrows from place to place, Tab to what can be done, Enter or Space picks up and puts down.
// The same state machine as the pointer's; where the next place lies is asked of the picture.

import { targets } from "../model/hand.js";
import * as rules from "../model/table.js";
import { closest, find, findAll } from "./elements.js";
import { finishAll } from "./motion.js";
import { tipOf, whatIs } from "./render.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest of some rectangles in a direction: distance ahead counts once, distance aside twice.
 * @param {Box} from
 * @param {Record<string, Box>} rects
 * @param {number[]} direction
 * @returns {string | null}
 */
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

/**
 * The letter of a key, in small, or its name. On a keyboard without Latin letters it is the one that stands in its place
 * on a Latin one.
 * @type {(event: { key?: string, code?: string }) => string}
 */
export function keyOf({ key = "", code = "" }) {
  const isForeign = /^\p{Letter}/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  const place = isForeign ? /^Key([A-Z])$/.exec(code) : null;
  return (place ? place[1] : key).toLowerCase();
}

/** Keys that say something aloud. */
const SURVEYS = { m: "moves", t: "foundations", w: "aside", p: "piles", q: "counters" };

/**
 * Listens on the board and the window; `does` holds the page's own actions by name, `single()` whether single keys act.
 * @param {HTMLElement} board
 * @param {Game} game
 * @param {Update} update
 * @param {Commands} does
 * @param {() => boolean} single
 */
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
    } else if (event.key === "Tab" && table.picked) {
      const ring = stops(picture, table), at = ring.indexOf(event.target);
      event.preventDefault(); // round the targets, until the cards are put down or Esc
      ring.at((at + (event.shiftKey ? -1 : 1)) % ring.length)?.focus();
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
    if (event.detail !== 0 || closest(event, "button")) return;
    const { table, picture } = game();
    const here = whatIs(picture, table, event.target);
    if (here) update((state) => rules.tap(state, here.place, here.count, event.timeStamp));
  });

  on(window, "keydown", (event) => {
    if (document.querySelector("dialog[open]") || closest(event, "input, textarea, select")) return;
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Escape") return update(rules.rest);
    if (event.altKey) return;
    const key = keyOf(event);
    if (command) {
      if (key === "z") run(event, event.shiftKey ? does.redo : does.undo);
      else if (key === "y") run(event, does.redo);
    } else if (key === "?" || key === "f1") run(event, does.help);
    else if (!single()) return;
    else if (key === "z") run(event, does.undo);
    else if (key === "y") run(event, does.redo);
    else if (key === "n") run(event, does.fresh);
    else if (key === "h") run(event, does.hint);
    else if (SURVEYS[key]) run(event, () => does.survey(SURVEYS[key]));
    else if (key === "c") zoomHere(event);
    else pressByKey(event, key);
  });

  function zoomHere(event) {
    const { table, picture } = game();
    const here = whatIs(picture, table, document.activeElement ?? document.body);
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
    /** @type {Record<string, Box>} */
    const rects = {};
    const reachable = table.picked ? [...targets(table), table.picked.source] : picture.layout.places;
    for (const place of reachable) {
      if (place !== here.place) rects[place] = picture.cells[place].getBoundingClientRect();
    }
    const next = nearest(picture.cells[here.place].getBoundingClientRect(), rects, arrow) ?? (table.picked ? reachable[0] : null);
    if (next) tipOf(picture, next)?.focus();
  }

  // where the focus was last stays a stop for Tab, so that coming back leads there
  on(board, "focusin", (event) => {
    const button = closest(event, "[role=button]");
    if (!button) return;
    const { table, picture } = game();
    picture.last = button;
    keepStops(picture, table);
  });

  return () => listeners.abort();
}

/**
 * What Tab leads to: whatever can be done now; with cards in the hand their targets, and where they may be put down.
 * @param {Picture} picture
 * @param {Table} table
 * @returns {HTMLElement[]}
 */
function stops(picture, table) {
  if (table.picked) return [...targetsOf(picture, table), find(picture.cells[table.picked.source], ".picked")];
  const found = [];
  for (const place of picture.layout.places) {
    const { cards, press } = table.places[place];
    if (press) found.push(tipOf(picture, place));
    for (const [count, { to }] of Object.entries(table.moves?.[place] ?? {})) if (to.length) found.push(picture.cards.get(cards[cards.length - Number(count)]));
  }
  return found;
}

/** @type {(picture: Picture, table: Table) => HTMLElement[]} */
const targetsOf = (picture, table) => targets(table).map((place) => tipOf(picture, place));

/**
 * Tab and Enter alone play a whole game, as with a switch: all that can be done is a stop, all else is for the arrows.
 * @param {Picture} picture
 * @param {Table} table
 */
export function keepStops(picture, table) {
  if (!table.moves) return; // until the answer has come nobody knows
  const wanted = new Set(stops(picture, table));
  if (picture.last?.isConnected && !picture.last.hidden) wanted.add(picture.last);
  if (!wanted.size) wanted.add(tipOf(picture, picture.layout.places[0]));
  for (const button of findAll(picture.board, "[role=button]")) button.tabIndex = wanted.has(button) ? 0 : -1;
}
