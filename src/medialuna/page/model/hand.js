// What is in the hand, and where it may go, as the server's view tells.

/**
 * The targets to be marked: of the cards held or picked up, as far as they are known.
 * @type {(table: Table) => string[]}
 */
export function targets(table) {
  const hand = table.held ?? table.picked;
  return (hand && option(table, hand)?.to) || [];
}

/** @type {(table: Table, hand: { source: string, count: number }) => Targets | undefined} */
export const option = (table, { source, count }) => table.moves?.[source]?.[count];

/** @type {(table: Table, hand: Hand) => boolean} */
export function stillThere(table, { source, count, cards }) {
  const there = table.places[source]?.cards.slice(-count) ?? [];
  return there.length === cards.length && there.every((card, i) => card === cards[i]);
}

/** @type {(table: Table, place: string, count: number) => string | null} */
export const cardAt = (table, place, count) => (count ? (table.places[place]?.cards.at(-count) ?? null) : null);

/** @type {(table: Table, source: string, count: number) => Hand} */
export const take = (table, source, count) => ({ source, count, cards: table.places[source].cards.slice(-count) });

/**
 * The nearest of these places that takes the cards; any foundation stands for the right one.
 * @type {(table: Table, hand: Hand, under: string[], inZone: boolean) => string | null}
 */
export function meant(table, hand, under, inZone) {
  const known = option(table, hand);
  if (!known) return null;
  const near = under.find((place) => known.to.includes(place));
  if (near) return near;
  const zoned = inZone || table.zone.includes(under[0]);
  return zoned && known.zone && known.to.includes(known.zone) ? known.zone : null;
}
