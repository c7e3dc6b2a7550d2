// The pointer on the table: what is a tap, what is a drag, and over which places a card is let go.
// One pointer at a time; whatever disturbs a drag puts the cards back. What a drop means is table.js's business.

import { meant } from "../model/hand.js";
import * as rules from "../model/table.js";
import { closest, find } from "./elements.js";
import { finishAll } from "./motion.js";
import { whatIs } from "./render.js";

const THRESHOLD = 3; // px before a press becomes a drag
const OVERLAP = 0.3; // of the card's area that must lie over a place to be dropped there
const AT_HOME = 0.7; // of it still over its own place: it was never really taken away

/**
 * How much of `card` lies over `rect`, 0 to 1.
 * @param {Box} card
 * @param {Box} rect
 */
export function overlap(card, rect) {
  const width = Math.min(card.right, rect.right) - Math.max(card.left, rect.left);
  const height = Math.min(card.bottom, rect.bottom) - Math.max(card.top, rect.top);
  return width > 0 && height > 0 ? (width * height) / ((card.right - card.left) * (card.bottom - card.top)) : 0;
}

/** @type {(x: number, y: number, rect: Box) => boolean} */
export const inside = (x, y, rect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;

/**
 * The places under a card, nearest first; none when it is still at home. `rects`: name -> rectangle.
 * @param {Box} card
 * @param {Point} pointer
 * @param {Record<string, Box>} rects
 * @param {string} home
 * @returns {string[]}
 */
export function under(card, pointer, rects, home) {
  const near = [];
  for (const [place, rect] of Object.entries(rects)) {
    const part = overlap(card, rect), touched = inside(pointer.x, pointer.y, rect);
    if (place === home) {
      if (part >= AT_HOME) return [];
    } else if (part >= OVERLAP || touched) near.push({ place, weight: part + (touched ? 0.25 : 0) });
  }
  return near.sort((a, b) => b.weight - a.weight).map(({ place }) => place);
}

/**
 * Listens on the board; answers a function that stops listening. `game()` gives the table and the picture of now.
 * @param {HTMLElement} board
 * @param {Game} game
 * @param {Update} update
 * @param {Commands} does
 */
export function bindPointer(board, game, update, does) {
  let zoom = null; // the column to be shown larger once the tap is over
  let press = null; // {id, x, y, place, count, felt, drag: null | {...}, refused}

  const listeners = new AbortController();
  const on = (target, name, does, more) => target.addEventListener(name, does, { signal: listeners.signal, ...more });

  on(board, "pointerdown", (event) => {
    if (press) return cancel(); // a second finger, or a second button
    if (event.button !== 0 || closest(event, "button")) return;
    finishAll();
    zoom = null;
    const { table, picture } = game();
    // what lies there now: a card that was flying past is no longer in the way
    const touched = whatIs(picture, table, document.elementFromPoint(event.clientX, event.clientY) ?? board);
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, ...touched, drag: null, refused: false };
    board.setPointerCapture(event.pointerId);
  });

  on(board, "pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (!press.drag && !press.refused && Math.hypot(event.clientX - press.x, event.clientY - press.y) > THRESHOLD) begin();
    if (press?.drag) follow(event);
  });

  on(board, "pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { drag, place, count, felt, refused } = press;
    if (drag) return finish(event);
    press = null;
    if (refused) return;
    const { table, picture } = game();
    if (place && (!felt || table.picked)) return update((state) => rules.tap(state, place, count, event.timeStamp));
    update(rules.rest);
    // the empty part of a column shows its cards larger, where they are small for a finger or squeezed
    const column = picture.cells[place];
    const small = event.pointerType !== "mouse" || column?.classList.contains("squeezed");
    if (count && small && picture.parts.columns?.includes(column)) zoom = place;
  });

  // a window that opened earlier would get the click that follows a finger
  on(board, "click", () => {
    if (zoom) does.zoom(zoom);
    zoom = null;
  });
  on(board, "pointercancel", (event) => event.pointerId === press?.id && cancel());
  on(board, "lostpointercapture", (event) => event.pointerId === press?.id && cancel());
  on(board, "contextmenu", (event) => {
    event.preventDefault();
    if (event.pointerType !== "touch") cancel(); // a finger that rests long asks for no menu here
  });
  // what was selected (all of it, by Ctrl+A) would be dragged by the browser, in the cards' stead
  on(board, "dragstart", (event) => event.preventDefault());
  on(window, "blur", cancel);
  on(window, "resize", cancel);
  on(document, "visibilitychange", cancel);
  on(window, "keydown", (event) => {
    if (!press) return;
    cancel();
    if (event.key === "Escape") event.stopImmediatePropagation();
  }, { capture: true });

  function begin() {
    if (!press.place || press.felt || !press.count) {
      press.refused = true; // nothing to take up here; but the hand has moved, so it is no tap either
      return;
    }
    const { table, picture } = game();
    if (!update((state) => rules.lift(state, press.place, press.count))) {
      press.refused = true;
      return;
    }
    const hand = handOf(picture);
    const first = find(hand.tilt, ".card").getBoundingClientRect();
    press.drag = { card: first, rects: measure(picture, table), zone: zoneOf(picture), near: null, last: { x: press.x, at: performance.now() }, tilt: 0 };
    hand.el.classList.add("up");
  }

  function follow(event) {
    const { picture, table } = game();
    if (!table.held) return cancel(); // the answer said that it cannot be lifted
    const { drag } = press;
    const dx = event.clientX - press.x, dy = event.clientY - press.y;
    const at = performance.now(), speed = (event.clientX - drag.last.x) / Math.max(at - drag.last.at, 1);
    drag.tilt += (Math.max(-4, Math.min(4, speed * 4 - 2.5)) - drag.tilt) * 0.2;
    drag.last = { x: event.clientX, at };
    // one property of one layer: nothing else is styled, laid out or painted while a card follows the hand
    handOf(picture).el.style.transform = `translate(${dx}px, ${dy}px) rotate(${drag.tilt.toFixed(2)}deg)`;
    const near = meant(table, table.held, ...landing(event));
    if (near !== drag.near) {
      if (drag.near) picture.cells[drag.near].classList.remove("near");
      if (near) picture.cells[near].classList.add("near");
      drag.near = near;
    }
  }

  /**
   * The places under the held card, and whether it is in the foundations' zone.
   * @returns {[string[], boolean]}
   */
  function landing(event) {
    const { drag, x, y, place } = press;
    const dx = event.clientX - x, dy = event.clientY - y, { card } = drag;
    const moved = { left: card.left + dx, right: card.right + dx, top: card.top + dy, bottom: card.bottom + dy };
    const pointer = { x: event.clientX, y: event.clientY };
    const places = under(moved, pointer, drag.rects, place);
    const middle = { x: (moved.left + moved.right) / 2, y: (moved.top + moved.bottom) / 2 };
    const inZone = drag.zone.some((rect) => inside(pointer.x, pointer.y, rect) || inside(middle.x, middle.y, rect));
    return [places, inZone && overlap(moved, drag.rects[place]) < AT_HOME];
  }

  function finish(event) {
    const [places, inZone] = landing(event);
    tidy();
    update((table) => rules.drop(table, places, inZone), { returned: true });
  }

  function cancel() {
    if (!press) return;
    const dragged = press.drag;
    tidy();
    if (dragged) update(rules.putBack, { returned: true });
  }

  function tidy() {
    const { picture } = game();
    if (press.drag?.near) picture.cells[press.drag.near].classList.remove("near");
    const { id } = press;
    press = null;
    if (board.hasPointerCapture(id)) board.releasePointerCapture(id);
  }

  return () => {
    cancel();
    listeners.abort();
  };
}

/** @type {(picture: Picture) => { el: HTMLElement, tilt: HTMLElement }} */
const handOf = ({ hand }) => {
  if (!hand) throw new Error("nothing is in the hand");
  return hand;
};

/**
 * Where every place is, its cards included. A place's cell may be smaller (a waste's fan) or larger than its cards.
 * @param {Picture} picture
 * @param {Table} table
 * @returns {Record<string, Box>}
 */
function measure(picture, table) {
  /** @type {Record<string, Box>} */
  const rects = {};
  for (const place of picture.layout.places) {
    const cell = picture.cells[place];
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    rects[place] = { left, right, top, bottom };
    if (place === table.held?.source && !picture.parts.columns?.includes(cell)) {
      const at = handOf(picture).el.getBoundingClientRect();
      rects[place] = { left: at.left, right: at.left + cell.offsetWidth, top: at.top, bottom: at.top + cell.offsetHeight };
    }
  }
  return rects;
}

/**
 * The zone is an element, or several together.
 * @param {Picture} picture
 * @returns {Box[]}
 */
function zoneOf({ parts: { zone } }) {
  const rects = [zone].flat().map((element) => element.getBoundingClientRect());
  const left = Math.min(...rects.map((r) => r.left)), right = Math.max(...rects.map((r) => r.right));
  const top = Math.min(...rects.map((r) => r.top)), bottom = Math.max(...rects.map((r) => r.bottom));
  return [{ left, right, top, bottom }];
}
