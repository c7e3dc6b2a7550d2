// The picture: for every place what lies there, one element a card, kept by the card's id.
// Draws what differs from the last drawing and lets it fly from where it was.

import { back, compact, covered, full } from "../art/cards.js";
import { targets } from "../model/hand.js";
import { find, findAll } from "./elements.js";
import { comeOver, deal, fly, flyOff, isStill, land, markMoved, play } from "./motion.js";

// strips, in card heights, under which an index must shrink: a little, or much
const SQUEEZED = { snug: 0.335, compact: 0.27, full: 0.19, change: 72 };

/** @type {(board: HTMLElement, layout: Layout) => Picture} */
export function newPicture(board, layout) {
  board.replaceChildren();
  const parts = layout.build(board);
  const picture = { board, layout, parts, cells: parts.cells, cards: new Map(), drawn: {}, hand: null, language: null };
  for (const place of layout.places) {
    const cell = picture.cells[place];
    cell.dataset.place = place;
    cell.append(placeElement(), underElement());
    picture.drawn[place] = { ids: [], key: "" };
  }
  return picture;
}

function placeElement() {
  const element = document.createElement("div");
  element.className = "place";
  return asButton(element);
}

function underElement() {
  const element = document.createElement("div");
  element.className = "card under";
  return asButton(element);
}

/** @type {(element: HTMLElement) => HTMLElement} */
function asButton(element) {
  element.setAttribute("role", "button");
  element.tabIndex = -1;
  return element;
}

/** @type {(picture: Picture, id: string) => HTMLElement} */
function cardElement(picture, id) {
  let element = picture.cards.get(id);
  if (!element) {
    element = asButton(document.createElement("div"));
    element.dataset.card = id;
    element.innerHTML = compact(id, picture.language ?? undefined) + full(id, picture.language ?? undefined);
    picture.cards.set(id, element);
  }
  return element;
}

/**
 * Draws the table. `how.motion` names a motion of the whole table (deal, redeal); `how.return` a card put back.
 * @type {(picture: Picture, table: Table, words: Words, how?: Motion) => void}
 */
export function draw(picture, table, words, how = {}) {
  if (picture.language !== words.language) {
    picture.language = words.language;
    for (const [id, element] of picture.cards) element.innerHTML = compact(id, words.language) + full(id, words.language);
  }
  const changed = picture.layout.places.filter((place) => keyOf(table, place) !== picture.drawn[place].key);
  const before = remember(picture, changed);
  const focused = document.activeElement instanceof HTMLElement && picture.board.contains(document.activeElement) ? document.activeElement : null;
  picture.layout.dress(picture.parts, table, words);
  for (const place of changed) drawPlace(picture, table, place);
  hold(picture, table);
  if (changed.length) squeeze(picture);
  animate(picture, table, changed, before, how);
  mark(picture, table);
  if (focused && document.activeElement !== focused) refocus(picture, focused, before);
}

/**
 * What a place shows, in one string: the same string, the same picture.
 * @type {(table: Table, place: string) => string}
 */
function keyOf(table, place) {
  const lies = table.places[place];
  const held = table.held?.source === place ? table.held.count : 0;
  return [lies.cards.join(" "), lies.count, lies.face_down, lies.press, held].join("|");
}

/**
 * Where everything is that may be about to move.
 * @type {(picture: Picture, changed: string[]) => Before}
 */
function remember(picture, changed) {
  /** @type {Before} */
  const before = { rects: new Map(), places: {}, counts: {} };
  for (const place of changed) {
    const { ids, count = 0 } = picture.drawn[place];
    before.places[place] = ids;
    before.counts[place] = count;
    if (isStill()) continue;
    for (const id of ids) {
      const element = picture.cards.get(id);
      const rect = element.getBoundingClientRect();
      // a tilted card's box is wider than the card
      rect.flat = picture.hand?.el.contains(element) ? element.offsetWidth * 1.04 : rect.width;
      before.rects.set(id, rect);
      land(element); // it flies on from here
    }
  }
  return before;
}

/** @type {(picture: Picture, table: Table, place: string) => void} */
function drawPlace(picture, table, place) {
  const cell = picture.cells[place], lies = table.places[place];
  const held = table.held?.source === place ? table.held.count : 0;
  const left = lies.count - held, unseen = lies.count - lies.cards.length;
  const [slot, under] = /** @type {PlaceElements} */ (/** @type {unknown} */ (cell.children));

  slot.hidden = left > 0;
  if (!slot.hidden) {
    slot.className = `place ${picture.layout.emptyClass(place)}`;
    setDrawing(slot, picture.layout.empty(place, lies));
  }
  under.hidden = unseen <= 0;
  if (!under.hidden) {
    const down = lies.face_down >= unseen;
    under.className = `card under${down ? " down" : ""}`;
    setDrawing(under, down ? back() : covered());
  }
  const shown = lies.cards.slice(0, lies.cards.length - held);
  const elements = shown.map((id) => cardElement(picture, id));
  elements.forEach((element, i) => {
    // what it is just doing it goes on doing
    element.className = ["card", "fly", "arrived"].filter((name, n) => !n || element.classList.contains(name)).join(" ");
    element.style.setProperty("--i", String(i));
  });
  const lying = findAll(cell, ":scope > [data-card]").filter((child) => !child.classList.contains("stale"));
  if (lying.length !== elements.length || lying.some((child, i) => child !== elements[i])) cell.append(...elements);
  const tip = shown.length ? picture.cards.get(shown[shown.length - 1]) : left > 0 ? under : slot;
  for (const old of findAll(cell, ":scope > .tip")) old.classList.remove("tip");
  tip.classList.add("tip");
  // the uppermost card that lies there stays undrawn only while it is in the hand
  under.inert = under !== tip;
  const thick = Math.min(5, Math.max(0, picture.layout.thickness(place, left)));
  cell.style.setProperty("--t", String(thick));
  cell.classList.toggle("thick", thick > 0);
  // a copy: the table changes its own list ahead of the answer
  picture.drawn[place] = { ids: [...lies.cards], count: lies.count, key: keyOf(table, place) };
}

/** @type {(element: HTMLElement, drawing: string) => void} */
function setDrawing(element, drawing) {
  if (element.drawing === drawing) return;
  element.drawing = drawing;
  element.innerHTML = drawing;
}

/**
 * The cards in the hand: one block over the table, in the cell where they came from.
 * @type {(picture: Picture, table: Table) => void}
 */
function hold(picture, table) {
  const { held } = table;
  if (!held) {
    picture.hand?.el.remove();
    picture.hand = null;
    return;
  }
  if (picture.hand?.source === held.source) return;
  picture.hand?.el.remove();
  const cell = picture.cells[held.source];
  const elements = held.cards.map((id) => cardElement(picture, id));
  const el = document.createElement("div"), tilt = document.createElement("div");
  el.className = "held";
  tilt.className = "tilt";
  el.append(tilt);
  const index = table.places[held.source].cards.length - held.count;
  elements[0].style.setProperty("--i", String(index));
  const at = elements[0].parentNode === cell ? { x: elements[0].offsetLeft, y: elements[0].offsetTop } : { x: 0, y: 0 };
  el.style.left = `${at.x}px`;
  el.style.top = `${at.y}px`;
  elements.forEach((element, i) => {
    element.className = i === elements.length - 1 ? "card tip" : "card";
    element.style.setProperty("--i", String(i));
    tilt.append(element);
  });
  cell.append(el);
  picture.hand = { source: held.source, el, tilt };
}

/**
 * Which cards are squeezed, and in which columns: the only fact of the layout that CSS cannot tell.
 * @type {(picture: Picture) => void}
 */
export function squeeze(picture) {
  for (const column of picture.parts.columns ?? []) {
    const cards = findAll(column, ":scope > .card:not(.under, .stale), .held .card");
    const { offsetWidth: width, offsetHeight: height } = cards[0] ?? {};
    const isSmall = width < SQUEEZED.change, least = isSmall ? SQUEEZED.compact : SQUEEZED.full;
    const strips = cards.map((card, i) => {
      const next = cards[i + 1];
      return next?.parentNode === card.parentNode && height ? (next.offsetTop - card.offsetTop) / height : 1;
    });
    cards.forEach((card, i) => {
      card.classList.toggle("tight", strips[i] < least);
      card.classList.toggle("snug", isSmall && strips[i] >= least && strips[i] < SQUEEZED.snug);
    });
    column.classList.toggle("squeezed", strips.some((strip) => strip < least));
  }
}

/** @type {(picture: Picture, table: Table, changed: string[], before: Before, how: Motion) => void} */
function animate(picture, table, changed, before, how) {
  const after = new Set(changed.flatMap((place) => table.places[place].cards));
  const laidOut = !Object.values(before.counts).some(Boolean); // a whole table at once: nothing in it is news
  let dealt = 0;
  for (const place of changed) {
    const ids = table.places[place].cards, cell = picture.cells[place];
    const source = picture.layout.flows[place];
    const drew = source && before.counts[source] > table.places[source].count;
    const had = before.counts[place] > 0;
    let fresh = 0;
    for (const id of ids) {
      const element = picture.cards.get(id);
      const rect = before.rects.get(id);
      const arrives = !before.places[place].includes(id) && element.classList.contains("tip");
      if (picture.hand?.el.contains(element)) continue;
      if (isStill()) {
        if (arrives && !laidOut && !how.motion) markMoved(element);
      } else if (how.motion === "deal") deal(element, dealt++, 60);
      else if (rect) {
        fly(element, rect, { duration: how.returned ? 220 : undefined, then: arrives ? () => markMoved(element) : undefined });
      } else if (how.motion === "redeal") {
        comeOver(element, changed.indexOf(place) * 12);
      } else if (drew && !before.places[place].includes(id)) {
        fly(element, picture.cells[source].getBoundingClientRect(), { lag: 40 * fresh++, duration: 160 });
      } else if (had) play(element, [{ filter: "brightness(.86)" }, { filter: "none" }], { duration: 220 });
    }
    for (const id of before.places[place]) {
      if (after.has(id)) continue;
      const sink = source && before.counts[source] < table.places[source].count ? picture.cells[source] : null;
      depart(picture, id, cell, sink);
    }
  }
}

/**
 * A card that is no longer seen: it goes where it is turned in, or stays until what covers it has landed.
 * @type {(picture: Picture, id: string, cell: HTMLElement, sink: HTMLElement | null) => void}
 */
function depart(picture, id, cell, sink) {
  const element = picture.cards.get(id);
  picture.cards.delete(id);
  if (!element) return;
  const covered = cell.querySelector(":scope > .fly");
  if (isStill() || (!covered && !sink)) return element.remove();
  element.classList.add("stale");
  element.classList.remove("tip", "picked");
  element.inert = true;
  cell.insertBefore(element, cell.querySelector(":scope > [data-card]:not(.stale), :scope > .held"));
  if (sink) flyOff(element, sink.getBoundingClientRect(), { then: () => element.remove() });
  else play(element, [{}, {}], { duration: 260 }, () => element.remove());
}

/**
 * Rings and raised cards.
 * @type {(picture: Picture, table: Table) => void}
 */
function mark(picture, table) {
  const legal = targets(table);
  for (const place of picture.layout.places) {
    const cell = picture.cells[place];
    cell.classList.toggle("legal", legal.includes(place));
    cell.classList.toggle("refused", table.refusal?.place === place);
    if (table.picked?.source === place || cell.dataset.picked) {
      const cards = table.picked?.source === place ? table.picked.cards : [];
      cell.dataset.picked = cards.length ? "picked" : "";
      for (const element of findAll(cell, ".card[data-card]")) element.classList.toggle("picked", cards.includes(String(element.dataset.card)));
    }
  }
}

/**
 * Redrawing takes the focus from a card that has moved; it stays with the card, or with its place.
 * @type {(picture: Picture, focused: HTMLElement, before: Before) => void}
 */
function refocus(picture, focused, before) {
  const place = Object.keys(before.places).find((name) => before.places[name].includes(String(focused.dataset.card)));
  const next = focused.isConnected && !focused.inert && !focused.hidden ? focused : findAll(picture.cells[place ?? picture.layout.places[0]], ".tip")[0];
  next?.focus({ preventScroll: true });
}

/**
 * The element of the uppermost card, or of the empty place.
 * @type {(picture: Picture, place: string) => HTMLElement}
 */
export const tipOf = (picture, place) => find(picture.cells[place], ":scope > .tip");

/**
 * Whatever can be seen or touched on the table, the cards where they lie when nothing flies.
 * @type {(picture: Picture) => Box[]}
 */
export function taken(picture) {
  /** @type {Box[]} */
  const boxes = findAll(picture.board, ".tag, .sign, .redeal").map((element) => element.getBoundingClientRect());
  for (const cell of Object.values(picture.cells)) {
    const { left, top } = cell.getBoundingClientRect();
    for (const child of findAll(cell, ":scope > :is(.card, .place):not([hidden], .stale)")) {
      const [x, y] = [left + child.offsetLeft, top + child.offsetTop];
      boxes.push({ left: x, top: y, right: x + child.offsetWidth, bottom: y + child.offsetHeight });
    }
  }
  return boxes;
}

/**
 * What a bubble about a refusal should leave to be seen: the cards that were refused, all other cards, labels, the bars.
 * @type {(picture: Picture, refusal: Refusal) => Box[]}
 */
export function spare(picture, { place, source, count = 1 }) {
  const boxes = [];
  for (const other of findAll(document, ".tag, .redeal, .finish, .top, .acts")) boxes.push(other.getBoundingClientRect());
  for (const [name, other] of Object.entries(picture.cells))
    if (name !== place) for (const card of findAll(other, ":scope > .card[data-card]:not(.stale)")) boxes.push(card.getBoundingClientRect());
  const cell = source && source !== place && picture.cells[source];
  if (cell) {
    const { left, top } = cell.getBoundingClientRect();
    // where they will lie, though they may still be on their way back
    for (const card of findAll(cell, ":scope > .card[data-card]:not(.stale)").slice(-count)) {
      const [x, y] = [left + card.offsetLeft, top + card.offsetTop];
      boxes.push({ left: x, top: y, right: x + card.offsetWidth, bottom: y + card.offsetHeight });
    }
  }
  return boxes;
}

/**
 * Place, and number of cards from here up, of an element on the table.
 * @type {(picture: Picture, table: Table, element: Element) => Touched | null}
 */
export function whatIs(picture, table, element) {
  const cell = element.closest(".cell");
  if (!(cell instanceof HTMLElement) || !picture.board.contains(cell)) return null;
  const place = String(cell.dataset.place), { cards } = table.places[place];
  const card = element.closest(".card");
  const at = cards.indexOf((card instanceof HTMLElement && card.dataset.card) || "");
  return { place, count: at < 0 ? Math.min(cards.length, 1) : cards.length - at, felt: element === cell };
}
