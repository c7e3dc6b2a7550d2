// A text to be copied: a field that can only be read, and a button.

import { icon } from "../art/icons.js";
import { t } from "../i18n/words.js";

/** HTML of a text to be taken along: a field that can only be read, and a button that copies it. */
export const copyField = (id, label) =>
  `<div class="field along"><label for="${id}">${label}</label><div><input id="${id}" readonly><button type="button" class="paste">${icon("copy")}<span>${t("page.copy")}</span></button></div></div>`;

export function bindCopyField(field, text, copy) {
  const input = field.querySelector("input");
  input.value = text;
  input.addEventListener("focus", () => input.select());
  field.querySelector("button").setAttribute("aria-label", `${t("page.copy")}: ${field.querySelector("label").textContent}`);
  field.querySelector("button").addEventListener("click", () => copy(text, t("page.copied")));
}
