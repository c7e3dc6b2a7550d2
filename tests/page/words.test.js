import assert from "node:assert/strict";
import test from "node:test";

import { cardName, label } from "../../src/medialuna/page/i18n/speech.js";
import { t, useWords } from "../../src/medialuna/page/i18n/words.js";

test("fills in names and chooses between one and many", () => {
  useWords("en", { greet: "Hello {name}", moves: ["move", "moves"] });
  assert.equal(t("greet", { name: "you" }), "Hello you");
  assert.equal(t("moves", { n: 1 }), "move");
  assert.equal(t("moves", { n: 0 }), "moves");
});

test("French counts nothing as one", () => {
  useWords("fr", { moves: ["coup", "coups"] });
  assert.equal(t("moves", { n: 0 }), "coup");
});

test("a card is called by its rank and suit, and where it lies", () => {
  const words = { "page.card": "{rank} of {suit}", "suit.H": "hearts", "page.rank.K": "king", "page.say.lies": "{card}, {i} of {n}, {place}", "page.say.can-move": "can move" };
  useWords("en", words);
  assert.equal(cardName("TH0"), "10 of hearts");
  assert.equal(cardName("KH1"), "king of hearts");
  const table = { places: { 4: { cards: ["7H0", "KH0"], count: 5 } }, moves: { 4: { 1: { to: ["2"] } } } };
  const layout = { placeName: (place) => `column ${place}` };
  assert.equal(label(table, layout, "4", 1), "king of hearts, 5 of 5, column 4, can move");
  assert.equal(label(table, layout, "4", 2), "7 of hearts, 4 of 5, column 4");
});
