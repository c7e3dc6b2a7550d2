// The drawings of the cards, and how a face is put together from them.
// Every drawing lives in a 100 x 140 box (5:7). Colours come from CSS: currentColor is the suit,
// --card, --skin, --moon, --tint, --back-1, --back-2 the rest (see tokens.css).

const n = (x) => String(Math.round(x * 100) / 100).replace(/^(-?)0\./, "$1.");

// ---- rank glyphs: centre lines in a box 100 high, drawn with a stroke; [width, path] ----
export const GLYPHS = {
  A: [60, "M0 100 27 0H33L60 100M10 68H50"],
  2: [56, "M3 29C3 11 13 0 28 0S53 11 53 28C53 43 44 53 33 64L1 96V100H56"],
  3: [54, "M3 24C6 9 15 0 27 0 42 0 51 10 51 24S42 48 27 48H19M27 48C44 48 54 58 54 73 54 90 43 100 27 100 13 100 3 92 0 77"],
  4: [60, "M44 100V0L0 70V73H60"],
  5: [54, "M50 0H9L5 47C10 40 18 36 27 36 44 36 54 49 54 67 54 87 43 100 27 100 14 100 4 92 0 79"],
  6: [54, "M41 0 7 55C2 62 0 66 0 72 0 89 11 100 27 100S54 89 54 72 43 45 27 45C18 45 11 49 7 55"],
  7: [54, "M0 0H54V4C36 34 24 66 20 100"],
  8: [56, "M28 47C14 47 5 38 5 24S14 0 28 0 51 10 51 24 42 47 28 47C11 47 0 58 0 74S11 100 28 100 56 90 56 74 45 47 28 47Z"],
  9: [54, "M13 100 47 45C52 38 54 34 54 28 54 11 43 0 27 0S0 11 0 28 11 55 27 55C36 55 43 51 47 45"],
  T: [78, "M-2 19 15 2V100M42 32C42 12 49 0 60 0S78 12 78 32V68C78 88 71 100 60 100S42 88 42 68Z"],
  J: [46, "M16 0H46V72C46 90 37 100 23 100 10 100 2 92 0 77"],
  Q: [60, "M0 34C0 12 11 0 29 0S58 12 58 34V66C58 88 47 100 29 100S0 88 0 66ZM34 70 62 108"],
  K: [56, "M3 0V100M55 0 4 64M22 42 57 100"],
  R: [56, "M3 100V0H28C46 0 55 11 55 27S46 55 28 55H3M30 55 57 100"],
  V: [60, "M0 0 27 100H33L60 0"],
  D: [57, "M3 0V100H22C46 100 57 82 57 50S46 0 22 0Z"],
  B: [56, "M30 47C45 47 52 38 52 24S44 0 29 0H3V100H30C47 100 56 90 56 74S47 47 30 47ZM3 47H30"],
  H: [56, "M3 0V100M53 0V100M3 48H53"],
  W: [78, "M0 0 18 100H22L39 30 56 100H60L78 0"],
};
// Letters shown for A J Q K; codes and notation never change.
export const LETTERS = { en: "AJQK", es: "AJQR", fr: "AVDR", de: "ABDK", nl: "ABVH", pl: "AWDK" };

// ---- suits in a box 100 x 100 ----
export const SUITS = {
  S: '<path d="M50 3C57 19 93 39 93 64 93 77 84 86 72 86 64 86 58 82 54 76 55 85 59 92 66 97H34C41 92 45 85 46 76 42 82 36 86 28 86 16 86 7 77 7 64 7 39 43 19 50 3Z"/>',
  H: '<path d="M50 95C42 78 5 59 5 32 5 17 16 6 30 6 39 6 47 11 50 20 53 11 61 6 70 6 84 6 95 17 95 32 95 59 58 78 50 95Z"/>',
  D: '<path d="M50 1C59 20 72 36 89 50 72 64 59 80 50 99 41 80 28 64 11 50 28 36 41 20 50 1Z"/>',
  C: '<path d="M50 3A22 22 0 0 1 67 39 22 22 0 1 1 54 72C55 84 59 92 66 97H34C41 92 45 84 46 72A22 22 0 1 1 33 39 22 22 0 0 1 50 3Z"/>',
};
const use = (id, x, y, w, h = w, more = "") => `<use href="#ml-${id}" x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${more}/>`;
/** @type {(s: string, cx: number, cy: number, size: number, turned?: unknown, cls?: string) => string} */
const suitAt = (s, cx, cy, size, turned, cls) =>
  use(s, cx - size / 2, cy - size / 2, size, size, (turned ? ` transform="rotate(180 ${n(cx)} ${n(cy)})"` : "") + (cls ? ` class="${cls}"` : ""));

const letter = (rank, lang) => {
  const i = "AJQK".indexOf(rank);
  return i < 0 ? rank : (LETTERS[lang] || LETTERS.en)[i];
};
// A rank, its ink's left edge at x and top at y, h high in all; weight = stroke / height of the letter.
function rankAt(rank, x, y, h, weight, lang) {
  const g = letter(rank, lang), k = (h * (1 - weight)) / 100, sw = h * weight;
  return `<use href="#ml-r${g}" transform="translate(${n(x + sw / 2)} ${n(y + sw / 2)}) scale(${Number(n(k * 100)) / 100})" stroke-width="${n(sw / k)}"/>`;
}

// ---- courts ----
// Robes are half discs: two halves, the second upside down, make a full moon.
// King: a dark full moon. Queen: a pale one. Jack: a half moon, counterchanged.
const INK = 'stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"';
const MOON = 'fill="var(--moon,#e3b341)"', SKIN = 'fill="var(--skin,#f7e2cb)"', CARD = 'fill="var(--card,#fffdf8)"', TINT = 'fill="var(--tint,#e6e6e6)"';
const HALF = "M18 70A32 32 0 0 1 82 70Z";
const FOLDS = { // the robe's cut is the suit's: rays, rings, lozenges, stripes
  S: "M50 40 22 70M50 40 36 70M50 40 64 70M50 40 78 70",
  H: "M25 70A25 25 0 0 1 75 70M33 70A17 17 0 0 1 67 70",
  D: "M22 56 36 70M30 46 54 70M46 70 70 46M64 70 78 56M22 70 46 46M54 46 78 70",
  C: "M25 70V50M33.500 70V43M66.500 70V43M75 70V50",
};
const face = (r = 9.5) => `<circle cx="50" cy="38" r="${r}" ${SKIN} ${INK}/>` +
  `<path d="M50 ${38 - r}A${r} ${r} 0 0 1 50 ${38 + r}L49.500 42.500H51.800Z" fill="currentColor" opacity=".22"/>` +
  `<path d="M45 37H47.200M52.800 37H55M48.300 43.800H51.700" stroke="currentColor" stroke-width="1.400" stroke-linecap="round"/>`;

const CROWN = { S: "M36.500 30 34 14 42.500 21 50 9 57.500 21 66 14 63.500 30Z",
  H: "M36.500 30 34 19A4.800 4.800 0 0 1 42 16 8.200 8.200 0 0 1 58 16 4.800 4.800 0 0 1 66 19L63.500 30Z",
  D: "M36.500 30 33.500 20 37.500 14.500 42 20 45.500 14 50 8.500 54.500 14 58 20 62.500 14.500 66.500 20 63.500 30Z",
  C: "M36.500 30 34.500 20 42 23 50 15 58 23 65.500 20 63.500 30Z" };
function king(s) {
  const balls = s === "C" ? `<path d="M34.500 20a3 3 0 1 1 .1 0M65.500 20a3 3 0 1 1 .1 0M50 15a3.500 3.500 0 1 1 .1 0" ${MOON} ${INK}/>` : "";
  return `<path d="${HALF}" fill="currentColor"/><path d="${FOLDS[s]}" fill="none" stroke="var(--moon,#e3b341)" stroke-width="1.400"/>` +
    `<path d="M33 45Q50 79 67 45L62 42H38Z" fill="currentColor"/><path d="M33 45Q50 79 67 45" fill="none" stroke="var(--moon,#e3b341)" stroke-width="2.600"/>` +
    `<path d="M40.500 30C37 36 37 44 39 49H61C63 44 63 36 59.500 30Z" fill="currentColor"/>` + face() +
    `<path d="M40 38.500C39.500 50 44 57.500 50 60 56 57.500 60.500 50 60 38.500 58 41.800 54 41 50 41S42 41.800 40 38.500Z" ${CARD} ${INK}/>` +
    `<path d="M47.500 45.500H52.500" stroke="currentColor" stroke-width="1.400" stroke-linecap="round"/>` +
    balls + `<path d="${CROWN[s]}" ${MOON} ${INK}/><path d="M37 26.300H63" ${INK} fill="none"/>`;
}
function queen(s) {
  return `<path d="${HALF}" ${TINT} ${INK}/><path d="${FOLDS[s]}" fill="none" stroke="currentColor" stroke-width="1.400"/>` +
    `<path d="M50 25C37 25 36.500 35 36.500 42 36.500 50 33 54 29 58 38 63 62 63 71 58 67 54 63.500 50 63.500 42 63.500 35 63 25 50 25Z" fill="currentColor"/>` +
    `<path d="M45.500 45H54.500L60 56 50 66 40 56Z" ${SKIN}/>` + face(9) +
    `<path d="M42.500 54Q50 60.500 57.500 54" fill="none" stroke="var(--moon,#e3b341)" stroke-width="2.200" stroke-dasharray=".1 2.900" stroke-linecap="round"/>` +
    `<path d="M38.500 31Q50 24 61.500 31" fill="none" stroke="var(--moon,#e3b341)" stroke-width="2.600"/>` +
    `<path d="M41 12A9.500 9.500 0 1 0 59 12 9 7.500 0 0 1 41 12Z" ${MOON} ${INK}/>` +
    { S: '<path d="M50 5 52.600 11 50 16 47.400 11Z"/>', H: '<path d="M50 15 46 10A2.300 2.300 0 0 1 50 8 2.300 2.300 0 0 1 54 10Z"/>',
      D: '<path d="M50 6 53.500 11 50 16 46.500 11Z"/>', C: '<path d="M50 8a2.300 2.300 0 1 1 .1 0M47.200 12.500a2.300 2.300 0 1 1 .1 0M52.800 12.500a2.300 2.300 0 1 1 .1 0"/>' }[s];
}
const CAP = { S: "M37 32.500C36 24 43 18 56 11 57 19 63 24 63 32.500Z",
  H: "M33.500 30C33 20 42 16.500 50 16.500S67 20 66.500 30C62 34 38 34 33.500 30Z",
  D: "M37 32.500 34.500 17 50 23 65.500 17 63 32.500Z",
  C: "M32 32.500 38 29.500C37 21 41 17 50 17S63 21 62 29.500L68 32.500Z" };
function jack(s) {
  return `<path d="${HALF}" ${TINT} ${INK}/><path d="M18 70A32 32 0 0 1 50 38V70Z" fill="currentColor"/>` +
    `<g clip-path="url(#ml-l)"><path d="${FOLDS[s]}" fill="none" stroke="var(--moon,#e3b341)" stroke-width="1.400"/></g>` +
    `<g clip-path="url(#ml-r)"><path d="${FOLDS[s]}" fill="none" stroke="currentColor" stroke-width="1.400"/></g>` +
    `<path d="M50 55V70" stroke="var(--moon,#e3b341)" stroke-width="1.600" stroke-dasharray=".1 4.500" stroke-dashoffset="-4" stroke-linecap="round"/>` +
    `<path d="M39 33C37 40 37 44 38.500 48H61.500C63 44 63 40 61 33Z" fill="currentColor"/>` +
    `<path d="M35 50.500C35 46.500 42 45 50 45S65 46.500 65 50.500 58 56 50 56 35 54.500 35 50.500Z" ${CARD} ${INK}/>` +
    `<path d="M41 49 39.500 54M46 50 45.300 55.500M54 50 54.700 55.500M59 49 60.500 54" stroke="currentColor" stroke-width="1"/>` + face(9) +
    `<path d="${CAP[s]}" ${TINT} ${INK}/><path d="M38 29.500Q50 33 62 29.500" fill="none" ${INK}/>` +
    `<path d="M58 29C59 19 64 12 73 8 73 18 68 26 58 29Z" ${MOON} ${INK}/><path d="M59 28Q64 20 69 14" fill="none" stroke="currentColor"/>`;
}
const courtHalf = (rank, suit) => ({ K: king, Q: queen, J: jack })[rank](suit);

// ---- the sprite ----
export function sprite() {
  const sym = (id, box, body) => `<symbol id="ml-${id}" viewBox="${box}">${body}</symbol>`;
  let out = '<clipPath id="ml-l"><path d="M0 0H50V70H0Z"/></clipPath><clipPath id="ml-r"><path d="M50 0H100V70H50Z"/></clipPath>\n';
  out += '<clipPath id="ml-h"><path d="M0 0H100V70H0Z"/></clipPath>\n';
  for (const s in SUITS) out += sym(s, "0 0 100 100", SUITS[s]) + "\n";
  for (const g in GLYPHS) out += `<path id="ml-r${g}" d="${GLYPHS[g][1]}" fill="none" stroke="currentColor" stroke-linejoin="round"/>\n`;
  for (const r of "JQK") for (const s in SUITS) {
    const id = `c${r}${s}`;
    out += `<g id="ml-${id}h" clip-path="url(#ml-h)">${courtHalf(r, s)}</g>`;
    out += sym(id, "0 0 100 140", `<use href="#ml-${id}h"/><use href="#ml-${id}h" transform="rotate(180 50 70)"/><path d="M18 70H82" stroke="var(--card,#fffdf8)" stroke-width="1.6"/>`) + "\n";
  }
  // small headgear over the suit on compact faces
  out += sym("eK", "0 0 60 28", `<path d="M7 26 3 6 18 15 30 2 42 15 57 6 53 26Z" fill="var(--moon,#e3b341)" stroke="currentColor" stroke-width="3.500" stroke-linejoin="round"/>`);
  out += sym("eQ", "0 0 60 28", `<path d="M9 3A21 21 0 0 0 51 3 24 24 0 0 1 9 3Z" fill="var(--moon,#e3b341)" stroke="currentColor" stroke-width="3.500" stroke-linejoin="round"/><circle cx="30" cy="5" r="4.800"/>`);
  out += sym("eJ", "0 0 60 28", `<path d="M2 26C3 14 14 10 26 10S47 15 48 26Z" fill="var(--tint,#e6e6e6)" stroke="currentColor" stroke-width="3.500" stroke-linejoin="round"/><path d="M32 23C34 11 43 3 57 2 56 15 47 23 32 23Z" fill="var(--moon,#e3b341)" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>`) + "\n";
  // back: two half moons, shifted like a cut deck; the pattern turns over in the middle, so the back has no up or down
  let rows = "";
  for (let j = 0; j < 5; j++) for (let i = 0; i < 8; i++) {
    const x = 14 + 12 * i + (j % 2 ? 6 : 0), y = 17.5 + 12.300 * j;
    if (x > 88 || Math.hypot(x - 50, y - 70) < 32) continue;
    rows += `M${n(x - 4.5)} ${n(y)}a4.500 4.500 0 0 1 9 0z`;
  }
  out += sym("back", "0 0 100 140", `<rect x="5" y="5" width="90" height="130" rx="5" fill="var(--back-1,#26365e)"/>` +
    `<g id="ml-bh"><path d="${rows}" fill="var(--back-2,#4f669a)"/><path d="M27 69A17.500 17.500 0 0 1 62 69Z" fill="var(--back-moon,#f2d68c)"/></g><use href="#ml-bh" transform="rotate(180 50 70)"/>`) + "\n";
  // signs for empty places
  out += sym("recycle", "0 0 100 100", `<path d="M22 58A29 29 0 0 0 76 64M78 42A29 29 0 0 0 24 36" fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round"/><path d="M66 62H84V80ZM34 38H16V20Z" stroke="currentColor" stroke-width="5" stroke-linejoin="round"/>`);
  out += sym("dead", "0 0 100 100", `<path d="M30 30 70 70M70 30 30 70" fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round"/>`) + "\n";
  return out.replace(/(\d)\.(\d*?)0+(?=[^\d])/g, (m, a, b) => (b ? `${a}.${b}` : a));
}

// ---- faces ----
export const CLASS = { S: "su-s", H: "su-h", D: "su-d", C: "su-c" };
const svg = (cls, body) => `<svg class="${cls}" viewBox="0 0 100 140" aria-hidden="true" fill="currentColor">${body}</svg>`;

// Below 72 px: rank left, suit right, one large suit. Everything needed lies in the top 44 of 140 units; nothing else
// begins above 59, so strips between .32 and .42 of the card's height are clean. Class ix = the index's suit, big = the rest:
// in a sideways fan CSS puts ix under the rank and hides big; squeezed (.tight, .snug) it shrinks rk and ix.
/**
 * @param {string} card
 * @param {string} [lang]
 */
export function compact(card, lang = "en") {
  const [r, s] = card, W = 0.165, h = 37;
  const court = "JQK".includes(r);
  return svg("face compact " + CLASS[s],
    `<g class="rk">${rankAt(r, 7, 6.5, h, W, lang)}</g>` + suitAt(s, 76, 25, 35, 0, "ix") +
    (court ? use("e" + r, 28, 60, 44, 20.5, ' class="big"') + suitAt(s, 50, 107, 51, 0, "big") : suitAt(s, 50, 95, 68, 0, "big")));
}

const TOP = 39.5, BOT = 100.5;
const q = (t) => TOP + (BOT - TOP) * t;
const PIPS = {
  2: [[50, 0], [50, 1]], 3: [[50, 0], [50, .5], [50, 1]],
  4: [[30, 0], [70, 0], [30, 1], [70, 1]], 5: [[30, 0], [70, 0], [50, .5], [30, 1], [70, 1]],
  6: [[30, 0], [70, 0], [30, .5], [70, .5], [30, 1], [70, 1]],
  7: [[30, 0], [70, 0], [50, .25], [30, .5], [70, .5], [30, 1], [70, 1]],
  8: [[30, 0], [70, 0], [50, .25], [30, .5], [70, .5], [50, .75], [30, 1], [70, 1]],
  9: [[30, 0], [70, 0], [30, 1 / 3], [70, 1 / 3], [50, .5], [30, 2 / 3], [70, 2 / 3], [30, 1], [70, 1]],
  T: [[30, 0], [70, 0], [50, 1 / 6], [30, 1 / 3], [70, 1 / 3], [30, 2 / 3], [70, 2 / 3], [50, 5 / 6], [30, 1], [70, 1]],
};
// From 72 px: index on one line in two corners, pips or a court between.
/**
 * @param {string} card
 * @param {string} [lang]
 */
export function full(card, lang = "en") {
  const [r, s] = card, W = 0.15, h = 20;
  const index = `<g class="rk">${rankAt(r, 7, 7, h, W, lang)}</g>` + suitAt(s, 85.5, 15.5, 15.5, 0, "ix");
  let mid = "";
  if (r === "A") mid = `<circle cx="50" cy="70" r="32" fill="var(--tint,#eee)"/>` + suitAt(s, 50, 70, 44);
  else if ("JQK".includes(r)) mid = `<use href="#ml-c${r}${s}" width="100" height="140"/>`;
  else for (const [x, t] of PIPS[r]) mid += suitAt(s, x, q(t), "23".includes(r) ? 25 : "9T".includes(r) ? 18.5 : 20, t > .5);
  return svg("face full " + CLASS[s], mid + index + `<g transform="rotate(180 50 70)">${index}</g>`);
}
/** @type {() => string} */
export const back = () => svg("face back", `<use href="#ml-back" width="100" height="140"/>`);
// what: S H D C (a foundation waiting for its ace), "dead", "recycle", "none"
/** @type {(what: string) => string} */
export const slot = (what) => svg("face ghost", what in SUITS ? suitAt(what, 50, 70, 46) : what === "none" ? "" : use(what, 25, 45, 50));

/**
 * A card that lies there with its face under another: paper and mark, neither rank nor back.
 * @type {() => string}
 */
export const covered = () =>
  svg("face covered", `<rect x="8" y="8" width="84" height="124" rx="5" fill="none" stroke="currentColor" stroke-width="1.5"/>` +
    `<path d="M30 69A16 16 0 0 1 62 69ZM38 71A16 16 0 0 0 70 71Z"/>`);

/** @type {() => string} */
export const sheet = () => `<svg xmlns="http://www.w3.org/2000/svg" class="sprite" width="0" height="0" aria-hidden="true" fill="currentColor"><defs>\n${sprite()}</defs></svg>\n`;
