// Where a card is dropped, where a bubble goes, where an arrow key leads.
import assert from "node:assert/strict";
import test from "node:test";

import { inside, overlap, under } from "../../src/medialuna/page/board/drag.js";
import { nearest } from "../../src/medialuna/page/board/keyboard.js";
import { freePlace, placeFor } from "../../src/medialuna/page/ui/notices.js";

const box = (left, top, width = 40, height = 56) => ({ left, top, right: left + width, bottom: top + height });
const AWAY = { x: -1, y: -1 };

test("overlap is a part of the card's own area", () => {
  assert.equal(overlap(box(0, 0), box(0, 0)), 1);
  assert.equal(overlap(box(0, 0), box(20, 0)), 0.5);
  assert.equal(overlap(box(0, 0), box(40, 0)), 0);
});

test("a card is over a place with 30 % of its area, or with the pointer", () => {
  const rects = { home: box(0, 0), near: box(44, 0) };
  assert.deepEqual(under(box(16, 0), AWAY, rects, "home"), ["near"]);
  assert.deepEqual(under(box(15, 0), AWAY, rects, "home"), []);
  assert.deepEqual(under(box(14, 20), { x: 46, y: 30 }, rects, "home"), ["near"]);
});

test("a card that still lies at home is over nothing else", () => {
  const rects = { home: box(0, 0, 120, 56), near: box(20, 0) };
  assert.deepEqual(under(box(10, 4), AWAY, rects, "home"), []);
});

test("of several places the one covered most comes first", () => {
  const rects = { home: box(500, 0), a: box(0, 0), b: box(44, 0) };
  assert.deepEqual(under(box(24, 0), AWAY, rects, "home"), ["b", "a"]);
});

test("a point on the edge is inside", () => {
  assert.ok(inside(40, 56, box(0, 0)));
  assert.ok(!inside(41, 56, box(0, 0)));
});

test("an arrow leads to the nearest place ahead, never back", () => {
  const rects = { right: box(50, 0), below: box(0, 80), far: box(200, 0), aslant: box(60, 60) };
  assert.equal(nearest(box(0, 0), rects, [1, 0]), "right");
  assert.equal(nearest(box(0, 0), rects, [0, 1]), "below");
  assert.equal(nearest(box(0, 0), rects, [-1, 0]), null);
});

const WINDOW = box(0, 0, 360, 640);

test("a bubble stands below its card, inside the window, its arrow under the card", () => {
  const card = box(316, 50);
  const at = placeFor({ width: 200, height: 40 }, card, card, WINDOW);
  assert.equal(at.side, "below");
  assert.ok(at.left + 200 <= 360);
  assert.equal(at.left + at.arrow, 336);
});

test("a bubble without room below stands above, and without room there beside its card", () => {
  const low = box(100, 580);
  assert.equal(placeFor({ width: 200, height: 40 }, low, low, WINDOW).side, "above");
  const tall = box(200, 5, 40, 630);
  const at = placeFor({ width: 120, height: 40 }, tall, tall, WINDOW);
  assert.equal(at.side, "before");
  assert.ok(at.left + 120 < 200);
});

test("of the sides with room a bubble takes the one that hides least of what should be seen", () => {
  const card = box(100, 100);
  const below = { left: 60, top: 165, right: 140, bottom: 200 };
  assert.equal(placeFor({ width: 90, height: 40 }, card, card, WINDOW, [below]).side, "above");
  // at its end, where that leaves a neighbour's label alone
  const beside = { left: 40, top: 165, right: 90, bottom: 200 };
  const at = placeFor({ width: 90, height: 40 }, card, card, WINDOW, [beside]);
  assert.deepEqual([at.side, at.left], ["below", 96]);
});

const SMALL = { width: 100, height: 30 };

test("a notice lies at the middle of the lower edge where that is free", () => {
  const at = freePlace([SMALL], WINDOW, [box(0, 0, 360, 500)]);
  assert.equal(at.left, 130);
  assert.ok(at.top > 590 && at.top + 30 <= 640);
});

test("a notice goes where it hides nothing, and becomes narrower for that", () => {
  const covered = [box(0, 100, 360, 540), box(0, 0, 290, 100)];
  const at = freePlace([SMALL, { width: 50, height: 60 }], WINDOW, covered);
  assert.equal(at.width, 50);
  assert.ok(at.left >= 290 && at.left + 50 <= 354 && at.top >= 6 && at.top + 60 <= 100);
});

test("a notice without any room hides the least that it can", () => {
  const at = freePlace([SMALL], WINDOW, [box(0, 0, 360, 620)]);
  assert.equal(at.top, 604);
  assert.ok(freePlace([{ width: 500, height: 900 }], WINDOW, []).left === 6);
});
