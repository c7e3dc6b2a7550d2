// The table of Crescent: a horseshoe of sixteen piles around eight foundations.
// What every layout says about its game stands in layouts/README.md.

import { GLYPHS, LETTERS, slot } from "../../art/cards.js";
import { icon, smallCard, smallTable } from "../../art/icons.js";
import { find, findAll } from "../elements.js";

export const title = "Crescent";
export const css = "cr";
export const suits = "four"; // it is built in suit, so colours of their own help
export const letters = "CR";
export const example = "CR1-N-AAAAAAB";
export const zone = ["AS", "AH", "AD", "AC", "KS", "KH", "KD", "KC"];
const PILES = Array.from({ length: 16 }, (_, i) => String(i + 1));
export const places = [...PILES, ...zone];
/** @type {Record<string, string>} */
export const flows = {};
/** @type {Layout["presses"]} */
export const presses = { R: { motion: "redeal", key: "r" } };

/**
 * Row and column of a pile: in the upright table of 8 columns, in the wide one of 10.
 * @param {number} number
 * @returns {Record<string, number>}
 */
function seat(number) {
  if (number <= 4) return { r8: 6 - number, c8: 1, r10: 5 - number, c10: 1 };
  if (number >= 13) return { r8: number - 11, c8: 8, r10: number - 12, c10: 10 };
  return { r8: 1, c8: number - 4, r10: 1, c10: number - 3 };
}

/** @type {(glyph: string, up: boolean) => string} */
const sign = (glyph, up) =>
  `<svg class="sign ${up ? "a" : "k"}" viewBox="-10 -10 164 120" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"><path d="${GLYPHS[glyph][1]}"/><path d="M112 ${up ? "100V4M80 36 112 2 144 36" : "0V96M80 64 112 98 144 64"}" stroke-width="10"/></svg>`;

/** @param {HTMLElement} board */
export function build(board) {
  /** @type {Record<string, HTMLElement>} */
  const cells = {};
  /** @type {Record<string, HTMLElement>} */
  const frames = {};
  for (const place of PILES) {
    const pile = document.createElement("div");
    pile.className = "pile";
    pile.innerHTML = '<div class="cell"></div><div class="tag" aria-hidden="true"><b></b><span></span></div>';
    for (const [name, value] of Object.entries(seat(Number(place)))) pile.style.setProperty(`--${name}`, String(value));
    find(pile, "b").textContent = place;
    cells[place] = find(pile, ".cell");
    frames[place] = pile;
    board.append(pile);
  }
  const centre = document.createElement("div");
  centre.className = "centre";
  centre.innerHTML = `<div class="founds"></div><button class="redeal" type="button" data-press="R">${icon("redeal")}<span></span></button>`;
  const founds = find(centre, ".founds"), button = find(centre, ".redeal");
  for (const place of zone) {
    const cell = document.createElement("div");
    cell.className = "cell";
    cells[place] = frames[place] = cell;
    founds.append(cell);
  }
  board.append(centre);
  frames.R = button;
  return { cells, frames, zone: founds, button };
}

/**
 * What is written on the table: counts, letters, the button.
 * @param {Parts & { zone: HTMLElement, button: HTMLElement }} parts
 * @param {Table} table
 * @param {Words} words
 */
export function dress({ frames, zone: founds, button }, table, { t, language }) {
  for (const place of PILES) {
    const { count } = table.places[place];
    const held = table.held?.source === place ? table.held.count : 0;
    find(frames[place], ".tag span").textContent = count - held ? `×${count - held}` : "–";
  }
  const index = LETTERS[language] ?? LETTERS.en;
  if (founds.dataset.letters !== index) {
    founds.dataset.letters = index;
    for (const old of findAll(founds, ".sign")) old.remove();
    founds.insertAdjacentHTML("beforeend", sign(index[0], true) + sign(index[3], false));
  }
  const left = table.view.counters.redeals_left;
  find(button, "span").textContent = left ? t("page.redistribute", { n: left }) : t("page.no-redistributions");
  button.classList.toggle("spent", !left);
  button.setAttribute("aria-disabled", String(table.view.presses.R !== true));
}

/** @type {(place: string, count: number) => number} */
export const thickness = (place, count) => count - 1;

/**
 * The drawing of an empty place.
 * @type {(place: string) => string}
 */
export const empty = (place) => (zone.includes(place) ? slot(place[1]) : slot("dead"));
/** @type {(place: string) => string} */
export const emptyClass = (place) => (zone.includes(place) ? "" : "dead");

/**
 * @param {string} place
 * @param {Translate} t
 * @param {string} [form] of the word: "" for its name, ".from", ".to"
 * @returns {string}
 */
export function placeName(place, t, form = "") {
  if (place === "R") return t("page.redistribution");
  if (!zone.includes(place)) return t(`page.pile${form}`, { n: place });
  return t(`page.${place[0] === "A" ? "ace" : "king"}-foundation${form}`, { suit: t(`suit.${place[1]}`) });
}

// ---- the new-game window ----------------------------------------------------------------------------------------

export const note = "page.crescent.note";

export const options = [
  { name: "redeals", word: "page.redeals", brief: "page.brief.redeals", values: [["3", "page.redeals-three"], ["4", "page.redeals-four"]] },
  { name: "down", word: "page.face-down", note: "page.face-down-note" },
];

/** @type {(picked: OptionValues) => string} */
export const optionLetters = (picked) => (picked.redeals === "4" ? "4" : "") + (picked.down ? "B" : "") || "N";
/** @type {(text: string) => OptionValues} */
export const lettersMean = (text) => ({ redeals: text.startsWith("4") ? "4" : "3", down: text.endsWith("B") });

export function picture() {
  let cards = "";
  for (let i = 0; i < 8; i++) cards += smallCard(11 + i * 11, 0);
  for (let j = 0; j < 4; j++) cards += smallCard(0, j * 15) + smallCard(99, j * 15);
  for (let i = 0; i < 4; i++) cards += smallCard(33 + i * 11, 19, true) + smallCard(33 + i * 11, 34, true);
  return smallTable(cards);
}
