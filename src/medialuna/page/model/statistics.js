// Figures in words, and the sums of the statistics. Nothing here touches the page.

/** Won of played, in whole per cent: rounded down, so that 100 % means all of them. */
export const percent = (won, played) => (played ? Math.floor((100 * Math.min(won, played)) / played) : null);

/** How long ago, in the largest unit that fits. */
export function ago(then, now, language) {
  const seconds = Math.round((then - now) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (Math.abs(seconds) < 60) return words.format(0, "second");
  const steps = [["minute", 60, 3600], ["hour", 3600, 86400], ["day", 86400, 86400 * 30], ["month", 86400 * 30, 86400 * 365], ["year", 86400 * 365, Infinity]];
  const [unit, size] = steps.find(([, , end]) => Math.abs(seconds) < end);
  return words.format(Math.trunc(seconds / size), unit);
}

/** The rows of the statistics by game and options, played alone and with help side by side, in the order of `games`. */
export function byMode(rows, games) {
  const modes = [];
  for (const row of rows) {
    let mode = modes.find((one) => one.game === row.game && one.options === row.options);
    if (!mode) modes.push((mode = { game: row.game, options: row.options, clean: null, assisted: null }));
    mode[row.assisted ? "assisted" : "clean"] = row;
  }
  const played = ({ clean, assisted }) => (clean?.played ?? 0) + (assisted?.played ?? 0);
  return modes.filter(played).sort((a, b) => games.indexOf(a.game) - games.indexOf(b.game) || played(b) - played(a) || (a.options < b.options ? -1 : 1));
}

/** All played and won, of all games, with help and without. */
export const total = (rows) => rows.reduce((sum, row) => ({ played: sum.played + row.played, won: sum.won + row.won }), { played: 0, won: 0 });
