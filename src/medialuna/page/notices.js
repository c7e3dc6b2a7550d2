// The bubble that says why, at the place that refused, and the short notice that goes by itself.

import { play } from "./anim.js";

const GAP = 11; // between the place and the bubble's edge, with room for its arrow
const MARGIN = 6; // from the window's edge

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
  /** Below or above what it speaks of, where there is room; else beside it. Never over the card itself. */
  const show = (text, frame, card) => {
    hide();
    element.textContent = text;
    element.hidden = false;
    shrink(element);
    const area = app.getBoundingClientRect();
    const box = { width: element.offsetWidth, height: element.offsetHeight };
    const at = placeFor(box, frame, card, area);
    element.dataset.side = at.side;
    element.style.left = `${at.left}px`;
    element.style.top = `${at.top}px`;
    element.style.setProperty("--arrow", `${at.arrow}px`);
    play(element, [{ opacity: 0 }, {}], { duration: 90 });
    timer = setTimeout(hide, 2500 + 40 * text.length);
  };
  return { show, hide, element };
}

/** As wide as its balanced lines: a box with broken lines is otherwise as wide as it may be. */
function shrink(element) {
  element.style.width = "";
  const lines = document.createRange();
  lines.selectNodeContents(element);
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  element.style.width = `${Math.ceil(lines.getBoundingClientRect().width + parseFloat(paddingLeft) + parseFloat(paddingRight)) + 1}px`;
}

const between = (low, value, high) => Math.max(low, Math.min(value, high));

/** Where a box goes beside a card: side, corner and the arrow's distance along the box's edge. */
export function placeFor(box, frame, card, area) {
  const middle = (card.left + card.right) / 2;
  const left = between(area.left + MARGIN, middle - box.width / 2, area.right - MARGIN - box.width);
  const level = { left, arrow: between(14, middle - left, box.width - 14) };
  if (frame.bottom + GAP + box.height <= area.bottom - MARGIN) return { side: "below", top: frame.bottom + GAP, ...level };
  if (frame.top - GAP - box.height >= area.top + MARGIN) return { side: "above", top: frame.top - GAP - box.height, ...level };
  const height = (card.top + card.bottom) / 2;
  const top = between(area.top + MARGIN, height - box.height / 2, area.bottom - MARGIN - box.height);
  const before = card.left - GAP - box.width;
  const arrow = between(14, height - top, box.height - 14);
  if (before >= area.left + MARGIN) return { side: "before", left: before, top, arrow };
  return { side: "after", left: Math.min(card.right + GAP, area.right - MARGIN - box.width), top, arrow };
}

export function newToast(app) {
  const element = document.createElement("div");
  element.className = "toast";
  element.hidden = true;
  app.append(element);
  let timer = 0;
  return (text, seconds = 3) => {
    clearTimeout(timer);
    // an open dialog hides everything behind it, so the notice joins it
    (document.querySelector("dialog[open]") ?? app).append(element);
    element.textContent = text;
    element.hidden = false;
    timer = setTimeout(() => (element.hidden = true), seconds * 1000);
  };
}
