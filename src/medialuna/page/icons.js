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
  clock: '<circle cx="12" cy="12" r="8.500"/><path d="M12 7V12L15.500 14"/>',
  moves: '<path d="M4 9H19L15 5M20 15H5L9 19"/>',
  score: '<path d="M12 3.500 14.600 9 20.500 9.700 16.200 13.800 17.300 19.700 12 16.800 6.700 19.700 7.800 13.800 3.500 9.700 9.400 9Z"/>',
};

export const icon = (name, cls = "") =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"${cls ? ` class="${cls}"` : ""}>${PATHS[name]}</svg>`;

export const MARK =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M2.500 15.400A10.500 10.500 0 0 1 23.500 15.400Z" fill="#f2d68c"/><path d="M8.500 16.600A10.500 10.500 0 0 0 29.500 16.600Z" fill="#fffdf7"/></svg>';

/** A small card in the pictures that stand for a game. */
export const smallCard = (x, y, open) =>
  open
    ? `<rect x="${x + 0.65}" y="${y + 0.65}" width="7.700" height="11.200" rx="1.200" fill="none" stroke="currentColor" stroke-width="1.300"/>`
    : `<rect x="${x}" y="${y}" width="9" height="12.500" rx="1.500" fill="currentColor" stroke="var(--panel-2)" stroke-width="1.100"/>`;

export const smallTable = (cards) =>
  `<svg viewBox="0 -.5 108 58.500" preserveAspectRatio="xMinYMid" aria-hidden="true">${cards}</svg>`;
