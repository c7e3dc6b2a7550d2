// What all windows over the table share. The browser's own modal dialog keeps the focus inside and closes with Esc.

import { icon } from "../art/icons.js";
import { isStill } from "../board/motion.js";
import { t } from "../i18n/words.js";

/** Opens a window; `body` is its HTML after the heading. Answers the element; closing it removes it. */
export function openDialog({ title, body, cls = "", onClose, describedBy, into = document.querySelector(".app") }) {
  document.querySelector("dialog[open]")?.close();
  const dialog = document.createElement("dialog");
  dialog.className = `dlg ${cls}`;
  dialog.setAttribute("aria-labelledby", "dialog-title");
  if (describedBy) dialog.setAttribute("aria-describedby", describedBy);
  dialog.innerHTML = `<h2 id="dialog-title"><span></span><button type="button" class="close">${icon("close")}</button></h2>${body}`;
  dialog.querySelector("h2 span").textContent = title;
  const close = dialog.querySelector(".close");
  close.setAttribute("aria-label", t("page.close"));
  close.addEventListener("click", () => dialog.close());
  // a press on the scrim closes too; the dialog's own box is no scrim
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const out = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
    if (out) dialog.close();
  });
  const opener = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  });
  into.append(dialog);
  dialog.showModal();
  if (!isStill()) dialog.animate([{ opacity: 0, transform: "translateY(12px)" }, {}], { duration: 220, easing: "cubic-bezier(.2, .7, .2, 1)" });
  return dialog;
}

/** HTML of a choice of one: `values` are pairs of value and words. */
export const choice = (name, label, values, note = "") =>
  `<div class="opt"><span id="l-${name}">${label}${note && `<small>${note}</small>`}</span>` +
  `<div class="seg" role="radiogroup" aria-labelledby="l-${name}" data-name="${name}">${values
    .map(([value, words]) => `<button type="button" role="radio" data-value="${value}">${words}</button>`)
    .join("")}</div></div>`;

export const toggle = (name, label, note = "") =>
  `<div class="opt"><span id="l-${name}">${label}${note && `<small>${note}</small>`}</span>` +
  `<button type="button" class="switch" role="switch" aria-labelledby="l-${name}" data-name="${name}"></button></div>`;

/** Chooses one of a radio group; only the chosen one is a stop for Tab. */
export function check(group, value) {
  const radios = [...group.querySelectorAll("[role=radio]")];
  for (const radio of radios) {
    const chosen = radio.dataset.value === value;
    radio.setAttribute("aria-checked", String(chosen));
    radio.tabIndex = chosen ? 0 : -1;
  }
}

export const checked = (group) => group.querySelector("[aria-checked=true]")?.dataset.value;

/** Clicks and arrow keys in a radio group; `chosen(value)` hears of a choice by hand. */
export function bindRadios(group, chosen) {
  const radios = [...group.querySelectorAll("[role=radio]")];
  const choose = (radio) => {
    check(group, radio.dataset.value);
    chosen?.(radio.dataset.value);
  };
  for (const radio of radios) radio.addEventListener("click", () => choose(radio));
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = radios[(radios.indexOf(document.activeElement) + step + radios.length) % radios.length];
    next.focus();
    choose(next);
  });
}

export function turn(button, on) {
  button.setAttribute("aria-checked", String(on));
}

export function bindSwitch(button, turned) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-checked") !== "true";
    turn(button, on);
    turned?.(on);
  });
}
