// The bars around the table: name, code, clock, counters, the buttons.

import { icon } from "../art/icons.js";
import { find, findAll } from "../board/elements.js";
import { t } from "../i18n/words.js";
import { reading } from "../model/clock.js";

const byId = (/** @type {string} */ id) => find(document, `#${id}`);

/** Icons are drawn once; words follow the language. */
export function furnish() {
  for (const element of findAll(document, "[data-icon]")) element.insertAdjacentHTML("afterbegin", icon(String(element.dataset.icon), element.dataset.class));
}

/**
 * @param {Layout} layout
 * @param {View} view
 */
export function label(layout, view) {
  document.title = `${layout.title} · Medialuna`;
  for (const element of findAll(document, "[data-word]")) element.textContent = t(String(element.dataset.word));
  for (const element of findAll(document, "[data-label]")) element.setAttribute("aria-label", t(String(element.dataset.label)));
  byId("name").textContent = layout.title;
  byId("name").setAttribute("aria-label", `${layout.title}. ${t("page.new-game")}`);
  byId("code").textContent = view.code;
  byId("code").setAttribute("aria-label", t("page.copy-code-of", { code: view.code }));
}

/**
 * @param {View} view
 * @param {boolean} canRedo
 */
export function count(view, canRedo) {
  const { moves, score } = view.counters;
  byId("moves").textContent = String(moves);
  byId("moves-word").textContent = t("page.moves", { n: moves });
  byId("moves").parentElement?.setAttribute("aria-label", t("page.n-moves", { n: moves }));
  byId("score-box").hidden = score === null;
  byId("score").textContent = String(score ?? "");
  byId("score-word").textContent = t("page.points", { n: score ?? 0 });
  byId("score-box").setAttribute("aria-label", t("page.n-points", { n: score ?? 0 }));
  byId("undo").setAttribute("aria-disabled", String(!view.undo));
  byId("redo").setAttribute("aria-disabled", String(!canRedo));
}

/**
 * The mark of an assisted game; a lamp that is on says as much.
 * @param {View} view
 * @param {boolean} [lamp]
 */
export function assist(view, lamp) {
  byId("assisted").hidden = !view.assisted || lamp === true;
}

/**
 * Whether the time is to be seen at all; it is measured in any case.
 * @param {boolean} wanted
 */
export function offerClock(wanted) {
  find(document, ".clock").hidden = !wanted;
}

/** @param {Clock} clock */
export function showClock(clock) {
  const text = reading(clock);
  const element = byId("clock");
  if (element.textContent !== text) {
    element.textContent = text;
    find(document, ".clock").setAttribute("aria-label", t("page.clock-reads", { time: text }));
  }
}
