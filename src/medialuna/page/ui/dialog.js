// What all windows over the table share. The browser's own modal dialog keeps the focus inside and closes with Esc.

import { icon } from "../art/icons.js";
import { find, findAll } from "../board/elements.js";
import { isStill } from "../board/motion.js";
import { t } from "../i18n/words.js";

/** Closes the window that is open, if there is one. */
export function closeDialog() {
  const open = document.querySelector("dialog[open]");
  if (open instanceof HTMLDialogElement) open.close();
}

/**
 * Opens a window; `body` is its HTML after the heading. Answers the element; closing it removes it.
 * @param {DialogOptions} how
 */
export function openDialog({ title, body, cls = "", onClose, describedBy, into = find(document, ".app") }) {
  closeDialog();
  const dialog = document.createElement("dialog");
  dialog.className = `dlg ${cls}`;
  dialog.setAttribute("aria-labelledby", "dialog-title");
  if (describedBy) dialog.setAttribute("aria-describedby", describedBy);
  dialog.innerHTML = `<h2 id="dialog-title"><span></span><button type="button" class="close">${icon("close")}</button></h2>${body}`;
  find(dialog, "h2 span").textContent = title;
  const close = find(dialog, ".close");
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
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  });
  into.append(dialog);
  dialog.showModal();
  if (!isStill()) dialog.animate([{ opacity: 0, transform: "translateY(12px)" }, {}], { duration: 220, easing: "cubic-bezier(.2, .7, .2, 1)" });
  return dialog;
}

/**
 * HTML of a choice of one: `values` are pairs of value and words.
 * @type {(name: string, label: string, values: string[][], note?: string) => string}
 */
export const choice = (name, label, values, note = "") =>
  `<div class="opt"><span id="l-${name}">${label}${note && `<small>${note}</small>`}</span>` +
  `<div class="seg" role="radiogroup" aria-labelledby="l-${name}" data-name="${name}">${values
    .map(([value, words]) => `<button type="button" role="radio" data-value="${value}">${words}</button>`)
    .join("")}</div></div>`;

/** @type {(name: string, label: string, note?: string) => string} */
export const toggle = (name, label, note = "") =>
  `<div class="opt"><span id="l-${name}">${label}${note && `<small>${note}</small>`}</span>` +
  `<button type="button" class="switch" role="switch" aria-labelledby="l-${name}" data-name="${name}"></button></div>`;

/**
 * Chooses one of a radio group; only the chosen one is a stop for Tab.
 * @param {Element} group
 * @param {unknown} value
 */
export function check(group, value) {
  const radios = findAll(group, "[role=radio]");
  for (const radio of radios) {
    const chosen = radio.dataset.value === value;
    radio.setAttribute("aria-checked", String(chosen));
    radio.tabIndex = chosen ? 0 : -1;
  }
}

/** @type {(group: Element) => string} */
export const checked = (group) => findAll(group, "[aria-checked=true]")[0]?.dataset.value ?? "";

/**
 * Clicks and arrow keys in a radio group; `chosen(value)` hears of a choice by hand.
 * @param {HTMLElement} group
 * @param {(value: string) => void} [chosen]
 */
export function bindRadios(group, chosen) {
  const radios = findAll(group, "[role=radio]");
  const choose = (radio) => {
    check(group, radio.dataset.value);
    chosen?.(radio.dataset.value ?? "");
  };
  for (const radio of radios) radio.addEventListener("click", () => choose(radio));
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = radios[(radios.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + radios.length) % radios.length];
    next.focus();
    choose(next);
  });
}

/**
 * @param {Element} button
 * @param {boolean} on
 */
export function turn(button, on) {
  button.setAttribute("aria-checked", String(on));
}

/**
 * @param {HTMLElement} button
 * @param {(on: boolean) => void} [turned]
 */
export function bindSwitch(button, turned) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-checked") !== "true";
    turn(button, on);
    turned?.(on);
  });
}
