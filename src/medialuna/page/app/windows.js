// The windows around the table, which are loaded when they are first opened, and another game on the table: by starting
// again, by opening one of the list, and back from a new deal that was a mistake.

import * as api from "../api/server.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { closeDialog } from "../ui/dialog.js";
import { t } from "../i18n/words.js";
import { redo } from "../model/table.js";

const TAKE_BACK = 10; // seconds for which a new deal can be taken back by the notice; the list of games keeps the old one

const styles = new Map();

/**
 * A style sheet that only some windows need; answers when it acts.
 * @param {string} name
 * @returns {Promise<unknown>}
 */
export function style(name) {
  if (!styles.has(name)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `/page/styles/${name}`;
    styles.set(name, new Promise((loaded) => (link.onload = link.onerror = loaded)));
    document.head.append(link);
  }
  return styles.get(name);
}

/**
 * What can be opened over the table. `page` is what the table lends: the state, `update`, `seat` (another game onto
 * the table), `toast`, `say`, `copy`, `holding` (for a window over the table), `complain` (a failure, in words).
 * @param {WindowsPage} page
 */
export function newWindows(page) {
  const { table, update, toast, say, complain } = page;
  let replaced = null; // {id, until}: the game that a new deal has put aside, and until when undo brings it back

  /** Runs what may fail, and says so where it does. */
  const tell = (does) => async (...given) => {
    try {
      return await does(...given);
    } catch (failure) {
      complain(failure);
    }
  };

  const show = (load, open, ...sheets) =>
    tell(async (...given) => {
      const [module] = await Promise.all([load(), ...["more-dialogs.css", ...sheets].map(style)]);
      return open(module, ...given);
    });

  const goTo = tell(async (id) => {
    page.keepTime();
    const view = await api.resumeGame(id);
    closeDialog();
    page.seat(view);
    say(t("page.say.resumed", { game: LAYOUTS[view.game].title, code: view.code }));
  });

  const deal = tell(async (wanted) => {
    page.keepTime();
    page.seatNew(await api.newGame(wanted));
  });

  const does = {
    redo: () => update(redo),
    restart: () => {
      closeDialog();
      if (table.view.step) return deal({ code: table.view.code });
      toast(t("page.at-start"));
      say(t("page.at-start"));
    },
    games: show(
      () => import("../dialogs/my-games.js"),
      ({ openMyGames }) => openMyGames({ current: table.view.id, goTo, replay: does.replay, removed: page.again, ...page.holding() }),
    ),
    statistics: show(() => import("../dialogs/statistics.js"), ({ openStatistics }) => openStatistics(page.holding())),
    share: show(
      () => import("../dialogs/sharing.js"),
      ({ openSharing }) => openSharing({ view: table.view, copy: page.copy, ...page.holding() }),
    ),
    data: show(() => import("../dialogs/your-data.js"), ({ openYourData }) => openYourData({ copy: page.copy, replay: does.replay, ...page.holding() })),
    device: show(() => import("../dialogs/device-link.js"), ({ openDevice }, token) => openDevice({ token, ...page.holding() })),
    /** `what`: {id} of a game of one's own, {token} of a shared one, {record} as text; missing: the game on the table. */
    replay: show(
      () => import("../dialogs/replay.js"),
      ({ openReplay }, what = { id: table.view.id }) => openReplay({ what, deal: (code) => deal({ code }), ...page.holding() }),
      "replay.css",
    ),
  };

  // ---- a new deal that can be taken back --------------------------------------------------------------------------

  /** Another game was dealt in place of the one before: that one can come back. */
  function dealt(/** @type {View} */ before) {
    replaced = { id: before.id, until: performance.now() + TAKE_BACK * 1000 };
    const words = before.code === table.view.code ? "page.restarted" : "page.dealt-anew";
    // the window that asked for it closes first, and would take the notice along
    setTimeout(() => toast(t(words), TAKE_BACK, { words: t("page.take-back"), label: t("page.take-back-long"), run: () => goTo(before.id) }));
  }

  /** Undo before the first action brings back the game that was there a moment ago. True when it does. */
  function takeBack() {
    const can = replaced && performance.now() < replaced.until && table.view.step === 0 && !table.pending;
    const { id } = replaced ?? {};
    replaced = null;
    if (can) goTo(id);
    return Boolean(can);
  }

  /** After each view: once the hand has chosen the new game, the notice that offers the other goes. */
  function arrived(/** @type {View} */ view) {
    if (!replaced || !view.step) return;
    replaced = null; // the list keeps the other
    toast.hide();
  }

  return { does, dealt, takeBack, arrived };
}

/**
 * What an address asks for besides a deal: a shared game, a written one, a move to this device. Null: nothing.
 * @param {string} path
 * @returns {((does: Commands) => any) | null}
 */
export function wanted(path) {
  const [, what, token] = path.match(/^\/(replay|device)(?:\/([\w-]+))?$/) ?? [];
  if (!what) return null;
  return (does) => (token ? does[what](what === "replay" ? { token } : token) : does.data());
}
