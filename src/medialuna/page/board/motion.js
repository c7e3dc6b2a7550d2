// Motion. The state never waits for the picture: whatever flies can be finished at once.

export const EASE = {
  out: "cubic-bezier(.2, .7, .2, 1)",
  inOut: "cubic-bezier(.5, 0, .2, 1)",
  land: "cubic-bezier(.2, 1.2, .4, 1)",
};

const flights = new Set();
let still = false;

/**
 * Reduced motion, by the system or by the setting: everything is at once where it belongs.
 * @param {boolean} value
 */
export function setStill(value) {
  still = value;
  if (still) finishAll();
}

/** @type {() => boolean} */
export const isStill = () => still;

/**
 * Plays keyframes on an element; `then` runs when they end, however they end.
 * @param {Element} element
 * @param {Keyframe[]} keyframes
 * @param {KeyframeAnimationOptions} timing
 * @param {() => void} [then]
 */
export function play(element, keyframes, timing, then) {
  if (still) return then?.();
  const flight = element.animate(keyframes, { fill: "backwards", ...timing });
  flights.add(flight);
  flight.of = element;
  const end = () => {
    if (flights.delete(flight)) then?.();
  };
  flight.onfinish = flight.oncancel = end;
}

/** A new gesture: everything is where it belongs, now. */
export function finishAll() {
  for (const flight of [...flights]) flight.finish();
  // finish() tells its listeners a moment later; what they tidy up must be tidy now
  for (const flight of [...flights]) flight.onfinish();
}

/**
 * Ends what one element is doing.
 * @param {Element} element
 */
export function land(element) {
  for (const flight of [...flights]) if (flight.of === element) flight.cancel(), flight.oncancel?.();
}

/** @type {() => boolean} */
export const isFlying = () => flights.size > 0;

/**
 * How long a card takes over a distance in pixels.
 * @type {(distance: number) => number}
 */
const span = (distance) => Math.min(250, 160 + (60 * distance) / 600);

/**
 * Flies from a rectangle to where the element now is; `lag` holds it back.
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {{ lag?: number, duration?: number, then?: () => void }} [how]
 */
export function fly(element, from, { lag = 0, duration, then } = {}) {
  const to = element.getBoundingClientRect();
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = from.width && to.width ? (from.flat ?? from.width) / to.width : 1;
  if (Math.abs(dx) < 0.5 && Math.abs(dy) < 0.5 && Math.abs(scale - 1) < 0.01) return then?.();
  element.classList.add("fly");
  const start = `translate(${dx}px, ${dy}px) scale(${scale})`;
  play(
    element,
    [{ transform: start }, { transform: "none" }],
    { duration: duration ?? span(Math.hypot(dx, dy)), delay: lag, easing: EASE.out },
    () => {
      element.classList.remove("fly");
      then?.();
    },
  );
}

/**
 * A card has just arrived: a ring that fades, or where nothing moves, one that stays for a moment.
 * @param {HTMLElement} element
 */
export function markMoved(element) {
  if (still) {
    element.classList.add("arrived");
    setTimeout(() => element.classList.remove("arrived"), 900);
    return;
  }
  play(element, [{ boxShadow: "0 0 0 3px var(--on-felt), var(--sh-rest)" }, {}], { duration: 420, easing: EASE.out });
}

/**
 * A foundation is complete: its card rises once, with a golden ring.
 * @param {HTMLElement} element
 * @param {number} index
 */
export function rejoice(element, index) {
  const ring = "0 0 0 3px var(--glow), 0 0 22px 8px var(--glow-halo)";
  play(element, [{}, { transform: "translateY(-8%)", boxShadow: ring, offset: 0.4 }, {}], { duration: 700, delay: 60 * index, easing: EASE.out });
}

/**
 * Flies to a rectangle and is gone.
 * @param {HTMLElement} element
 * @param {DOMRect} to
 * @param {{ duration?: number, then?: () => void }} [how]
 */
export function flyOff(element, to, { duration = 220, then } = {}) {
  const from = element.getBoundingClientRect();
  element.classList.add("fly");
  const end = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  play(element, [{ transform: "none" }, { transform: end }], { duration, easing: EASE.out }, then);
}

/**
 * The bottom card comes out sideways, passes over and lands on top.
 * @param {HTMLElement} element
 * @param {number} lag
 */
export function comeOver(element, lag) {
  element.classList.add("fly");
  play(
    element,
    [
      { transform: "translate(0, 0)", opacity: 0, offset: 0 },
      { transform: "translate(18%, 2%) rotate(2deg)", opacity: 1, offset: 0.2 },
      { transform: "translate(50%, 0) rotate(4deg)", offset: 0.5 },
      { transform: "none", offset: 1 },
    ],
    { duration: 420, delay: lag, easing: EASE.inOut },
    () => element.classList.remove("fly"),
  );
}

/**
 * Comes from below the screen.
 * @param {HTMLElement} element
 * @param {number} index
 * @param {number} count
 */
export function deal(element, index, count) {
  const to = element.getBoundingClientRect();
  const below = innerHeight - to.top + to.height;
  const lag = Math.min(8, 240 / count) * index;
  element.classList.add("fly");
  play(element, [{ transform: `translate(0, ${below}px)` }, { transform: "none" }], { duration: 420 - Math.min(lag, 240), delay: lag, easing: EASE.out }, () =>
    element.classList.remove("fly"),
  );
}

/**
 * A place says no.
 * @param {HTMLElement} element
 * @param {number} [lag]
 */
export function shake(element, lag = 0) {
  const by = (x) => ({ transform: `translateX(${x}px)` });
  play(element, [by(0), by(3), by(-3), by(3), by(-3), by(0)], { duration: 180, delay: lag, fill: "none" });
}
