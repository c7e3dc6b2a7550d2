// The bubble that says why, at the place that refused, the short notice that goes by itself, and what is only heard.

import { icon } from "../art/icons.js";
import { play } from "../board/motion.js";

const GAP = 9; // between the place and the bubble's edge, with room for its arrow
const MARGIN = 6; // from the window's edge
const NARROW = [280, 230, 190, 160, 140, 124, 112]; // widths that a box may take where it has no room as it is
const SLANT = 24; // of an arrow from the bubble's end, where the bubble does not stand in the middle

/** @param {HTMLElement} app */
export function newBubble(app) {
  const element = document.createElement("div");
  element.className = "bubble";
  element.hidden = true;
  app.append(element);
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    element.hidden = true;
  };
  /** Beside what it speaks of, never over the card itself, and where it hides least of `spare`. `more` is a link. */
  const show = (/** @type {string} */ text, /** @type {Box} */ frame, /** @type {Box} */ card, /** @type {Box[]} */ spare, /** @type {{ href: string, label: string } | null} */ more) => {
    hide();
    element.textContent = text;
    if (more) element.append(moreAbout(more));
    element.hidden = false;
    const area = app.getBoundingClientRect();
    const within = (width) => {
      shrink(element, width);
      return { width, ...placeFor({ width: element.offsetWidth, height: element.offsetHeight }, frame, card, area, spare) };
    };
    let at = within("");
    for (const width of NARROW) {
      if (!at.hides) break;
      const other = within(`${width}px`);
      if (element.scrollWidth > element.clientWidth) break; // a word that does not fit
      if (other.hides < at.hides) at = other;
    }
    shrink(element, at.width);
    element.dataset.side = at.side;
    element.style.left = `${at.left}px`;
    element.style.top = `${at.top}px`;
    element.style.setProperty("--arrow", `${at.arrow}px`);
    play(element, [{ opacity: 0 }, {}], { duration: 90 });
    timer = setTimeout(hide, 2500 + 40 * text.length);
  };
  return { show, hide, element };
}

/**
 * The way from a refusal to the rule: a sign without words, so that the sentence stays a sentence.
 * @param {{ href: string, label: string }} link
 */
function moreAbout({ href, label }) {
  const link = document.createElement("a");
  link.href = href;
  link.setAttribute("aria-label", label);
  link.title = label;
  link.innerHTML = icon("about");
  return link;
}

/**
 * As wide as its balanced lines, and these as wide as they may be: a box with broken lines is otherwise as wide as that.
 * @param {HTMLElement} element
 * @param {string} most
 */
function shrink(element, most) {
  element.style.width = "";
  element.style.maxWidth = most;
  const lines = document.createRange();
  lines.selectNodeContents(element);
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  element.style.width = `${Math.ceil(lines.getBoundingClientRect().width + parseFloat(paddingLeft) + parseFloat(paddingRight)) + 1}px`;
}

/** @type {(low: number, value: number, high: number) => number} */
const between = (low, value, high) => Math.max(low, Math.min(value, high));

/** @type {(box: Size, at: { left: number, top: number }, other: Box) => number} */
const hidden = (box, at, other) =>
  Math.max(0, Math.min(at.left + box.width, other.right) - Math.max(at.left, other.left)) *
  Math.max(0, Math.min(at.top + box.height, other.bottom) - Math.max(at.top, other.top));

/**
 * Where a box goes beside a card: side, corner and the arrow's distance along the box's edge. Of the places that have
 * room, the one that hides least of `spare`, and how much that is; of equals the first of below, above, before, after, the middle before the ends.
 * @param {Size} box
 * @param {Box} frame
 * @param {Box} card
 * @param {Box} area
 * @param {Box[]} [spare]
 * @returns {{ side: string, left: number, top: number, arrow: number, hides: number }}
 */
export function placeFor(box, frame, card, area, spare = []) {
  const middle = (card.left + card.right) / 2, height = (card.top + card.bottom) / 2;
  const level = [box.width / 2, SLANT, box.width - SLANT].map((arrow) => {
    const left = between(area.left + MARGIN, middle - arrow, area.right - MARGIN - box.width);
    return { left, arrow: between(14, middle - left, box.width - 14) };
  });
  const top = between(area.top + MARGIN, height - box.height / 2, area.bottom - MARGIN - box.height);
  const upright = { top, arrow: between(14, height - top, box.height - 14) };
  /** @type {{ side: string, left: number, top: number, arrow: number }[]} */
  const all = [
    ...level.map((at) => ({ side: "below", top: frame.bottom + GAP, ...at })),
    ...level.map((at) => ({ side: "above", top: frame.top - GAP - box.height, ...at })),
    { side: "before", left: card.left - GAP - box.width, ...upright },
    { side: "after", left: card.right + GAP, ...upright },
  ];
  const fits = ({ left: x, top: y }) =>
    x >= area.left + MARGIN && y >= area.top + MARGIN && x + box.width <= area.right - MARGIN && y + box.height <= area.bottom - MARGIN;
  const hides = (at) => spare.reduce((sum, other) => sum + hidden(box, at, other), 0);
  const possible = all.filter(fits).map((at) => ({ ...at, hides: hides(at) }));
  const last = all[all.length - 1];
  if (!possible.length) return { ...last, left: Math.min(last.left, area.right - MARGIN - box.width), hides: Infinity };
  return possible.reduce((best, at) => (at.hides < best.hides ? at : best));
}

const APART = 3; // between a notice and what it leaves free

/**
 * Where a box goes that speaks of no place: the first of `sizes` that hides none of `taken`, as near as it can to the
 * middle of the lower edge; where none has room, the one that hides least.
 * @param {Size[]} sizes
 * @param {Box} area
 * @param {Box[]} taken
 */
export function freePlace(sizes, area, taken) {
  /** @type {{ left: number, top: number, width: number, far: number } | null} */
  let best = null;
  let least = Infinity;
  for (const size of sizes) {
    const { width, height } = size;
    const right = area.right - MARGIN - width, bottom = area.bottom - MARGIN - height;
    const home = { left: (area.left + area.right - width) / 2, top: bottom - GAP };
    // beside what is taken, or at the edges: nowhere else can the nearest free place begin
    const along = (near, first, last, end, start, length) =>
      [...new Set([near, first, last, ...taken.flatMap((box) => [box[end] + APART, box[start] - APART - length])].map(Math.round))].filter((at) => at >= first && at <= last);
    const lefts = along(home.left, area.left + MARGIN, right, "right", "left", width);
    const tops = along(home.top, area.top + MARGIN, bottom, "bottom", "top", height);
    for (const left of lefts)
      for (const top of tops) {
        const hides = taken.reduce((sum, box) => sum + hidden(size, { left, top }, box), 0);
        const far = Math.abs(left - home.left) + Math.abs(top - home.top);
        if (hides < least || (hides === least && best && far < best.far)) {
          best = { left, top, width, far };
          least = hides;
        }
      }
    if (best && !least) return best;
  }
  return best ?? { left: area.left + MARGIN, top: area.top + MARGIN, width: sizes[0].width };
}

/**
 * Puts a notice where it hides nothing; its size is asked of the page.
 * @param {HTMLElement} element
 * @param {Box} area
 * @param {Box[]} taken
 */
export function settle(element, area, taken) {
  const take = (width) => {
    element.classList.toggle("narrow", Boolean(width));
    element.style.width = width && `${width}px`;
    return { width: element.offsetWidth, height: element.offsetHeight, fits: element.scrollWidth <= element.clientWidth };
  };
  const whole = take("");
  const narrow = NARROW.filter((width) => width < whole.width).map(take).filter(({ fits }) => fits);
  const at = freePlace([whole, ...narrow], area, taken);
  take(at.width === whole.width ? "" : at.width);
  element.style.left = `${at.left}px`;
  element.style.top = `${at.top}px`;
}

/**
 * `place(element)` puts the notice where it hides nothing.
 * @param {HTMLElement} app
 * @param {(notice: HTMLElement) => void} place
 * @returns {Toast}
 */
export function newToast(app, place) {
  const element = document.createElement("div");
  element.className = "toast";
  element.hidden = true;
  app.append(element);
  let timer = 0;
  const hide = () => {
    if (element.matches(":hover, :focus-within")) timer = setTimeout(hide, 1000);
    else element.hidden = true;
  };
  // one that can only be read goes with the next touch, as a bubble does
  addEventListener("pointerdown", () => element.classList.contains("acts-too") || (element.hidden = true), { capture: true });
  addEventListener("keydown", ({ key }) => key === "Escape" && (element.hidden = true));
  /** `act` is a button in the notice: its words, a fuller name, and what it does. */
  const show = (/** @type {string} */ text, seconds = 3, /** @type {NoticeAct | null} */ act = null) => {
    clearTimeout(timer);
    // an open dialog hides everything behind it, so the notice joins it
    (document.querySelector("dialog[open]") ?? app).append(element);
    element.textContent = text;
    element.classList.toggle("acts-too", Boolean(act));
    if (act) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = act.words;
      button.setAttribute("aria-label", act.label);
      button.addEventListener("click", () => {
        element.hidden = true;
        act.run();
      });
      element.append(button);
    }
    element.hidden = false;
    place(element);
    timer = setTimeout(hide, seconds * 1000);
  };
  show.hide = () => void (element.hidden = true);
  return show;
}

/**
 * One polite region; the same sentence twice must be heard twice.
 * @param {HTMLElement} region
 * @returns {Say}
 */
export function speaker(region) {
  let odd = false;
  return (text) => {
    odd = !odd;
    region.textContent = text + (odd ? "" : "\u00a0");
  };
}
