// The table without a picture, against views as the server sends them.
import assert from "node:assert/strict";
import test from "node:test";

import { targets } from "../../src/medialuna/page/model/hand.js";
import * as rules from "../../src/medialuna/page/model/table.js";

const lies = (cards, count = cards.length, more = {}) => ({ cards, count, face_down: 0, lift: Math.min(cards.length, 1), press: null, ...more });
const goes = (to, more = {}) => ({ to, tap: null, double: to[0] ?? null, zone: null, ...more });

/** Piles 1 to 3, a stock and two foundations F and G: no game that exists, since the page knows none. */
const view = (more = {}) => ({
  id: "g", step: 4, undo: true, presses: { "+": true, R: false }, counters: {}, status: "running",
  places: {
    1: lies(["5S0"], 6), 2: lies(["6S0"], 6), 3: lies(["9H0", "8S0", "7H0"]),
    stock: lies([], 24, { face_down: 24, press: "+" }), F: lies(["4S0"], 4), G: lies([], 0),
  },
  moves: {
    1: { 1: goes(["F", "2"], { zone: "F" }) },
    2: { 1: goes([], { zone: "F" }) },
    3: { 1: goes(["2"], { tap: "2" }), 2: goes([]) },
    F: { 1: goes(["2"], { zone: "G" }) },
  },
  ...more,
});

function laidOut(more) {
  const table = rules.newTable();
  rules.layOut(table, view(more), ["F", "G"]);
  return table;
}

const sent = (table) => table.outbox.filter(({ ask }) => ask === "act").map(({ action }) => action);
const asked = (table) => table.outbox.filter(({ ask }) => ask === "why").map(({ question }) => question);
const cards = (table) => Object.values(table.places).reduce((sum, { count }) => sum + count, 0);

test("a tap on a card with several targets picks it up and marks them", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  assert.deepEqual(table.picked, { source: "1", count: 1, cards: ["5S0"] });
  assert.deepEqual(targets(table), ["F", "2"]);
  assert.deepEqual(sent(table), []);
});

test("a second tap, on a target, sends the card there; it lies there at once and its moves are forgotten", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  rules.tap(table, "2", 1, 1000);
  assert.deepEqual(sent(table), [{ move: { source: "1", count: 1, target: "2" } }]);
  assert.deepEqual(table.places[2].cards, ["6S0", "5S0"]);
  assert.equal(table.places[1].count, 5);
  assert.equal(table.moves, null);
  assert.deepEqual(targets(table), []);
  assert.equal(table.outbox[0].step, 4);
});

test("a tap sends a card where the server says that a tap sends it", () => {
  const table = laidOut();
  rules.tap(table, "3", 1, 0);
  assert.deepEqual(sent(table), [{ move: { source: "3", count: 1, target: "2" } }]);
});

test("the second half of a double tap does not send the card beneath", () => {
  const table = laidOut();
  rules.tap(table, "3", 1, 0);
  rules.tap(table, "3", 1, 120);
  rules.done(table, view({ step: 5 }));
  assert.equal(sent(table).length, 1);
  assert.equal(table.picked, null);
});

test("a double click of any ordinary speed plays one card, a later tap the next one", () => {
  const places = { ...view().places, 3: lies(["9H0", "8S0"]) };
  for (const answered of [true, false]) {
    for (const [pause, played] of [[40, 1], [120, 1], [180, 1], [260, 1], [350, 1], [499, 1], [501, 2], [900, 2]]) {
      const table = laidOut();
      const answer = () => rules.done(table, view({ step: table.view.step + 1, places }));
      rules.tap(table, "3", 1, 1000);
      if (answered) answer();
      rules.tap(table, "3", 1, 1000 + pause);
      if (!answered) answer();
      assert.equal(sent(table).length, played, `${pause} ms, ${answered ? "after" : "before"} the answer`);
    }
  }
});

test("the third click plays again, and so does the second where the double click is off or at another place", () => {
  const moves = { ...view().moves, 2: { 1: goes(["F"], { tap: "F" }) } };
  for (const [settings, taps] of [[{}, ["3", "3", "3"]], [{ double_click: false }, ["3", "3"]], [{}, ["3", "2"]]]) {
    const table = laidOut({ moves });
    Object.assign(table.settings, settings);
    taps.forEach((place, i) => {
      rules.tap(table, place, 1, 1000 + 150 * i);
      if (table.pending) rules.done(table, view({ step: table.view.step + 1, moves }));
    });
    assert.equal(sent(table).length, 2);
  }
});

test("two quick taps on the same card are a double tap", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  rules.tap(table, "1", 1, 250);
  assert.deepEqual(sent(table), [{ move: { source: "1", count: 1, target: "F" } }]);
});

test("two slow taps on the same card put it down again, and so do quick ones with the double click off", () => {
  for (const [settings, pause] of [[{}, 400], [{ double_click: false }, 100]]) {
    const table = laidOut();
    Object.assign(table.settings, settings);
    rules.tap(table, "1", 1, 0);
    rules.tap(table, "1", 1, pause);
    assert.equal(table.picked, null);
    assert.deepEqual(table.outbox, []);
  }
});

test("a double tap on a card that no place takes says so", () => {
  const table = laidOut();
  rules.tap(table, "2", 1, 0);
  rules.tap(table, "2", 1, 100);
  assert.deepEqual(table.refusal, { place: "2", word: "page.nowhere" });
});

test("case 10: two taps on two different cards within 300 ms are two taps", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  rules.tap(table, "F", 1, 100);
  assert.deepEqual(sent(table), [{ move: { source: "1", count: 1, target: "F" } }]);
});

test("case 8: with a card picked up a tap on the stock moves no third card", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  rules.tap(table, "stock", 0, 1000);
  assert.deepEqual(sent(table), []);
  assert.deepEqual(asked(table), [{ source: "1", count: 1, target: "stock" }]);
  assert.equal(table.picked, null);
});

test("a tap on the stock presses it, and where that is not allowed asks why", () => {
  const table = laidOut();
  rules.tap(table, "stock", 0, 0);
  assert.deepEqual(sent(table), [{ press: "+" }]);
  const empty = laidOut({ presses: { "+": false } });
  rules.tap(empty, "stock", 0, 0);
  assert.deepEqual(asked(empty), [{ press: "+" }]);
});

test("a group that does not hold together is not lifted, and the reason is asked for", () => {
  const table = laidOut();
  assert.equal(rules.lift(table, "3", 3), false);
  assert.equal(table.held, null);
  assert.deepEqual(asked(table), [{ source: "3", count: 3 }]);
});

test("a drop takes the nearest place that accepts the cards", () => {
  const table = laidOut();
  rules.lift(table, "1", 1);
  rules.drop(table, ["3", "2"], false);
  assert.deepEqual(sent(table), [{ move: { source: "1", count: 1, target: "2" } }]);
  assert.equal(table.held, null);
});

test("a drop anywhere in the foundations' zone finds the right foundation", () => {
  const table = laidOut();
  rules.lift(table, "1", 1);
  rules.drop(table, ["G"], true);
  assert.deepEqual(sent(table), [{ move: { source: "1", count: 1, target: "F" } }]);
  const between = laidOut();
  rules.lift(between, "1", 1);
  rules.drop(between, [], true);
  assert.deepEqual(sent(between), [{ move: { source: "1", count: 1, target: "F" } }]);
});

test("a refused drop asks about the nearest place; the reason is shown there", () => {
  const table = laidOut();
  rules.lift(table, "2", 1);
  rules.drop(table, ["3", "1"], false);
  assert.deepEqual(asked(table), [{ source: "2", count: 1, target: "3" }]);
  rules.reason(table, table.outbox[0], { allowed: false, code: "x.suit", rule: "X-1", message: "The suit is wrong" });
  assert.deepEqual(table.refusal, { place: "3", source: "2", count: 1, message: "The suit is wrong", code: "x.suit", rule: "X-1" });
});

test("with the interactive rules off a refused card only goes back", () => {
  const table = laidOut();
  table.settings.interactive_rules = false;
  rules.lift(table, "2", 1);
  rules.drop(table, ["3"], false);
  assert.deepEqual(table.outbox, []);
  assert.deepEqual(table.refusal, { place: "3", word: null });
});

test("a reason that comes after the next gesture is not shown", () => {
  const table = laidOut();
  rules.lift(table, "2", 1);
  rules.drop(table, ["3"], false);
  rules.tap(table, "1", 1, 0);
  rules.reason(table, table.outbox[0], { allowed: false, message: "Late" });
  assert.equal(table.refusal, null);
});

test("a drop at home, or over nothing, is nothing", () => {
  const table = laidOut();
  rules.lift(table, "1", 1);
  rules.drop(table, [], false);
  assert.deepEqual(table.outbox, []);
  assert.equal(table.held, null);
});

test("undo is asked of the server, and where there is nothing to undo, why", () => {
  const table = laidOut();
  rules.undo(table);
  assert.deepEqual(sent(table), [{ undo: true }]);
  const first = laidOut({ undo: false });
  rules.undo(first);
  assert.deepEqual(asked(first), [{ undo: 1 }]);
});

test("gestures made before the answer are kept and carried out in their order", () => {
  const table = laidOut();
  rules.undo(table);
  rules.undo(table);
  rules.tap(table, "stock", 0, 50);
  assert.equal(sent(table).length, 1);
  rules.done(table, view({ step: 5 }));
  assert.deepEqual(sent(table), [{ undo: true }, { undo: true }]);
  rules.done(table, view({ step: 6 }));
  assert.deepEqual(sent(table), [{ undo: true }, { undo: true }, { press: "+" }]);
  assert.deepEqual(table.outbox.map(({ step }) => step), [4, 5, 6]);
});

test("a card let go before the answer waits in the hand, then goes where it was let go", () => {
  const table = laidOut();
  rules.tap(table, "stock", 0, 0);
  assert.equal(rules.lift(table, "1", 1), true);
  rules.drop(table, ["2"], false);
  assert.deepEqual(table.held.cards, ["5S0"]);
  rules.done(table, view({ step: 5 }));
  assert.equal(table.held, null);
  assert.deepEqual(sent(table).at(-1), { move: { source: "1", count: 1, target: "2" } });
});

test("a tap kept for a card that has gone meanwhile is meant for nothing", () => {
  const table = laidOut();
  rules.undo(table);
  rules.tap(table, "1", 1, 0);
  const after = view({ step: 5 });
  after.places[1] = lies(["KD0"], 6);
  rules.done(table, after);
  assert.equal(table.picked, null);
  assert.equal(sent(table).length, 1);
});

test("an answer takes cards out of the hand that can no longer be lifted", () => {
  const table = laidOut();
  rules.tap(table, "stock", 0, 0);
  rules.lift(table, "2", 1);
  const after = view({ step: 5 });
  delete after.moves[2];
  rules.done(table, after);
  assert.equal(table.held, null);
});

test("a refusal by the server brings the table back and forgets the gestures after it", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  rules.tap(table, "2", 1, 500);
  rules.undo(table);
  rules.refused(table, table.outbox[0], "No", "X-1");
  assert.deepEqual(table.places, view().places);
  assert.deepEqual(table.refusal, { place: "2", message: "No", rule: "X-1" });
  assert.deepEqual(table.queue, []);
  assert.equal(table.pending, null);
});

test("the view of another tab is taken over whole", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  rules.tap(table, "2", 1, 500);
  const other = view({ step: 9 });
  other.places[1] = lies(["KD0"], 3);
  rules.forgetAhead(table, other);
  assert.equal(table.view.step, 9);
  assert.deepEqual(table.places[1].cards, ["KD0"]);
  assert.equal(table.picked, null);
});

test("an answer about a game that has been left changes nothing", () => {
  const table = laidOut();
  rules.undo(table);
  rules.layOut(table, view({ id: "h" }), ["F", "G"]);
  rules.done(table, view({ step: 5 }));
  assert.equal(table.view.id, "h");
});

test("no gesture loses or doubles a card", () => {
  const table = laidOut();
  const all = cards(table);
  rules.tap(table, "1", 1, 0);
  rules.tap(table, "2", 1, 500);
  assert.equal(cards(table), all);
  rules.lift(table, "3", 1);
  rules.putBack(table);
  assert.equal(cards(table), all);
  rules.forgetAhead(table);
  assert.equal(cards(table), all);
});

test("a key picks up without sending, and puts down at the target", () => {
  const table = laidOut();
  rules.pick(table, "3", 1);
  assert.deepEqual(sent(table), []);
  assert.deepEqual(targets(table), ["2"]);
  rules.pick(table, "2", 1);
  assert.deepEqual(sent(table), [{ move: { source: "3", count: 1, target: "2" } }]);
});

test("Esc puts down what was picked up", () => {
  const table = laidOut();
  rules.tap(table, "1", 1, 0);
  rules.rest(table);
  assert.equal(table.picked, null);
});

test("the view itself is never changed by what is done ahead of the server", () => {
  const table = laidOut();
  rules.tap(table, "3", 1, 0);
  assert.deepEqual(table.view.places, view().places);
});
