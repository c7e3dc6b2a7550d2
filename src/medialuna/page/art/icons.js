// Icons of one weight in a box of 24, and the two small pictures of the tables.

const PATHS = {
  undo: '<path d="M9 4 4 8.500 9 13M4.500 8.500H14a5.500 5.500 0 0 1 0 11h-3"/>',
  fresh: '<rect x="4" y="5" width="11" height="15.500" rx="2"/><path d="M8.500 2.800H17.500a2 2 0 0 1 2 2V16.500M9.500 10v5.500M6.750 12.750h5.500"/>',
  menu: '<path d="M4 7H20M4 12H20M4 17H20"/>',
  close: '<path d="M6 6 18 18M18 6 6 18"/>',
  paste: '<rect x="5" y="4.500" width="14" height="16.500" rx="2"/><path d="M9 3h6v3H9zM8.500 11.500h7M8.500 15.500h5"/>',
  copy: '<rect x="8.500" y="8" width="11.500" height="13" rx="2"/><path d="M15.500 8V5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h2.500"/>',
  link: '<path d="M10 14a4 4 0 0 0 5.700 0l3.600-3.600a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-3.600 3.600a4 4 0 0 0 5.700 5.700L12 17.700"/>',
  redeal: '<rect x="3.500" y="3.500" width="10" height="13.500" rx="2"/><path d="M8 20.500H15.500a5 5 0 0 0 5-5V10M17.500 12.500 20.500 9.500 23 12.500"/>',
  hint: '<path d="M12 3a6.500 6.500 0 0 0-3.800 11.800c.7.500 1 1.200 1 2V17.500h5.600v-.7c0-.8.3-1.500 1-2A6.500 6.500 0 0 0 12 3ZM9.800 20.800h4.400"/>',
  show: '<path d="M3.500 6.500h11v11h-11ZM18 8l3-1.500v11L18 16M7.500 9.500v5l4-2.500Z"/>',
  day: '<rect x="4" y="5" width="16" height="15.500" rx="2"/><path d="M4 9.500H20M8.500 3v4M15.500 3v4M13.800 12.200a3 3 0 1 0 1.800 4.300 3.400 3.400 0 0 1-1.800-4.300Z"/>',
  clock: '<circle cx="12" cy="12" r="8.500"/><path d="M12 7V12L15.500 14"/>',
  moves: '<path d="M4 9H19L15 5M20 15H5L9 19"/>',
  redo: '<path d="M15 4 20 8.500 15 13M19.500 8.500H10a5.500 5.500 0 0 0 0 11h3"/>',
  again: '<path d="M5 12a7 7 0 1 0 2.200-5.100L4.500 9.500M4.500 4.500v5h5"/>',
  games: '<rect x="3.500" y="7" width="9" height="13" rx="1.800"/><path d="M7 4.500 15.200 3.300a1.800 1.800 0 0 1 2 1.500L18.700 15.500M16 19l2.500-.300"/>',
  statistics: '<path d="M4 20H20M6.500 16.500V11M12 16.500V5M17.500 16.500V8.500"/>',
  replay: '<rect x="3.500" y="4.500" width="17" height="15" rx="2.500"/><path d="M10 9v6l5-3Z"/>',
  share: '<path d="M12 14.500V3.500M8 7l4-4 4 4M6 11.500H5a1.500 1.500 0 0 0-1.500 1.500v6A1.500 1.500 0 0 0 5 20.500H19a1.500 1.500 0 0 0 1.500-1.500V13a1.500 1.500 0 0 0-1.500-1.500h-1"/>',
  data: '<path d="M4 6.500C4 4.800 7.600 3.500 12 3.500s8 1.300 8 3-3.600 3-8 3-8-1.300-8-3ZM4 6.500v11c0 1.700 3.600 3 8 3s8-1.300 8-3v-11M4 12c0 1.700 3.600 3 8 3s8-1.300 8-3"/>',
  remove: '<path d="M4.500 6.500H19.500M9 6.500V4.500a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6.500 6.500l.900 12.600a1.500 1.500 0 0 0 1.500 1.400h6.200a1.500 1.500 0 0 0 1.500-1.400l.900-12.600M10 10.500v6M14 10.500v6"/>',
  first: '<path d="M18 6 10 12 18 18ZM6.500 6V18"/>',
  back: '<path d="M16 6 8 12 16 18Z"/>',
  play: '<path d="M8 5.500V18.500L18.500 12Z"/>',
  pause: '<path d="M8.500 6V18M15.500 6V18"/>',
  next: '<path d="M8 6 16 12 8 18Z"/>',
  last: '<path d="M6 6 14 12 6 18ZM17.500 6V18"/>',
  about: '<circle cx="12" cy="12" r="8.500"/><path d="M12 11.200V16M12 8v.100"/>',
  score: '<path d="M12 3.500 14.600 9 20.500 9.700 16.200 13.800 17.300 19.700 12 16.800 6.700 19.700 7.800 13.800 3.500 9.700 9.400 9Z"/>',
};

/** @type {(name: string, cls?: string) => string} */
export const icon = (name, cls = "") =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"${cls ? ` class="${cls}"` : ""}>${PATHS[name]}</svg>`;

// Verdicts are told by shape: a full moon, a crossed one, a question, a half moon.
const SIGNS = {
  won: '<circle cx="8" cy="8" r="6.500" fill="currentColor"/>',
  lost: '<circle cx="8" cy="8" r="6.500"/><path d="M3.600 3.600 12.400 12.400M12.400 3.600 3.600 12.400"/>',
  unknown: '<circle cx="8" cy="8" r="6.500"/><path d="M6.200 6.400c.1-2.400 3.700-2.300 3.700 0 0 1.400-1.900 1.400-1.900 3M8 11.600v.1"/>',
  thinking: '<circle cx="8" cy="8" r="6.500"/><path d="M8 1.500a6.500 6.500 0 0 1 0 13Z" fill="currentColor"/>',
};

/** @type {(verdict: string) => string} */
export const lampSign = (verdict) => `<svg viewBox="0 0 16 16" aria-hidden="true" class="verdict">${SIGNS[verdict]}</svg>`;

export const MARK =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M2.500 15.400A10.500 10.500 0 0 1 23.500 15.400Z" fill="#f2d68c"/><path d="M8.500 16.600A10.500 10.500 0 0 0 29.500 16.600Z" fill="#fffdf7"/></svg>';

/**
 * A small card in the pictures that stand for a game.
 * @type {(x: number, y: number, open?: boolean) => string}
 */
export const smallCard = (x, y, open) =>
  open
    ? `<rect x="${x + 0.65}" y="${y + 0.65}" width="7.700" height="11.200" rx="1.200" fill="none" stroke="currentColor" stroke-width="1.300"/>`
    : `<rect x="${x}" y="${y}" width="9" height="12.500" rx="1.500" fill="currentColor" stroke="var(--panel-2)" stroke-width="1.100"/>`;

/** @type {(cards: string) => string} */
export const smallTable = (cards) =>
  `<svg viewBox="0 -.5 108 58.500" preserveAspectRatio="xMinYMid" aria-hidden="true">${cards}</svg>`;

const HARDEST = 5;

/**
 * A grade as full and empty moons; the words stand beside them.
 * @type {(grade: number) => string}
 */
export const moons = (grade) => `<i class="moons" aria-hidden="true">${"●".repeat(grade)}${"○".repeat(HARDEST - grade)}</i>`;
