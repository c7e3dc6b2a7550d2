// The table without a picture: what lies where, what is picked up, what was asked of the server.
// Functions take the state first and change it; whoever calls them redraws and sends what lies in `outbox`.
// No rules here: where a card may go, what a tap means and what may be pressed is in the server's view.

import { cardAt, meant, option, stillThere, take } from "./hand.js";
import { afterAction } from "./redo.js";

const DOUBLE_TAP = 300; // milliseconds between the taps of a double tap
const ECHO = 500; // a tap so soon after a card was sent from there is the second half of a double click, as systems time it
const LONGEST_QUEUE = 24; // gestures kept while an answer is awaited

/** @returns {Table} */
export const newTable = () => ({
  view: /** @type {any} */ (null), // the server's last word
  places: {}, // what the player sees now, ahead of the server after a move
  moves: null, // null: forgotten until the server has answered
  zone: [], // the foundations, from the layout
  picked: null, // {source, count, cards}: selected by tap or key, waits for a target
  held: null, // {source, count, cards}: under the pointer
  refusal: null, // {place, message} or {place, word}: shown at the place that refused
  pending: null, // the action on its way
  queue: [], // gestures made meanwhile
  outbox: [], // requests to send
  lastTap: null,
  undone: [], // actions that were taken back and may be done again, the next one last
  gestures: 0, // so that a late reason is not shown at another gesture
  settings: { interactive_rules: true, double_click: true },
});

/**
 * The server's view replaces everything, it is never merged.
 * @type {(table: Table, view: View) => void}
 */
export function adopt(table, view) {
  table.view = view;
  table.places = structuredClone(view.places);
  table.moves = view.moves;
  table.pending = null;
  for (const hand of ["held", "picked"]) {
    if (table[hand] && !(stillThere(table, table[hand]) && option(table, table[hand]))) table[hand] = null;
  }
}

/**
 * Another game is laid out: nothing of the one before lives on.
 * @type {(table: Table, view: View, zone: string[]) => void}
 */
export function layOut(table, view, zone) {
  Object.assign(table, { zone, picked: null, held: null, refusal: null, queue: [], outbox: [], lastTap: null, undone: view.undone ?? [] });
  table.gestures += 1;
  adopt(table, view);
}

// ---- gestures -------------------------------------------------------------------------------------------------

/**
 * A tap on the uppermost `count` cards of a place, or on an empty place (count 0), at a time in milliseconds.
 * @type {(table: Table, place: string, count: number, at: number) => void}
 */
export function tap(table, place, count, at) {
  fresh(table);
  const card = cardAt(table, place, count);
  /** @type {Extract<Gesture, { does: "tap" }>} */
  const gesture = { does: "tap", place, count, card, at };
  if (isEcho(table, gesture)) return;
  if (table.pending) return later(table, gesture);
  tapNow(table, gesture);
}

/**
 * The first of two quick taps has already sent the card; the second was meant for it too, not for the one beneath.
 * @type {(table: Table, gesture: { place: string, at: number }) => boolean}
 */
function isEcho(table, { place, at }) {
  const last = table.lastTap;
  const echo = Boolean(table.settings.double_click && last?.sent && last.place === place && at - last.at < ECHO);
  if (echo) table.lastTap = null;
  return echo;
}

/** @type {(table: Table, gesture: { place: string, count: number, card: string | null, at: number }) => void} */
function tapNow(table, { place, count, card, at }) {
  const lies = table.places[place];
  const picked = table.picked, last = table.lastTap;
  const isSecond = table.settings.double_click && last && last.place === place && last.card === card && at - last.at < DOUBLE_TAP;
  table.lastTap = { place, card, at, sent: false };
  if (picked && picked.source !== place) return bring(table, picked, place);
  if (picked && isSecond) return twice(table, picked);
  if (picked) {
    table.picked = null;
    if (picked.count === count) return;
  }
  if (lies.press) return pressNow(table, lies.press, place);
  if (!count) return;
  const known = option(table, { source: place, count });
  if (!known) return askWhy(table, { source: place, count }, place);
  if (known.tap) {
    table.lastTap.sent = true;
    return move(table, { source: place, count, target: known.tap });
  }
  table.picked = take(table, place, count);
}

/**
 * What a double tap does with the cards that its first tap has picked up.
 * @type {(table: Table, hand: Hand) => void}
 */
function twice(table, hand) {
  table.lastTap = null;
  const target = option(table, hand)?.double;
  table.picked = null;
  if (target) move(table, { source: hand.source, count: hand.count, target });
  else table.refusal = { place: hand.source, word: "page.nowhere" };
}

/**
 * A key picks up, or puts down where it picked up; it never sends a card by itself.
 * @type {(table: Table, place: string, count: number) => void}
 */
export function pick(table, place, count) {
  fresh(table);
  if (table.pending) return later(table, { does: "pick", place, count });
  pickNow(table, place, count);
}

/** @type {(table: Table, place: string, count: number) => void} */
function pickNow(table, place, count) {
  const picked = table.picked;
  if (picked && picked.source !== place) return bring(table, picked, place);
  table.picked = null;
  if (picked && picked.count === count) return;
  if (table.places[place].press) return pressNow(table, table.places[place].press, place);
  if (!count) return;
  if (!option(table, { source: place, count })) return askWhy(table, { source: place, count }, place);
  table.picked = take(table, place, count);
}

/**
 * One card more or fewer of the group that is picked up, as far as the rules let it be lifted.
 * @type {(table: Table, step: number) => void}
 */
export function grow(table, step) {
  if (!table.picked) return;
  const { source, count } = table.picked;
  const possible = Object.keys(table.moves?.[source] ?? {}).map(Number).sort((a, b) => a - b);
  const next = possible[possible.indexOf(count) + step];
  if (next) table.picked = take(table, source, next);
}

/**
 * The target of cards that were picked up.
 * @type {(table: Table, hand: Hand, place: string) => void}
 */
function bring(table, hand, place) {
  table.picked = null;
  const target = meant(table, hand, [place], false);
  if (target) move(table, { source: hand.source, count: hand.count, target });
  else askWhy(table, { source: hand.source, count: hand.count, target: place }, place);
}

/**
 * Nothing is picked up any more: a tap on the felt, or Esc.
 * @type {(table: Table) => void}
 */
export function rest(table) {
  fresh(table);
  table.picked = null;
  table.held = null;
}

/**
 * Takes cards under the pointer. False, and the reason is asked for, when the rules leave them where they are.
 * @type {(table: Table, place: string, count: number) => boolean}
 */
export function lift(table, place, count) {
  fresh(table);
  table.picked = null;
  table.lastTap = null;
  const lies = table.places[place];
  if (!count || !lies || lies.cards.length < count) return false;
  // While an answer is awaited nobody knows what may be lifted: the hand is believed, and the answer decides.
  if (!table.pending && !option(table, { source: place, count })) {
    askWhy(table, { source: place, count }, place);
    return false;
  }
  table.held = take(table, place, count);
  return true;
}

/**
 * The held cards go back to where they were; nothing has happened.
 * @type {(table: Table) => void}
 */
export function putBack(table) {
  table.held = null;
}

/**
 * The held cards are let go over `under`, places in the order of their nearness, perhaps in the foundations' zone.
 * @type {(table: Table, under: string[], inZone: boolean) => void}
 */
export function drop(table, under, inZone) {
  const hand = table.held;
  if (!hand) return;
  // while an answer is awaited the cards stay where they were let go
  if (table.pending) return later(table, { does: "drop", hand, under, inZone });
  dropNow(table, hand, under, inZone);
}

/** @type {(table: Table, hand: Hand, under: string[], inZone: boolean) => void} */
function dropNow(table, hand, under, inZone) {
  if (table.held === hand) table.held = null;
  if (!stillThere(table, hand)) return;
  const target = meant(table, hand, under, inZone);
  if (target) return move(table, { source: hand.source, count: hand.count, target });
  const refuses = under[0] ?? (inZone ? option(table, hand)?.zone : null);
  if (!refuses || refuses === hand.source) return;
  askWhy(table, { source: hand.source, count: hand.count, target: refuses }, refuses);
}

/**
 * A press outside the places' own: the button of a redistribution, the key of a draw.
 * @type {(table: Table, name: string, place?: string) => void}
 */
export function press(table, name, place = name) {
  fresh(table);
  table.picked = null;
  if (table.pending) return later(table, { does: "press", name, place });
  pressNow(table, name, place);
}

/** @type {(table: Table, name: string, place: string) => void} */
function pressNow(table, name, place) {
  if (table.view.presses[name]) send(table, { press: name });
  else ask(table, { press: name }, place);
}

/** @type {(table: Table) => void} */
export function undo(table) {
  fresh(table);
  table.picked = null;
  if (table.pending) return later(table, { does: "undo" });
  undoNow(table);
}

/** @type {(table: Table) => void} */
function undoNow(table) {
  if (table.view.undo) send(table, { undo: true });
  else ask(table, { undo: 1 }, "undo");
}

/**
 * Does again what the last undo took back.
 * @type {(table: Table) => void}
 */
export function redo(table) {
  fresh(table);
  table.picked = null;
  if (table.pending) return later(table, { does: "redo" });
  redoNow(table);
}

/** @type {(table: Table) => void} */
function redoNow(table) {
  const action = table.undone.at(-1);
  if (action) act(table, action);
  else table.refusal = { place: "redo", word: "page.nothing-to-redo" };
}

/**
 * An action that was chosen elsewhere: one that was undone, or that the server has named.
 * @type {(table: Table, action: Action) => void}
 */
export function act(table, action) {
  if (action.move) move(table, action.move);
  else send(table, action);
}

// ---- what is asked of the server ------------------------------------------------------------------------------

/** @type {(table: Table, action: Action) => void} */
function send(table, action) {
  table.pending = action;
  table.moves = null;
  table.picked = null;
  table.outbox.push({ ask: "act", game: table.view.id, step: table.view.step, action });
}

/**
 * The cards lie at their target at once; the answer says the rest.
 * @type {(table: Table, made: Move) => void}
 */
function move(table, { source, count, target }) {
  send(table, { move: { source, count, target } });
  const [from, to] = [table.places[source], table.places[target]];
  to.cards.push(...from.cards.splice(-count));
  from.count -= count;
  to.count += count;
}

/**
 * With the interactive rules off a refused move only goes back.
 * @type {(table: Table, question: Question, place: string) => void}
 */
function askWhy(table, question, place) {
  if (table.settings.interactive_rules) ask(table, question, place);
  else table.refusal = { place, word: null };
}

/** @type {(table: Table, question: Question, place: string) => void} */
function ask(table, question, place) {
  table.outbox.push({ ask: "why", game: table.view.id, question, place, gesture: table.gestures });
}

/**
 * A reason has come; it is shown only if nothing else was done meanwhile.
 * @type {(table: Table, request: WhyRequest, answer: WhyAnswer) => void}
 */
export function reason(table, request, answer) {
  if (request.gesture !== table.gestures || request.game !== table.view.id || answer.allowed) return;
  const { source = null, count = 0 } = request.question;
  table.refusal = { place: request.place, source, count, message: answer.message, code: answer.code, rule: answer.rule };
}

/**
 * The server did what was asked.
 * @type {(table: Table, view: View) => void}
 */
export function done(table, view) {
  if (view.id !== table.view.id) return;
  table.undone = view.undone ?? afterAction(table.undone, table.pending ?? {}, view);
  adopt(table, view);
  goOn(table);
}

/**
 * The server refused the action: the table is what it was before.
 * @type {(table: Table, request: ActRequest, message: string, rule?: string | null) => void}
 */
export function refused(table, request, message, rule = null) {
  if (request.game !== table.view.id) return;
  const { move: made, press: pressed } = request.action;
  forgetAhead(table);
  table.refusal = { place: made?.target ?? pressed ?? "undo", message, rule };
}

/**
 * Another tab was faster, or no answer came: what was done ahead of the answer is taken back.
 * @type {(table: Table, view?: View) => void}
 */
export function forgetAhead(table, view = table.view) {
  table.queue = [];
  table.held = table.picked = null;
  if (view !== table.view) table.undone = view.undone ?? [];
  adopt(table, view);
}

// ---- gestures made while an answer is awaited -----------------------------------------------------------------

/**
 * A new gesture: what was said about the one before is over.
 * @type {(table: Table) => void}
 */
function fresh(table) {
  table.refusal = null;
  table.gestures += 1;
}

/** @type {(table: Table, gesture: Gesture) => void} */
function later(table, gesture) {
  if (table.queue.length < LONGEST_QUEUE) table.queue.push(gesture);
}

/** @type {(table: Table) => void} */
function goOn(table) {
  while (table.queue.length && !table.pending) {
    const gesture = /** @type {Gesture} */ (table.queue.shift());
    if (gesture.does === "undo") undoNow(table);
    else if (gesture.does === "redo") redoNow(table);
    else if (gesture.does === "press") pressNow(table, gesture.name, gesture.place);
    else if (gesture.does === "drop") dropNow(table, gesture.hand, gesture.under, gesture.inZone);
    else if (gesture.does === "pick") pickNow(table, gesture.place, gesture.count);
    else tapLate(table, gesture);
  }
}

/**
 * A tap was meant for the card that lay there; if that one has gone, it was meant for nothing.
 * @type {(table: Table, gesture: { place: string, count: number, card: string | null, at: number }) => void}
 */
function tapLate(table, gesture) {
  if (isEcho(table, gesture)) return;
  if (gesture.card && gesture.card !== cardAt(table, gesture.place, gesture.count)) return;
  tapNow(table, gesture);
}
