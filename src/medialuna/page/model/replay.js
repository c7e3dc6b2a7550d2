// A game that is shown move by move: where it stands, what comes next, what must still be fetched. Draws nothing.

export const WINDOW = 20; // positions that are fetched at once
export const PACES = [1, 2, 4];
const BEAT = 900; // milliseconds between moves at the slowest pace

/** `total` actions; position 0 is the deal. */
export const newReel = (total) => ({ total, at: 0, playing: false, pace: 1, views: new Map() });

export const goTo = (reel, at) => {
  reel.at = Math.max(0, Math.min(reel.total, Math.round(at) || 0));
  if (reel.at === reel.total) reel.playing = false;
};

/** Starts or stops; at the end it starts again from the deal. */
export function play(reel) {
  reel.playing = !reel.playing && reel.total > 0;
  if (reel.playing && reel.at === reel.total) reel.at = 0;
}

export const faster = (reel) => {
  reel.pace = PACES[(PACES.indexOf(reel.pace) + 1) % PACES.length];
};

export const beat = (reel) => BEAT / reel.pace;

/** The window of positions to fetch for showing one, null when it is there. */
export function missing(reel, at) {
  if (at < 0 || at > reel.total || reel.views.has(at)) return null;
  const from = Math.floor(at / WINDOW) * WINDOW;
  return { from, to: Math.min(from + WINDOW, reel.total + 1) - 1 };
}

export function keep(reel, from, views) {
  views.forEach((view, i) => reel.views.set(from + i, view));
}
