// The sheet of keys.

import { t } from "../i18n/words.js";
import { openDialog } from "../ui/dialog.js";

/**
 * Key and word; what a game presses by key comes from its layout.
 * @type {(layout: Layout) => string[][]}
 */
const keys = (layout) => [
  ["← ↑ → ↓", "page.keys.go"],
  ["Tab", "page.keys.tab"],
  ["Enter", "page.keys.pick"],
  ["+ −", "page.keys.grow"],
  ["Esc", "page.keys.rest"],
  ...Object.entries(layout.presses).map(([name, { key }]) => [key.toUpperCase(), `page.keys.${layout.css}.${name}`]),
  ["Z", "page.undo"],
  ["Y", "page.redo"],
  ["H", "page.hint"],
  ["N", "page.new-game"],
  ...(layout.columns ? [["C", "page.keys.zoom"]] : []),
  ["M", "page.keys.moves"],
  ["T", "page.keys.foundations"],
  ["W", "page.keys.aside"],
  ["P", "page.keys.piles"],
  ["Q", "page.keys.counters"],
  ["?", "page.help"],
];

/** @param {{ layout: Layout, onClose: Close }} how */
export function openHelp({ layout, onClose }) {
  /** @type {(pair: string[]) => string} */
  const row = ([key, word]) => `<dt><kbd>${key}</kbd></dt><dd>${t(word)}</dd>`;
  return openDialog({ title: t("page.help"), cls: "keys", onClose, body: `<dl>${keys(layout).map(row).join("")}</dl>` });
}
