import assert from "node:assert/strict";
import test from "node:test";

import { ago } from "../../src/medialuna/page/i18n/relative-time.js";

test("how long ago, in the largest unit that fits, in the reader's language", () => {
  const now = Date.UTC(2026, 10, 30, 12);
  const before = (seconds, language = "en") => ago(now - seconds * 1000, now, language);
  assert.equal(before(20), "now");
  assert.equal(before(60), "1 minute ago");
  assert.equal(before(3 * 3600 + 100), "3 hours ago");
  assert.equal(before(86400, "es"), "ayer");
  assert.equal(before(5 * 86400, "fr"), "il y a 5 jours");
  assert.equal(before(400 * 86400), "last year");
});
