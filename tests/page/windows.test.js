import assert from "node:assert/strict";
import test from "node:test";

import { wanted } from "../../src/medialuna/page/app/windows.js";

test("an address may ask for a shared game or a move to this device", () => {
  const asked = [];
  const does = { replay: (what) => asked.push(what), device: (token) => asked.push(token), data: () => asked.push("data") };
  for (const path of ["/replay/a-B_9", "/device/xyz", "/replay"]) wanted(path)(does);
  assert.deepEqual(asked, [{ token: "a-B_9" }, "xyz", "data"]);
  for (const path of ["/", "/CR1-N-AAAAAAB", "/replay/a/b", "/replays", "/device/<x>"]) assert.equal(wanted(path), null);
});
