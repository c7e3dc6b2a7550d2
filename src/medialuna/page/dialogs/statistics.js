// The statistics: one table for each way of playing, with help and without side by side.

import * as api from "../api/player.js";
import { find } from "../board/elements.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { variant } from "../i18n/speech.js";
import { currentLanguage, t } from "../i18n/words.js";
import { reading } from "../model/clock.js";
import { byMode, percent, total } from "../model/statistics.js";
import { openDialog } from "../ui/dialog.js";
import { failureText } from "../ui/failure.js";

const time = (seconds) => (seconds === null ? null : reading({ seconds }));

/** What a table says of a row of figures; null: nothing to say. */
const FIGURES = {
  played: (row) => row.played,
  won: (row) => row.won,
  rate: (row) => (row.played ? new Intl.NumberFormat(currentLanguage(), { style: "percent" }).format(Number(percent(row.won, row.played)) / 100) : null),
  blocked: (row) => row.blocked || null,
  "best-seconds": (row) => time(row.best_seconds),
  "mean-seconds": (row) => time(row.mean_seconds),
  "best-moves": (row) => row.best_moves,
  "best-score": (row) => row.best_score,
  streak: (row) => row.streak,
  "best-streak": (row) => row.best_streak,
};

/**
 * One way of playing; the column of games with help stands only where there is any.
 * @param {Mode} mode
 * @param {number} _
 * @param {Mode[]} all
 */
function tableOf({ game, options, clean, assisted }, _, all) {
  const number = new Intl.NumberFormat(currentLanguage());
  const layout = LAYOUTS[game];
  const cell = (row, figure) => {
    const value = row && figure(row);
    return value === null || value === undefined ? "–" : typeof value === "number" ? number.format(value) : value;
  };
  const lines = Object.entries(FIGURES).filter(([, figure]) => [clean, assisted].some((row) => row && (figure(row) ?? null) !== null));
  const helped = all.some((mode) => mode.assisted?.played);
  const row = ([name, figure]) =>
    `<tr class="${name}"><th scope="row">${t(`page.stats.${name}`)}</th><td>${cell(clean, figure)}</td>${helped ? `<td>${cell(assisted, figure)}</td>` : ""}</tr>`;
  return `<table><caption><b>${layout.title}</b> <span>${variant(layout, options)}</span></caption>
    <thead${helped ? "" : ' class="unseen"'}><tr><td></td><th scope="col">${t("page.stats.clean")}</th>${helped ? `<th scope="col">${t("page.stats.assisted")}</th>` : ""}</tr></thead>
    <tbody>${lines.map(row).join("")}</tbody></table>`;
}

/** @param {{ onClose: Close }} how */
export function openStatistics({ onClose }) {
  const dialog = openDialog({
    title: t("page.way.statistics"),
    cls: "statistics",
    onClose,
    body: `<p class="sum" role="status"></p><div class="tables"></div><p class="small">${t("page.stats.note")}</p>`,
  });
  const sum = find(dialog, ".sum");
  api.statistics().then(
    ({ rows }) => {
      const { played, won } = total(rows);
      sum.textContent = played ? `${t("page.stats.played-in-all", { n: played })} · ${t("page.stats.won-in-all", { n: won })}` : t("page.stats.none");
      find(dialog, ".tables").innerHTML = byMode(rows, Object.keys(LAYOUTS)).map(tableOf).join("");
    },
    (failure) => (sum.textContent = failureText(failure)),
  );
  return dialog;
}
