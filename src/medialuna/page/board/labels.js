// The names that screen readers read out, on every card and place of the picture.

import { label } from "../i18n/speech.js";

/**
 * Names for everything that can be reached on the table.
 * @param {Picture} picture
 * @param {Table} table
 */
export function labelAll(picture, table) {
  const { layout, cells } = picture;
  for (const place of layout.places) {
    const { cards } = table.places[place], [slot, under] = /** @type {any} */ (cells[place].children);
    if (!slot.hidden) name(slot, label(table, layout, place, 0));
    if (!under.hidden && !under.inert) name(under, label(table, layout, place, 0));
    cards.forEach((id, i) => {
      const element = picture.cards.get(id);
      if (element) name(element, label(table, layout, place, cards.length - i));
    });
    const picked = table.picked?.source === place ? table.picked.cards : [];
    for (const id of cards) picture.cards.get(id)?.setAttribute("aria-pressed", String(picked.includes(id)));
  }
}

/**
 * @param {Element} element
 * @param {string} text
 */
function name(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}
