import assert from "node:assert/strict";
import test from "node:test";

import * as clocks from "../../src/medialuna/page/model/clock.js";

/** Ticks once a second from one time to another. */
function run(clock, from, to) {
  for (let now = from; now <= to; now++) clocks.tick(clock, now);
}

test("starts with the first action", () => {
  const clock = clocks.newClock();
  run(clock, 0, 10);
  assert.equal(clocks.reading(clock), "0:00");
  clocks.start(clock, 10);
  run(clock, 11, 15);
  assert.equal(clocks.reading(clock), "0:05");
});

test("case 17: stands still while the page is hidden or a window is open, until both are over", () => {
  const clock = clocks.newClock(60, true);
  clocks.tick(clock, 0);
  clocks.hold(clock, "hidden", 1);
  clocks.hold(clock, "dialog", 5);
  clocks.release(clock, "hidden", 90);
  run(clock, 91, 95);
  assert.equal(clock.seconds, 61);
  clocks.release(clock, "dialog", 100);
  run(clock, 101, 102);
  assert.equal(clock.seconds, 63);
});

test("case 17: does not count the sleep of the machine", () => {
  const clock = clocks.newClock(0, true);
  run(clock, 0, 3);
  clocks.tick(clock, 5000);
  assert.equal(clock.seconds, 3);
});

test("stops at the end, and goes on when the end is undone", () => {
  const clock = clocks.newClock(0, true);
  run(clock, 0, 3);
  clocks.end(clock, true, 4);
  run(clock, 5, 20);
  assert.equal(clock.seconds, 4);
  clocks.end(clock, false, 30);
  run(clock, 31, 32);
  assert.equal(clock.seconds, 6);
});

test("reads hours only where there are some", () => {
  assert.equal(clocks.reading(clocks.newClock(767)), "12:47");
  assert.equal(clocks.reading(clocks.newClock(3723)), "1:02:03");
});
