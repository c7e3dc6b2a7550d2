// The play clock: starts with the first action, stands still while the game is not looked at.
// Every function takes the clock first; `now` is a time in seconds from any steady source.

// A tick comes every second. A longer gap is a machine that slept or a page that was frozen: it is not play.
const LONGEST_GAP = 3;

/** @type {(seconds?: number, started?: boolean) => Clock} */
export const newClock = (seconds = 0, started = false) => ({ seconds, started, over: false, holds: new Set(), last: null });

/** @type {(clock: Clock) => boolean} */
export const isRunning = (clock) => clock.started && !clock.over && clock.holds.size === 0;

/**
 * Adds what has passed since the last tick.
 * @param {Clock} clock
 * @param {number} now
 */
export function tick(clock, now) {
  if (isRunning(clock) && clock.last !== null) {
    const gap = now - clock.last;
    if (gap > 0 && gap <= LONGEST_GAP) clock.seconds += gap;
  }
  clock.last = isRunning(clock) ? now : null;
}

/**
 * @param {Clock} clock
 * @param {number} now
 */
export function start(clock, now) {
  tick(clock, now);
  clock.started = true;
  tick(clock, now);
}

/**
 * Stops for a reason (hidden, dialog, pause); it goes on when no reason is left.
 * @param {Clock} clock
 * @param {unknown} reason
 * @param {number} now
 */
export function hold(clock, reason, now) {
  tick(clock, now);
  clock.holds.add(reason);
  tick(clock, now);
}

/**
 * @param {Clock} clock
 * @param {unknown} reason
 * @param {number} now
 */
export function release(clock, reason, now) {
  tick(clock, now);
  clock.holds.delete(reason);
  tick(clock, now);
}

/**
 * @param {Clock} clock
 * @param {boolean} over
 * @param {number} now
 */
export function end(clock, over, now) {
  tick(clock, now);
  clock.over = over;
  tick(clock, now);
}

/**
 * 0:05, 12:47, 1:02:03.
 * @param {{ seconds: number }} clock
 */
export function reading(clock) {
  const whole = Math.floor(clock.seconds);
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
