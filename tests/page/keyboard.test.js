// Which letter a key stands for, on whatever keyboard.
import assert from "node:assert/strict";
import test from "node:test";

import { keyOf } from "../../src/medialuna/page/board/keyboard.js";

const CASES = [
  ["z", "KeyZ", "z", "English"],
  ["Z", "KeyZ", "z", "with Shift"],
  ["z", "KeyY", "z", "German: Y and Z change places, and what is written counts"],
  ["q", "KeyA", "q", "French"],
  ["é", "KeyW", "é", "Bépo: a Latin letter stands for itself"],
  ["ñ", "Semicolon", "ñ", "Spanish"],
  ["я", "KeyZ", "z", "Russian"],
  ["Я", "KeyZ", "z", "Russian with Shift"],
  ["ж", "Semicolon", "ж", "Russian, where the Latin keyboard has no letter"],
  ["ζ", "KeyZ", "z", "Greek"],
  ["ז", "KeyZ", "z", "Hebrew"],
  ["ئ", "KeyZ", "z", "Arabic"],
  ["لا", "KeyB", "b", "Arabic: one key, two letters"],
  ["ะ", "KeyT", "t", "Thai"],
  ["ㅋ", "KeyZ", "z", "Korean"],
  ["つ", "KeyZ", "z", "Japanese"],
  ["?", "Slash", "?", "a sign"],
  ["1", "Digit1", "1", "a digit"],
  ["Enter", "Enter", "enter", "a key with a name"],
  ["Dead", "BracketLeft", "dead", "an accent that waits"],
  [undefined, undefined, "", "what a browser makes up when it fills in a form"],
];

for (const [key, code, wanted, what] of CASES) test(`${what}: ${key}`, () => assert.equal(keyOf({ key, code }), wanted));
