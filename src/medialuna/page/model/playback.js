// A game that is shown move by move: where it stands, what comes next, what must still be fetched. Draws nothing.

export const WINDOW = 20; // positions that are fetched at once
export const PACES = [1, 2, 4];
const BEAT = 900; // milliseconds between moves at the slowest pace

/**
 * `total` actions; position 0 is the deal.
 * @type {(total: number) => Playback}
 */
export const newPlayback = (total) => ({ total, at: 0, playing: false, pace: 1, views: new Map() });

/** @type {(playback: Playback, at: number) => void} */
export const goTo = (playback, at) => {
  playback.at = Math.max(0, Math.min(playback.total, Math.round(at) || 0));
  if (playback.at === playback.total) playback.playing = false;
};

/**
 * Starts or stops; at the end it starts again from the deal.
 * @param {Playback} playback
 */
export function play(playback) {
  playback.playing = !playback.playing && playback.total > 0;
  if (playback.playing && playback.at === playback.total) playback.at = 0;
}

/** @type {(playback: Playback) => void} */
export const faster = (playback) => {
  playback.pace = PACES[(PACES.indexOf(playback.pace) + 1) % PACES.length];
};

/** @type {(playback: Playback) => number} */
export const beat = (playback) => BEAT / playback.pace;

/**
 * The window of positions to fetch for showing one, null when it is there.
 * @param {Playback} playback
 * @param {number} at
 */
export function missing(playback, at) {
  if (at < 0 || at > playback.total || playback.views.has(at)) return null;
  const from = Math.floor(at / WINDOW) * WINDOW;
  return { from, to: Math.min(from + WINDOW, playback.total + 1) - 1 };
}

/**
 * @param {Playback} playback
 * @param {number} from
 * @param {View[]} views
 */
export function keep(playback, from, views) {
  views.forEach((view, i) => playback.views.set(from + i, view));
}
