import assert from "node:assert/strict";
import test from "node:test";

import { byMode, percent, total } from "../../src/medialuna/page/model/statistics.js";

test("case 16: a percentage never exceeds 100, and is 100 only when all were won", () => {
  assert.equal(percent(0, 0), null);
  assert.equal(percent(1, 3), 33);
  assert.equal(percent(999, 1000), 99);
  assert.equal(percent(7, 7), 100);
  assert.equal(percent(9, 7), 100);
});

const row = (game, options, assisted, played, won) => ({ game, options, assisted, played, won });

test("clean and assisted games stand side by side, the mode played most first", () => {
  const rows = [row("b", "X", false, 1, 0), row("a", "N", true, 2, 1), row("a", "M", false, 5, 2), row("a", "N", false, 4, 4), row("b", "Y", false, 0, 0)];
  const modes = byMode(rows, ["a", "b"]);
  assert.deepEqual(modes.map(({ game, options }) => game + options), ["aN", "aM", "bX"]);
  assert.deepEqual([modes[0].clean.played, modes[0].assisted.played, modes[1].assisted], [4, 2, null]);
});

test("the sum is that of its parts", () => {
  assert.deepEqual(total([row("a", "N", false, 4, 4), row("a", "N", true, 2, 1)]), { played: 6, won: 5 });
  assert.deepEqual(total([]), { played: 0, won: 0 });
});
