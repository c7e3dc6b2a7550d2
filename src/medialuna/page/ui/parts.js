// What the windows around the table have in common.

import { Refused } from "../api/server.js";
import { icon } from "../art/icons.js";
import { t } from "../i18n/words.js";

/** A failure in words. */
export const said = (failure) => (failure instanceof Refused ? failure.message : t("page.unreachable"));

/** The options of a deal in words: "3 redistributions", "draw 1". */
export function variant(layout, letters) {
  const meaning = layout.lettersMean(letters);
  const parts = layout.options.map(({ name, word, brief, values }) => {
    const value = meaning[name];
    if (values) return t(brief, { value });
    return value ? t(word) : null;
  });
  return parts.filter(Boolean).join(", ");
}

/** HTML of a text to be taken along: a field that can only be read, and a button that copies it. */
export const takeAlong = (id, label) =>
  `<div class="field along"><label for="${id}">${label}</label><div><input id="${id}" readonly><button type="button" class="paste">${icon("copy")}<span>${t("page.copy")}</span></button></div></div>`;

export function bindTakeAlong(field, text, copy) {
  const input = field.querySelector("input");
  input.value = text;
  input.addEventListener("focus", () => input.select());
  field.querySelector("button").setAttribute("aria-label", `${t("page.copy")}: ${field.querySelector("label").textContent}`);
  field.querySelector("button").addEventListener("click", () => copy(text, t("page.copied")));
}

/** Asks before something is done that cannot be taken back: in the place of `element`, and gives it back. */
export function askFirst(element, { question, yes, act }) {
  const box = document.createElement("div");
  box.className = "sure";
  box.setAttribute("role", "group");
  box.innerHTML = `<p></p><div class="go"><button type="button" class="plain"></button><button type="button" class="danger"></button></div>`;
  const [no, does] = box.querySelectorAll("button");
  box.querySelector("p").textContent = question;
  box.setAttribute("aria-label", question);
  no.textContent = t("page.cancel");
  does.textContent = yes;
  const back = (event) => {
    box.replaceWith(element);
    element.querySelector("[data-asks]")?.focus();
    event.stopPropagation();
  };
  no.addEventListener("click", back);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // the window stays
    back(event);
  });
  does.addEventListener("click", async () => {
    does.disabled = true;
    try {
      await act(box);
    } catch (failure) {
      box.querySelector("p").textContent = said(failure);
      does.disabled = false;
    }
  });
  element.replaceWith(box);
  no.focus();
}
