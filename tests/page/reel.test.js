import assert from "node:assert/strict";
import test from "node:test";

import * as reels from "../../src/medialuna/page/model/replay.js";

test("stays between the deal and the last action", () => {
  const reel = reels.newReel(30);
  for (const [asked, at] of [[5, 5], [-3, 0], [99, 30], [NaN, 0], ["7", 7]]) {
    reels.goTo(reel, asked);
    assert.equal(reel.at, at);
  }
});

test("stops at the end by itself, and starts from the deal again", () => {
  const reel = reels.newReel(2);
  reels.play(reel);
  reels.goTo(reel, 1);
  assert.equal(reel.playing, true);
  reels.goTo(reel, 2);
  assert.equal(reel.playing, false);
  reels.play(reel);
  assert.deepEqual([reel.at, reel.playing], [0, true]);
  reels.play(reel);
  assert.equal(reel.playing, false);
});

test("a game without an action cannot be played", () => {
  const reel = reels.newReel(0);
  reels.play(reel);
  assert.equal(reel.playing, false);
});

test("fetches whole windows, once, and none beyond the end", () => {
  const reel = reels.newReel(30);
  assert.deepEqual(reels.missing(reel, 0), { from: 0, to: 19 });
  assert.deepEqual(reels.missing(reel, 25), { from: 20, to: 30 });
  reels.keep(reel, 20, Array.from({ length: 11 }, (_, i) => ({ step: 20 + i })));
  assert.equal(reels.missing(reel, 30), null);
  assert.equal(reels.missing(reel, 31), null);
  assert.equal(reels.missing(reel, -1), null);
  assert.equal(reel.views.get(23).step, 23);
});

test("goes round its paces, faster each time", () => {
  const reel = reels.newReel(5);
  const seen = reels.PACES.map(() => {
    const beat = reels.beat(reel);
    reels.faster(reel);
    return beat;
  });
  assert.deepEqual(seen, [...seen].sort((a, b) => b - a));
  assert.equal(reel.pace, reels.PACES[0]);
});
