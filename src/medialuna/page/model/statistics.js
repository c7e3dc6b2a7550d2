// The sums of the statistics.

/**
 * Won of played, in whole per cent: rounded down, so that 100 % means all of them.
 * @type {(won: number, played: number) => number | null}
 */
export const percent = (won, played) => (played ? Math.floor((100 * Math.min(won, played)) / played) : null);

/**
 * The rows of the statistics by game and options, played alone and with help side by side, in the order of `games`.
 * @param {StatisticsRow[]} rows
 * @param {string[]} games
 * @returns {Mode[]}
 */
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

/**
 * All played and won, of all games, with help and without.
 * @type {(rows: { played: number, won: number }[]) => { played: number, won: number }}
 */
export const total = (rows) => rows.reduce((sum, row) => ({ played: sum.played + row.played, won: sum.won + row.won }), { played: 0, won: 0 });
