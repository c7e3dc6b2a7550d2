// What lies around the table: other games, their figures, sharing, taking back a new deal, the offered finish.
// The windows are loaded when they are first opened; this file knows their names only.

import * as api from "../api/server.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { act, redo } from "../model/table.js";
import { t } from "../i18n/words.js";

const TAKE_BACK = 10; // seconds for which a new deal can be taken back by the notice; the list of games keeps the old one
const CALM = 600; // milliseconds without an action before a finish is looked for

const styles = new Map();

/** A style sheet that only some windows need; answers when it acts. */
function style(name) {
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
 * What the page can do around its table. `page` is what the table lends: the state, `update`, `seat` (another game onto
 * the table), `toast`, `say`, `copy`, `holding` (for a window over the table), `complain` (a failure, in words).
 */
export function newAround(page) {
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
    document.querySelector("dialog[open]")?.close();
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
      document.querySelector("dialog[open]")?.close();
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
  function dealt(before) {
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

  // ---- the offered finish -----------------------------------------------------------------------------------------

  let timer = 0, offered = null, running = false;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "finish";
  button.hidden = true;
  button.addEventListener("click", () => run(offered));
  page.board.parentNode.append(button);

  /** After each view: a finish is looked for when the hand rests, in a game that has one. */
  function arrived(view) {
    document.getElementById("redo").setAttribute("aria-disabled", String(!table.undone.length));
    if (replaced && view.step) {
      replaced = null; // the hand has chosen the new game; the list keeps the other
      toast.hide();
    }
    if (running) return;
    clearTimeout(timer);
    offered = null;
    button.hidden = true;
    if (view.status === "running" && view.step && LAYOUTS[view.game].finishes) timer = setTimeout(look, CALM, view);
  }

  async function look(view) {
    const answer = await api.finishOf(view.id).catch(() => null);
    const same = table.view.id === view.id && table.view.step === view.step && !table.pending;
    if (!same || running || !answer?.actions) return;
    await style("more-dialogs.css");
    offered = answer.actions;
    button.textContent = t("page.finish", { n: offered.length });
    button.hidden = false;
    page.place(button);
    say(t("page.say.finish"));
  }

  /** Plays the offered moves one after the other, until any key or touch. */
  async function run(actions) {
    button.hidden = true;
    running = true;
    const listeners = new AbortController();
    const stop = (event) => {
      if (event.repeat) return; // the key that began it, still held
      running = false;
      listeners.abort();
      // the key or touch that stops does nothing else, and neither does the click that follows it
      swallow(event);
      if (event.type === "pointerdown") addEventListener("click", swallow, { capture: true, once: true, signal: AbortSignal.timeout(700) });
    };
    for (const name of ["keydown", "pointerdown"]) addEventListener(name, stop, { capture: true, signal: listeners.signal });
    page.board.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    for (const action of actions) {
      const { id, step } = table.view;
      if (!running || table.pending) break;
      update((state) => act(state, action));
      do await pause(page.isStill() ? 30 : 130);
      while (table.pending);
      if (table.view.id !== id || table.view.step !== step + 1) break;
    }
    running = false;
    listeners.abort();
    arrived(table.view);
  }

  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

  return { does, dealt, takeBack, arrived, run };
}

/** What an address asks for besides a deal: a shared game, a written one, a move to this device. Null: nothing. */
export function wanted(path) {
  const [, what, token] = path.match(/^\/(replay|device)(?:\/([\w-]+))?$/) ?? [];
  if (!what) return null;
  return (does) => (token ? does[what](what === "replay" ? { token } : token) : does.data());
}
