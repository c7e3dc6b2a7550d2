// The links of the menu: what can be done with this game, what is one's own, what there is to read.

import { icon } from "../art/icons.js";
import { find, findAll } from "../board/elements.js";
import { t } from "../i18n/words.js";

const OWN = [["show", "show"], ["restart", "again"], ["share", "share"], ["replay", "replay"], ["games", "games"], ["statistics", "statistics"], ["data", "data"]];
const READ = ["rules", "examples", "faq", "about"];

/** @type {(link: string[]) => string} */
const button = ([name, sign]) => `<li><button type="button" data-way="${name}">${icon(sign)}<span>${t(`page.way.${name}`)}</span></button></li>`;

/**
 * HTML of some of the links, for the end of a game.
 * @type {(...names: string[]) => string}
 */
export const someLinks = (...names) => `<nav class="ways on"><ul>${OWN.filter(([name]) => names.includes(name)).map(button).join("")}</ul></nav>`;

/**
 * HTML of the links; the pages to read are of the game on the table.
 * @param {View} view
 */
export function menuLinks(view) {
  const link = (name) => `<li><a href="/${name}${name === "rules" || name === "examples" ? `/${view.game}` : ""}">${t(`page.way.${name}`)}</a></li>`;
  return `<nav class="ways"><ul>${OWN.map(button).join("")}</ul><ul class="read">${READ.map(link).join("")}</ul></nav>`;
}

/**
 * @param {HTMLElement} dialog
 * @param {Commands} does
 */
export function bindLinks(dialog, does) {
  find(dialog, ".ways").setAttribute("aria-label", t("page.ways"));
  for (const button of findAll(dialog, "[data-way]")) button.addEventListener("click", () => does[String(button.dataset.way)]());
}
