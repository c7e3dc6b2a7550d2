// Puts the page together: the table's state, its picture, the server, the windows.

import * as api from "../api/server.js";
import { sheet } from "../art/cards.js";
import { bindPointer } from "../board/drag.js";
import { closest, find, findAll } from "../board/elements.js";
import { bindKeys, keepStops } from "../board/keyboard.js";
import { labelAll } from "../board/labels.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { finishAll, isStill, rejoice, setStill, shake } from "../board/motion.js";
import { draw, newPicture, spare, squeeze, taken, tipOf } from "../board/render.js";
import { openZoom } from "../dialogs/column-zoom.js";
import { openBlocked, openPause, openWon } from "../dialogs/game-over.js";
import { openHelp } from "../dialogs/keyboard-help.js";
import { openMenu } from "../dialogs/menu.js";
import { openNewGame } from "../dialogs/new-game.js";
import { happened, survey } from "../i18n/speech.js";
import { currentLanguage, t, useWords } from "../i18n/words.js";
import * as clocks from "../model/clock.js";
import * as rules from "../model/table.js";
import { newHints } from "../solver/hints.js";
import { newLamp } from "../solver/verdict-lamp.js";
import { failureText } from "../ui/failure.js";
import { newBubble, newToast, settle, speaker } from "../ui/notices.js";
import { sound, useSound } from "../ui/sound.js";
import * as toolbar from "../ui/toolbar.js";
import { newFinish } from "./finish.js";
import { newWindows, wanted } from "./windows.js";

const app = find(document, ".app"), board = find(document, ".board");
const table = rules.newTable();
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const say = speaker(find(document, "#live"));
const bubble = newBubble(app), toast = newToast(app, place);
let picture = null, layout = null, settings = {}, languages = [];
let clock = clocks.newClock(), ticking = 0;
let shownRefusal = null;
const seconds = () => performance.now() / 1000;
const words = () => ({ t, language: currentLanguage() });

/** The one way to change the table: the change, then the picture, then what is to be sent. */
function update(change, how = {}) {
  const inHand = table.held ?? table.picked;
  const answer = change(table);
  draw(picture, table, words(), how);
  labelAll(picture, table);
  keepStops(picture, table);
  explain();
  hints.changed();
  if (!inHand && (table.held ?? table.picked)) sound("lift");
  for (const request of table.outbox.splice(0)) {
    if (request.ask === "act") {
      // a card let go by the hand is there at once; one that was sent is heard when it lands
      sound(request.action.press ? "draw" : "place", how.returned || isStill() ? 0 : 0.15);
      perform(request);
    } else inquire(request);
  }
  return answer;
}

/** Puts a notice where it hides nothing that is played with: no card, no button. */
function place(notice) {
  const window = notice.closest("dialog");
  const controls = window && findAll(window, "button, input, a, label").filter((element) => !notice.contains(element));
  const area = window ? app : board;
  settle(notice, area.getBoundingClientRect(), controls?.map((element) => element.getBoundingClientRect()) ?? taken(picture));
}

/** A refusal, at the place that refused. */
function explain() {
  const { refusal } = table;
  if (refusal === shownRefusal) return;
  shownRefusal = refusal;
  bubble.hide();
  if (!refusal) return;
  const text = refusal.message ?? (refusal.word ? t(refusal.word) : null);
  const cell = picture.cells[refusal.place] && tipOf(picture, refusal.place);
  const frame = picture.parts.frames[refusal.place] ?? document.getElementById(refusal.place);
  if (cell) shake(cell);
  sound("refused");
  if (!text) return say(t("page.say.back"));
  const card = (cell ?? frame).getBoundingClientRect();
  // a column's frame reaches to the bottom of the table; the bubble belongs to its last card
  const beside = picture.parts.columns?.includes(frame) ? card : frame.getBoundingClientRect();
  const { rule } = refusal;
  bubble.show(text, beside, card, spare(picture, refusal), rule ? { href: `/rules/${table.view.game}#${rule}`, label: t("page.see-rule", { rule }) } : null);
  say(text);
}

// ---- the server -------------------------------------------------------------------------------------------------

async function perform(request) {
  const before = table.view;
  clocks.start(clock, seconds());
  tickOn();
  let view;
  try {
    view = await api.act(request.game, request.step, request.action, rounded());
  } catch (failure) {
    return failed(request, failure);
  }
  if (view.id !== table.view.id) return;
  const motion = layout.presses[request.action.press]?.motion;
  update((state) => rules.done(state, view), { motion });
  arrived(view, happened(layout, request.action, before, view));
}

function failed(request, failure) {
  if (request.game !== table.view.id) return;
  const back = { returned: true };
  if (failure instanceof api.Refused && failure.view) {
    update((state) => rules.forgetAhead(state, failure.view), back);
    setClock(failure.view);
    arrived(failure.view, failure.message);
    toast(failure.message, 6);
  } else if (failure instanceof api.Refused) {
    update((state) => rules.refused(state, request, failure.message, failure.rule), back);
  } else {
    update((state) => rules.forgetAhead(state), back);
    toast(t("page.unreachable"), 6);
    say(t("page.unreachable"));
  }
}

async function inquire(request) {
  try {
    const answer = await api.why(request.game, request.question);
    update((state) => rules.reason(state, request, answer));
  } catch (failure) {
    complain(failure);
  }
}

const complain = (failure) => toast(failureText(failure), 6);

/** A view has been taken over: counters, what is said, the end. */
function arrived(view, said) {
  app.dataset.game = view.id;
  app.dataset.step = view.step;
  app.dataset.status = view.status;
  toolbar.count(view, table.undone.length > 0);
  toolbar.assist(view, settings.lamp);
  if (said) say(said);
  clocks.end(clock, view.status !== "running", seconds());
  toolbar.showClock(clock);
  tickOn();
  windows.arrived(view);
  finish.arrived(view);
  lamp.arrived();
  if (view.status === "won") celebrate(view);
  if (view.status === "blocked") {
    say(t("page.blocked"));
    openBlocked({ canUndo: view.undo, undo: does.undo, fresh: does.fresh, commands: windows.does, ...holding() });
  }
}

function celebrate(view) {
  finishAll();
  sound("won", 0.1);
  layout.zone.forEach((place, i) => rejoice(tipOf(picture, place), i));
  const { moves, score } = view.counters;
  const open = () => {
    if (table.view.id !== view.id || table.view.step !== view.step) return; // undone meanwhile
    openWon({ figures: { time: seesClock() && clocks.reading(clock), moves, score }, fresh: does.fresh, commands: windows.does, ...holding() });
  };
  setTimeout(open, isStill() ? 0 : 800);
}

/** Takes another game onto the table. */
function seat(view, motion) {
  layout = LAYOUTS[view.game];
  finishAll();
  app.classList.remove(...Object.values(LAYOUTS).map((other) => other.css));
  app.classList.add(layout.css);
  picture = newPicture(board, layout);
  board.setAttribute("aria-label", layout.title);
  setClock(view);
  dress();
  toolbar.label(layout, view);
  update((state) => rules.layOut(state, view, layout.zone), { motion });
  if (location.pathname !== `/${view.code}`) history.replaceState(null, "", `/${view.code}`);
  arrived(view);
}

// ---- clock ------------------------------------------------------------------------------------------------------

const rounded = () => Math.round(clock.seconds * 10) / 10;

function setClock(view) {
  const { holds } = clock;
  clock = clocks.newClock(view.counters.seconds, view.step > 0);
  clock.holds = holds;
  clocks.tick(clock, seconds());
  tickOn();
}

/** Wakes once a second, and only while the clock runs. */
function tickOn() {
  clearInterval(ticking);
  ticking = 0;
  toolbar.showClock(clock);
  if (!clocks.isRunning(clock)) return;
  ticking = setInterval(() => {
    clocks.tick(clock, seconds());
    toolbar.showClock(clock);
  }, 1000);
}

/** For a window over the table: the clock stands still while it is open. */
function holding() {
  const window = {}; // one window may follow another before the first has said that it closed
  clocks.hold(clock, window, seconds());
  tickOn();
  return {
    onClose() {
      clocks.release(clock, window, seconds());
      tickOn();
    },
  };
}

function watchVisibility() {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      clocks.hold(clock, "hidden", seconds());
      keepTime();
    } else clocks.release(clock, "hidden", seconds());
    tickOn();
  });
  addEventListener("pagehide", keepTime);
}

function keepTime() {
  if (clock.started) api.saveClock(table.view.id, rounded()).catch(() => {});
}

// ---- settings, languages ----------------------------------------------------------------------------------------

const seesClock = () => settings.clock !== false;

function dress() {
  table.settings = settings;
  useSound(settings.sound === true);
  toolbar.offerClock(seesClock());
  setStill(lessMotion.matches || settings.motion === false);
  document.documentElement.toggleAttribute("data-still", isStill());
  globalThis.medialunaLook({ theme: settings.theme, suits: settings.suits ?? layout.suits, hand: settings.hand });
  document.documentElement.lang = currentLanguage();
}

async function set(name, value) {
  settings = { ...settings, [name]: value };
  dress();
  try {
    settings = { ...settings, ...(await api.saveSettings({ [name]: value })) };
    if (name === "lamp") lamp.arrived();
    if (name === "language") await speakIn(value);
  } catch (failure) {
    complain(failure);
  }
}

async function speakIn(language) {
  const answer = await api.loadWords(language);
  useWords(answer.language, answer.words);
  dress();
  update(() => {});
  toolbar.label(layout, table.view);
  toolbar.count(table.view, table.undone.length > 0);
  lamp.label();
  does.menu(true);
}

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
    say(said);
  } catch {
    // no permission, or no secure address: show it, so that it can be copied by hand
    toast(text, 8);
  }
}

// ---- what the bars and keys do ----------------------------------------------------------------------------------

const windows = newWindows({ table, update, seat, seatNew, toast, say, copy, complain, holding, keepTime, again });
const finish = newFinish({ table, update, say, board, isStill, place });

const lamp = newLamp({ element: find(document, "#lamp"), table, isOn: () => settings.lamp === true, helped });
const hints = newHints({ app, table, picture: () => picture, update, run: finish.run, toast, say, complain, holding, fresh: () => does.fresh(), lamp, helped, place });

/** The game counts as an assisted one from now on; the server knows already. */
function helped(view) {
  view.assisted = true;
  if (table.view === view) toolbar.assist(view, settings.lamp);
}

const does = {
  ...windows.does,
  ...hints.does,
  undo: () => windows.takeBack() || update(rules.undo),
  fresh: () =>
    openNewGame({
      game: table.view.game,
      options: table.view.options,
      winnable: settings.winnable === true,
      wantWinnable: (on) => set("winnable", on),
      begin: async (wanted) => {
        keepTime();
        seatNew(await api.newGame(wanted));
      },
      ...holding(),
    }),
  menu: (again) => {
    const dialog = openMenu({ view: table.view, language: currentLanguage(), languages, settings, suits: layout.suits, set, copy, help: does.help, commands: does, ...holding() });
    if (again) find(dialog, "[data-name=language] [aria-checked=true]").focus();
  },
  pause: () => openPause(holding()),
  help: () => openHelp({ layout, ...holding() }),
  /** Says on demand what the eye would look for. */
  survey: (what) => {
    const said = survey(table, layout, what, seesClock() && clocks.reading(clock));
    say(said);
    toast(said, 6);
  },
  zoom: (place) => openZoom({ picture, table, place, pick: (count) => update((state) => rules.pick(state, place, count)), ...holding() }),
  copy: () => copy(table.view.code, t("page.code-copied", { code: table.view.code })),
};

function seatNew(view) {
  const before = table.view;
  update(rules.putBack);
  seat(view, "deal");
  windows.dealt(before);
  say(t("page.say.dealt", { game: layout.title, code: view.code }));
}

/** The game on the table is no more: the latest of the others comes. */
async function again() {
  seat((await api.start(null)).game);
}

function listen() {
  const game = () => ({ table, picture });
  bindPointer(board, game, update, does);
  bindKeys(board, game, update, does, () => settings.shortcuts !== false);
  board.addEventListener("click", (event) => {
    const name = closest(event, "[data-press]")?.dataset.press;
    if (!name) return;
    finishAll();
    update((state) => rules.press(state, name));
  });
  document.addEventListener("click", (event) => {
    const name = closest(event, "[data-does]")?.dataset.does;
    if (!name) return;
    finishAll();
    does[name]();
  });
  addEventListener("resize", () => {
    bubble.hide();
    squeeze(picture);
    findAll(document, ".toast:not([hidden]), .finish:not([hidden])").forEach(place);
  });
  lessMotion.addEventListener("change", dress);
  watchVisibility();
}

async function begin() {
  const more = wanted(location.pathname);
  const asked = more ? null : decodeURIComponent(location.pathname.slice(1)) || null;
  document.body.insertAdjacentHTML("afterbegin", sheet());
  toolbar.furnish();
  let answer;
  try {
    answer = await api.start(asked);
  } catch (failure) {
    find(document, "#unreachable").hidden = false;
    throw failure;
  }
  ({ settings, languages } = answer);
  useWords(answer.language, answer.words);
  seat(answer.game);
  listen();
  app.setAttribute("aria-busy", "false");
  if (answer.error) {
    toast(answer.error.message, 8);
    say(answer.error.message);
  }
  more?.(windows.does);
}

begin();
