// Every sentence of the page comes from the server's catalogue; this file only fills it in.

let catalogue = {};
let language = "en";
let plural = new Intl.PluralRules(language);
let number = new Intl.NumberFormat(language);

/**
 * @param {string} chosen
 * @param {Catalogue} words
 */
export function useWords(chosen, words) {
  language = chosen;
  catalogue = words;
  plural = new Intl.PluralRules(chosen);
  number = new Intl.NumberFormat(chosen);
}

/** @type {() => string} */
export const currentLanguage = () => language;

/** @type {(value: unknown) => string} */
const shown = (value) => (typeof value === "number" ? number.format(value) : String(value));

/**
 * The sentence of a code, with its {names} filled in; `values.n` chooses among the forms of a plural.
 * @type {Translate}
 */
export function t(code, values = {}) {
  const entry = catalogue[code];
  // A missing sentence must be seen by those who test, and still say something to those who play.
  if (entry === undefined) return code;
  const text = typeof entry === "string" ? entry : (entry[plural.select(Number(values.n))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/**
 * "this, that or the other"
 * @param {string[]} texts
 */
export const either = (texts) => new Intl.ListFormat(language, { type: "disjunction" }).format(texts);
