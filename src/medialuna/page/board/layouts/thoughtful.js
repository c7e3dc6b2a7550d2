// The table of Thoughtful: stock, waste and foundations above seven columns.
// What every layout says about its game stands in layouts/README.md.

import { CLASS, slot } from "../../art/cards.js";
import { smallCard, smallTable } from "../../art/icons.js";

export const title = "Thoughtful";
export const css = "tf";
export const suits = "two"; // colours alternate, so red and black are what counts
export const letters = "TF";
export const example = "TF1-D1N-AAAAAAB";
export const zone = ["S", "H", "D", "C"];
const COLUMNS = ["1", "2", "3", "4", "5", "6", "7"];
export const places = ["stock", "W", ...zone, ...COLUMNS];
export const columns = COLUMNS;
export const finishes = true; // the server can tell when only cards to bring home are left
/** @type {Record<string, string>} */
export const flows = { W: "stock" }; // cards come to light here from there, and go back there
/** @type {Layout["presses"]} */
export const presses = { "+": { place: "stock", key: "d" }, R: { place: "stock", key: "r" } };

/** @param {HTMLElement} board */
export function build(board) {
  /** @type {Record<string, HTMLElement>} */
  const cells = {};
  const add = (/** @type {string} */ place, /** @type {string} */ cls, name = "", value = 0) => {
    const cell = document.createElement("div");
    cell.className = `cell ${cls}`;
    if (name) cell.style.setProperty(name, String(value));
    cells[place] = cell;
    board.append(cell);
  };
  add("stock", "stock");
  add("W", "waste");
  zone.forEach((place, i) => add(place, "found", "--f", i + 1));
  COLUMNS.forEach((place, i) => add(place, "column", "--c", i + 1));
  return { cells, frames: { ...cells, "+": cells.stock, R: cells.stock }, zone: zone.map((place) => cells[place]), columns: columns.map((place) => cells[place]) };
}

/**
 * Columns share out their height by their number of cards, and by how many of them cannot be taken up.
 * @param {Parts} parts
 * @param {Table} table
 */
export function dress({ cells }, table) {
  for (const place of COLUMNS) {
    const n = Math.max(table.places[place].count, 1), { count, lift } = table.view.places[place];
    cells[place].style.setProperty("--n", String(n));
    cells[place].style.setProperty("--k", String(Math.min(Math.max(count - lift, 0), n - 1)));
  }
}

/**
 * @param {string} place
 * @param {number} count
 */
export function thickness(place, count) {
  if (place === "stock") return Math.ceil(count / 3);
  return zone.includes(place) ? count - 1 : 0;
}

/**
 * @param {string} place
 * @param {PlaceView} lies
 */
export function empty(place, lies) {
  if (place === "stock") return slot(lies.press === "R" ? "recycle" : "none");
  return slot(zone.includes(place) ? place : "none");
}

/** @type {(place: string) => string} */
export function emptyClass(place) {
  if (zone.includes(place)) return CLASS[place];
  return place === "stock" ? "stock0" : place === "W" ? "bare" : "none";
}

/**
 * @param {string} place
 * @param {Translate} t
 * @param {string} [form] of the word: "" for its name, ".from", ".to"
 * @returns {string}
 */
export function placeName(place, t, form = "") {
  if (place === "stock" || place === "+" || place === "R") return t("page.stock");
  if (place === "W") return t(`page.waste${form}`);
  return zone.includes(place) ? t(`page.foundation${form}`, { suit: t(`suit.${place}`) }) : t(`page.column${form}`, { n: place });
}

// ---- the new-game window ----------------------------------------------------------------------------------------

export const note = "page.thoughtful.note";

export const options = [{ name: "draw", word: "page.draw", brief: "page.brief.draw", values: [["1", "page.draw-one"], ["3", "page.draw-three"]] }];

/** @type {(picked: OptionValues) => string} */
export const optionLetters = (picked) => `D${picked.draw || "1"}N`;
/** @type {(text: string) => OptionValues} */
export const lettersMean = (text) => ({ draw: text[1] });

export function picture() {
  let cards = smallCard(0, 0);
  for (let i = 0; i < 4; i++) cards += smallCard(33 + i * 11, 0, true);
  for (let i = 0; i < 7; i++) for (let j = 0; j <= i; j++) cards += smallCard(i * 11, 17 + j * 4.2);
  return smallTable(cards);
}
