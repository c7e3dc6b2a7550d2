// A text to be copied: a field that can only be read, and a button.

import { icon } from "../art/icons.js";
import { find } from "../board/elements.js";
import { t } from "../i18n/words.js";

/**
 * HTML of a text to be taken along: a field that can only be read, and a button that copies it.
 * @type {(id: string, label: string) => string}
 */
export const copyField = (id, label) =>
  `<div class="field along"><label for="${id}">${label}</label><div><input id="${id}" readonly><button type="button" class="paste">${icon("copy")}<span>${t("page.copy")}</span></button></div></div>`;

/**
 * @param {HTMLElement} field
 * @param {string} text
 * @param {Copy} copy
 */
export function bindCopyField(field, text, copy) {
  const input = find(field, "input");
  input.value = text;
  input.addEventListener("focus", () => input.select());
  find(field, "button").setAttribute("aria-label", `${t("page.copy")}: ${find(field, "label").textContent}`);
  find(field, "button").addEventListener("click", () => copy(text, t("page.copied")));
}
