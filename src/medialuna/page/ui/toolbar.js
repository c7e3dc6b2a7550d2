// The bars around the table: name, code, clock, counters, the buttons.

import { icon } from "../art/icons.js";
import { t } from "../i18n/words.js";
import { reading } from "../model/clock.js";

const find = (id) => document.getElementById(id);

/** Icons are drawn once; words follow the language. */
export function furnish() {
  for (const element of document.querySelectorAll("[data-icon]")) element.insertAdjacentHTML("afterbegin", icon(element.dataset.icon, element.dataset.class));
}

export function label(layout, view) {
  document.title = `${layout.title} · Medialuna`;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  find("name").textContent = layout.title;
  find("name").setAttribute("aria-label", `${layout.title}. ${t("page.new-game")}`);
  find("code").textContent = view.code;
  find("code").setAttribute("aria-label", t("page.copy-code-of", { code: view.code }));
}

export function count(view, canRedo) {
  const { moves, score } = view.counters;
  find("moves").textContent = moves;
  find("moves-word").textContent = t("page.moves", { n: moves });
  find("moves").parentNode.setAttribute("aria-label", `${moves} ${t("page.moves", { n: moves })}`);
  find("score-box").hidden = score === null;
  find("score").textContent = score ?? "";
  find("score-word").textContent = t("page.points", { n: score ?? 0 });
  find("score-box").setAttribute("aria-label", `${score} ${t("page.points", { n: score ?? 0 })}`);
  find("undo").setAttribute("aria-disabled", String(!view.undo));
  find("redo").setAttribute("aria-disabled", String(!canRedo));
}

/** The mark of an assisted game; a lamp that is on says as much. */
export function assist(view, lamp) {
  find("assisted").hidden = !view.assisted || lamp === true;
}

/** Whether the time is to be seen at all; it is measured in any case. */
export const offerClock = (wanted) => (find("clock").parentNode.hidden = !wanted);

export function showClock(clock) {
  const text = reading(clock);
  const element = find("clock");
  if (element.textContent !== text) {
    element.textContent = text;
    element.parentNode.setAttribute("aria-label", t("page.clock-reads", { time: text }));
  }
}
