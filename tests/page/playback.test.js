import assert from "node:assert/strict";
import test from "node:test";

import * as playbacks from "../../src/medialuna/page/model/playback.js";

test("stays between the deal and the last action", () => {
  const playback = playbacks.newPlayback(30);
  for (const [asked, at] of [[5, 5], [-3, 0], [99, 30], [NaN, 0], ["7", 7]]) {
    playbacks.goTo(playback, asked);
    assert.equal(playback.at, at);
  }
});

test("stops at the end by itself, and starts from the deal again", () => {
  const playback = playbacks.newPlayback(2);
  playbacks.play(playback);
  playbacks.goTo(playback, 1);
  assert.equal(playback.playing, true);
  playbacks.goTo(playback, 2);
  assert.equal(playback.playing, false);
  playbacks.play(playback);
  assert.deepEqual([playback.at, playback.playing], [0, true]);
  playbacks.play(playback);
  assert.equal(playback.playing, false);
});

test("a game without an action cannot be played", () => {
  const playback = playbacks.newPlayback(0);
  playbacks.play(playback);
  assert.equal(playback.playing, false);
});

test("fetches whole windows, once, and none beyond the end", () => {
  const playback = playbacks.newPlayback(30);
  assert.deepEqual(playbacks.missing(playback, 0), { from: 0, to: 19 });
  assert.deepEqual(playbacks.missing(playback, 25), { from: 20, to: 30 });
  playbacks.keep(playback, 20, Array.from({ length: 11 }, (_, i) => ({ step: 20 + i })));
  assert.equal(playbacks.missing(playback, 30), null);
  assert.equal(playbacks.missing(playback, 31), null);
  assert.equal(playbacks.missing(playback, -1), null);
  assert.equal(playback.views.get(23).step, 23);
});

test("goes round its paces, faster each time", () => {
  const playback = playbacks.newPlayback(5);
  const seen = playbacks.PACES.map(() => {
    const beat = playbacks.beat(playback);
    playbacks.faster(playback);
    return beat;
  });
  assert.deepEqual(seen, [...seen].sort((a, b) => b - a));
  assert.equal(playback.pace, playbacks.PACES[0]);
});
