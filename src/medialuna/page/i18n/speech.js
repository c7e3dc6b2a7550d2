// What the table shows, in words: names of cards and places, what moved, what came to light.

import { currentLanguage, either, t } from "./words.js";

/**
 * What is said in one go, each part as a sentence.
 * @type {(parts: string[]) => string}
 */
const sentences = (parts) => parts.map((part) => part.charAt(0).toLocaleUpperCase(currentLanguage()) + part.slice(1)).join(". ");

/**
 * "7 of hearts" from a card's id.
 * @param {string} id
 */
export function cardName(id) {
  const [rank, suit] = id;
  const name = "AJQK".includes(rank) ? t(`page.rank.${rank}`) : rank === "T" ? "10" : rank;
  return t("page.card", { rank: name, suit: t(`suit.${suit}`) });
}

/**
 * What a card, or an empty place, is called where it lies.
 * @param {Table} table
 * @param {Layout} layout
 * @param {string} place
 * @param {number} count
 */
export function label(table, layout, place, count) {
  const lies = table.places[place], where = layout.placeName(place, t);
  if (!count) {
    if (!lies.count) return t("page.say.empty", { place: where });
    return t("page.say.covered", { place: where, n: lies.count });
  }
  const number = lies.count - count + 1;
  const name = { card: cardName(lies.cards[lies.cards.length - count]), place: where, i: number, n: lies.count };
  const can = table.moves?.[place]?.[count]?.to.length ? "page.say.can-move" : null;
  return t("page.say.lies", name) + (can ? `, ${t(can)}` : "");
}

/**
 * What an action has done, seen from the views before and after it.
 * @param {Layout} layout
 * @param {Action} action
 * @param {View} before
 * @param {View} after
 */
export function happened(layout, action, before, after) {
  const where = (place, form) => layout.placeName(place, t, form);
  const said = [];
  if (action.move) {
    const { source, count, target } = action.move;
    const cards = before.places[source].cards.slice(-count);
    const card = count > 1 ? t("page.say.group", { card: cardName(cards[0]), n: count }) : cardName(cards[0]);
    said.push(t("page.say.moved", { card, from: where(source, ".from"), to: where(target, ".to") }));
    const shown = after.places[source].cards.at(-1);
    if (shown && !before.places[source].cards.includes(shown)) said.push(t("page.say.shows", { place: where(source), card: cardName(shown) }));
  } else if (action.undo) {
    said.push(t("page.say.undone"));
  } else {
    const pressed = String(action.press), place = layout.presses[pressed]?.place;
    const drawn = place ? Object.keys(layout.flows).find((name) => layout.flows[name] === place) : null;
    const gone = place ? before.places[place].count - after.places[place].count : 0;
    const fresh = drawn && gone > 0 ? after.places[drawn].cards.slice(-gone) : [];
    if (fresh.length) said.push(t("page.say.drawn", { cards: fresh.map(cardName).join(", ") }));
    else said.push(t(`page.say.${layout.css}.${pressed}`, { n: after.counters.redeals_left ?? 0 }));
  }
  return sentences(said);
}

/**
 * What is said on demand: moves, foundations, what lies aside, the piles, the counters.
 * @param {Table} table
 * @param {Layout} layout
 * @param {string} what
 * @param {string | false} time
 * @returns {string}
 */
export function survey(table, layout, what, time) {
  const where = (place, form) => layout.placeName(place, t, form);
  const tips = (places) => sentences(places.map((place) => label(table, layout, place, Math.min(table.places[place].cards.length, 1))));
  if (what === "foundations") return tips(layout.zone);
  if (what === "aside") return tips(Object.entries(layout.flows).flat()) || t("page.say.left", { n: table.view.counters.redeals_left ?? 0 });
  if (what === "piles") return tips(layout.places.filter((place) => !layout.zone.includes(place) && !Object.entries(layout.flows).flat().includes(place)));
  if (what === "counters") {
    const { moves, score } = table.view.counters;
    const said = [time, t("page.n-moves", { n: moves })];
    if (score !== null) said.push(t("page.n-points", { n: score }));
    return said.filter(Boolean).join(", ");
  }
  const said = [];
  for (const [source, counts] of Object.entries(table.moves ?? {}))
    for (const [count, { to }] of Object.entries(counts))
      if (to.length) said.push(t("page.say.may", { card: cardName(table.places[source].cards.slice(-count)[0]), from: where(source, ".from"), to: either(to.map((place) => where(place, ".to"))) }));
  return sentences(said) || t("page.say.no-moves");
}

/**
 * The options of a deal in words: "3 redistributions", "draw 1".
 * @param {Layout} layout
 * @param {string} letters
 */
export function variant(layout, letters) {
  const meaning = layout.lettersMean(letters);
  const parts = layout.options.map(({ name, word, brief, values }) => {
    const value = meaning[name];
    if (values) return t(String(brief), { n: Number(value) });
    return value ? t(word) : null;
  });
  return parts.filter(Boolean).join(", ");
}
