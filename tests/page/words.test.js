import assert from "node:assert/strict";
import test from "node:test";

import { cardName, label } from "../../src/medialuna/page/i18n/speech.js";
import { either, t, useWords } from "../../src/medialuna/page/i18n/words.js";

test("fills in names and chooses between one and many", () => {
  useWords("en", { greet: "Hello {name}", moves: { one: "move", other: "moves" } });
  assert.equal(t("greet", { name: "you" }), "Hello you");
  assert.equal(t("moves", { n: 1 }), "move");
  assert.equal(t("moves", { n: 0 }), "moves");
});

test("French counts nothing as one", () => {
  useWords("fr", { moves: { one: "coup", other: "coups" } });
  assert.equal(t("moves", { n: 0 }), "coup");
});

test("a language may have one form or six, and a category without a form takes the last", () => {
  useWords("ja", { moves: { other: "{n}手" } });
  assert.deepEqual([0, 1, 5].map((n) => t("moves", { n })), ["0手", "1手", "5手"]);
  useWords("ru", { moves: { one: "ход", few: "хода", other: "ходов" } });
  assert.deepEqual([1, 3, 5, 11, 21, 22].map((n) => t("moves", { n })), ["ход", "хода", "ходов", "ходов", "ход", "хода"]);
  useWords("ar", { moves: { zero: "0", one: "1", two: "2", few: "3-10", many: "11-99", other: "100" } });
  assert.deepEqual([0, 1, 2, 7, 30, 100].map((n) => t("moves", { n })), ["0", "1", "2", "3-10", "11-99", "100"]);
});

test("numbers are written as the language does", () => {
  const seen = (language) => (useWords(language, { seen: { one: "{n} x", other: "{n} xs" } }), t("seen", { n: 762675 }));
  assert.deepEqual([seen("en"), seen("es")], ["762,675 xs", "762.675 xs"]);
  assert.match(seen("fr"), /^762\s675 xs$/);
});

test("one of several is asked for with the language's own word", () => {
  useWords("es", {});
  assert.equal(either(["a la pila 3"]), "a la pila 3");
  assert.equal(either(["a la pila 3", "a la pila 4", "a la base de picas"]), "a la pila 3, a la pila 4 o a la base de picas");
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
