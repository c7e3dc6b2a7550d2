// My games: what runs, what was won. Any of them can be gone on with, replayed or deleted.

import * as api from "../api/player.js";
import { icon } from "../art/icons.js";
import { finder } from "../board/elements.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { ago } from "../i18n/relative-time.js";
import { variant } from "../i18n/speech.js";
import { currentLanguage, t } from "../i18n/words.js";
import { reading } from "../model/clock.js";
import { confirm } from "../ui/confirm.js";
import { bindRadios, check, openDialog } from "../ui/dialog.js";
import { failureText } from "../ui/failure.js";

const FILTERS = ["all", "running", "won"];

/**
 * `goTo(id)` puts a game on the table, `replay({id})` shows it move by move, `removed()` follows when the one on the table has gone.
 * @param {{ current: string, goTo: (id: string) => void, replay: (what: { id: string }) => void, removed: () => Promise<void>, onClose: Close }} how
 */
export function openMyGames({ current, goTo, replay, removed, onClose }) {
  const dialog = openDialog({
    title: t("page.way.games"),
    cls: "mine",
    onClose,
    body: `<div class="seg filter" role="radiogroup">${FILTERS.map((name) => `<button type="button" role="radio" data-value="${name}">${t(`page.games.${name}`)}</button>`).join("")}</div>
      <p class="none" role="status"></p><ul class="list"></ul><div class="go"><button type="button" class="plain more" hidden>${t("page.games.more")}</button></div>`,
  });
  const find = finder(dialog);
  const filter = find(".filter"), list = find(".list"), more = find(".more"), none = find(".none");
  filter.setAttribute("aria-label", t("page.games.show"));
  let next = null, asked = 0;

  async function fill(status, before) {
    const turn = ++asked;
    try {
      const answer = await api.games(status, before);
      if (turn !== asked) return;
      if (!before) list.replaceChildren();
      const first = list.children.length;
      list.append(...answer.games.map(entry));
      const added = list.children[first];
      if (before && added) finder(added)("button").focus();
      next = answer.next;
      more.hidden = !next;
      none.textContent = list.children.length ? "" : t("page.games.none");
    } catch (failure) {
      if (turn === asked) none.textContent = failureText(failure);
    }
  }

  function entry(game) {
    const layout = LAYOUTS[game.game];
    const item = document.createElement("li");
    item.innerHTML = `<button type="button" class="entry"><span class="name"><b></b> <span class="status"></span></span><small></small></button>
      <button type="button" class="tool" data-do="replay">${icon("replay")}</button><button type="button" class="tool" data-do="remove" data-asks>${icon("remove")}</button>`;
    const part = finder(item);
    const { moves, score, seconds } = game;
    const facts = [variant(layout, game.options), t("page.n-moves", { n: moves })];
    if (score !== null) facts.push(t("page.n-points", { n: score }));
    facts.push(reading({ seconds }), ago(Date.parse(game.updated), Date.now(), currentLanguage()));
    const onTable = game.id === current;
    const status = onTable && game.status === "running" ? "here" : game.status;
    part("b").textContent = layout.title;
    part(".status").textContent = t(`page.games.is.${status}`) + (game.assisted ? ` · ${t("page.assisted")}` : "");
    part(".status").dataset.status = status;
    part("small").textContent = facts.join(" · ");
    if (onTable) part(".entry").setAttribute("aria-current", "true");
    part(".entry").title = game.code;
    part(".entry").addEventListener("click", () => (onTable ? dialog.close() : goTo(game.id)));
    const which = `${layout.title} ${game.code}`;
    part("[data-do=replay]").setAttribute("aria-label", t("page.games.replay-of", { game: which }));
    part("[data-do=replay]").addEventListener("click", () => replay({ id: game.id }));
    part("[data-do=remove]").setAttribute("aria-label", t("page.games.remove-of", { game: which }));
    part("[data-do=remove]").addEventListener("click", () =>
      confirm(item, {
        question: t("page.games.remove-sure", { game: layout.title, n: moves }),
        yes: t("page.remove"),
        async act(box) {
          await api.removeGame(game.id);
          const beside = box.nextElementSibling ?? box.previousElementSibling;
          box.remove();
          (beside ? finder(beside)("button") : find(".close")).focus();
          none.textContent = list.children.length ? "" : t("page.games.none");
          if (onTable) await removed();
        },
      }),
    );
    return item;
  }

  let status = "all";
  check(filter, status);
  bindRadios(filter, (chosen) => fill((status = chosen), null));
  more.addEventListener("click", () => fill(status, next));
  fill(status, null);
  find(".filter [aria-checked=true]").focus();
  return dialog;
}
