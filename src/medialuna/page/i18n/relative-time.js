// Times as people tell them.

/**
 * How long ago, in the largest unit that fits.
 * @param {number} then
 * @param {number} now
 * @param {string} language
 */
export function ago(then, now, language) {
  const seconds = Math.round((then - now) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (Math.abs(seconds) < 60) return words.format(0, "second");
  /** @type {[Intl.RelativeTimeFormatUnit, number, number][]} */
  const steps = [["minute", 60, 3600], ["hour", 3600, 86400], ["day", 86400, 86400 * 30], ["month", 86400 * 30, 86400 * 365], ["year", 86400 * 365, Infinity]];
  const [unit, size] = steps.find(([, , end]) => Math.abs(seconds) < end) ?? steps[0];
  return words.format(Math.trunc(seconds / size), unit);
}
