import assert from "node:assert/strict";
import test from "node:test";

import { afterAction } from "../../src/medialuna/page/model/redo.js";
import * as rules from "../../src/medialuna/page/model/table.js";

const UNDO = { undo: true }, DRAW = { press: "+" }, GO = { move: { source: "1", count: 1, target: "2" } };

test("what was undone is done again in its order", () => {
  let undone = afterAction([], UNDO, { redo: GO });
  undone = afterAction(undone, UNDO, { redo: DRAW });
  assert.deepEqual(undone, [GO, DRAW]);
  undone = afterAction(undone, DRAW, {});
  assert.deepEqual(undone, [GO]);
  assert.deepEqual(afterAction(undone, structuredClone(GO), {}), []);
});

test("anything else ends it", () => {
  assert.deepEqual(afterAction([GO, DRAW], GO, {}), []);
  assert.deepEqual(afterAction([GO], DRAW, {}), []);
  assert.deepEqual(afterAction([DRAW], UNDO, {}), [], "a server that does not say what was undone");
});

test("where the answer was lost, the view that came instead says what was undone", () => {
  const table = laidOut();
  rules.undo(table);
  rules.done(table, view(6, { undone: [DRAW, GO] }));
  assert.deepEqual(table.undone, [DRAW, GO]);
});

const pile = (cards) => ({ cards, count: cards.length, face_down: 0, lift: cards.length, press: null });
const view = (step, more = {}) => ({
  id: "g", step, undo: true, presses: {}, counters: {}, status: "running",
  places: { 1: pile(["2S0"]), 2: pile(["3S0"]) },
  moves: { 1: { 1: { to: ["2"], tap: "2", double: "2", zone: null } } },
  ...more,
});

function laidOut() {
  const table = rules.newTable();
  rules.layOut(table, view(5), []);
  return table;
}

test("undo, then redo sends the same action, and the card is at its place before the answer", () => {
  const table = laidOut();
  rules.undo(table);
  rules.done(table, view(6, { redo: GO }));
  rules.redo(table);
  assert.deepEqual(table.outbox.map(({ action }) => action), [UNDO, GO]);
  assert.deepEqual(table.places[2].cards, ["3S0", "2S0"]);
});

test("redo waits for the answer of the undo before it", () => {
  const table = laidOut();
  rules.undo(table);
  rules.redo(table);
  assert.equal(table.outbox.length, 1);
  rules.done(table, view(6, { redo: DRAW }));
  assert.deepEqual(table.outbox[1].action, DRAW);
});

test("with nothing undone redo says so, and another game has nothing to do again", () => {
  const table = laidOut();
  rules.redo(table);
  assert.deepEqual(table.refusal, { place: "redo", word: "page.nothing-to-redo" });
  rules.undo(table);
  rules.done(table, view(6, { redo: DRAW }));
  rules.layOut(table, view(0, { id: "other" }), []);
  assert.deepEqual(table.undone, []);
});

test("a game that is taken up again tells what was undone", () => {
  const table = rules.newTable();
  rules.layOut(table, view(7, { undone: [DRAW, GO] }), []);
  rules.redo(table);
  assert.deepEqual(table.outbox[0].action, GO);
  rules.done(table, view(8));
  assert.deepEqual(table.undone, [DRAW]);
});

test("the view of another tab ends it too", () => {
  const table = laidOut();
  rules.undo(table);
  rules.done(table, view(6, { redo: DRAW }));
  rules.forgetAhead(table);
  assert.equal(table.undone.length, 1);
  rules.forgetAhead(table, view(9));
  assert.deepEqual(table.undone, []);
});
