// Every sentence of the page comes from the server's catalogue; this file only fills it in.

let catalogue = {};
let language = "en";
let plural = new Intl.PluralRules(language);

/**
 * @param {string} chosen
 * @param {Catalogue} words
 */
export function useWords(chosen, words) {
  language = chosen;
  catalogue = words;
  plural = new Intl.PluralRules(chosen);
}

/** @type {() => string} */
export const currentLanguage = () => language;

/**
 * The sentence of a code, with its {names} filled in; `values.n` chooses between one and many.
 * @type {Translate}
 */
export function t(code, values = {}) {
  const entry = catalogue[code];
  // A missing sentence must be seen by those who test, and still say something to those who play.
  if (entry === undefined) return code;
  const text = Array.isArray(entry) ? entry[plural.select(Number(values.n)) === "one" ? 0 : 1] : entry;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
