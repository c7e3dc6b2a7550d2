// A column's cards in rows that a finger can hit: for long columns on small screens.

import { compact } from "../art/cards.js";
import { find, findAll } from "../board/elements.js";
import { cardName } from "../i18n/speech.js";
import { currentLanguage, t } from "../i18n/words.js";
import { openDialog } from "../ui/dialog.js";

/**
 * Opens a column; choosing a row picks up that card and those on it.
 * @param {{ picture: Picture, table: Table, place: string, pick: (count: number) => void, onClose: Close }} how
 */
export function openZoom({ picture, table, place, pick, onClose }) {
  const { cards } = table.places[place];
  const movable = (count) => Boolean(table.moves?.[place]?.[count]);
  const rows = cards.map((id, i) => {
    const count = cards.length - i;
    return `<li class="${movable(count) ? "run" : ""}"><button type="button" data-count="${count}">${compact(id, currentLanguage())}<span></span></button></li>`;
  });
  const dialog = openDialog({ title: picture.layout.placeName(place, t), cls: "zoom", onClose, body: `<ol>${rows.join("")}</ol>` });
  const buttons = findAll(dialog, "li button");
  buttons.forEach((button, i) => {
    find(button, "span").textContent = cardName(cards[i]);
    button.addEventListener("click", () => {
      dialog.close();
      pick(Number(button.dataset.count));
    });
  });
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))].focus();
  });
  buttons.at(-1)?.focus();
  return dialog;
}
