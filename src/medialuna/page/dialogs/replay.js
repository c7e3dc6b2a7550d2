// Any game move by move: forward, back, by itself, or straight to a move. The table is drawn as the playing one is.

import * as api from "../api/player.js";
import { icon } from "../art/icons.js";
import { closest, finder } from "../board/elements.js";
import { keyOf } from "../board/keyboard.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { finishAll } from "../board/motion.js";
import { draw, newPicture, squeeze } from "../board/render.js";
import { happened, survey } from "../i18n/speech.js";
import { currentLanguage, t } from "../i18n/words.js";
import { beat, faster, goTo, keep, missing, newPlayback, play } from "../model/playback.js";
import { newTable } from "../model/table.js";
import { openDialog } from "../ui/dialog.js";
import { failureText } from "../ui/failure.js";

const SIGNS = { first: "first", back: "back", play: "play", next: "next", last: "last" };
const SURVEYS = { t: "foundations", w: "aside", p: "piles" };

/**
 * The record that is to be shown, as text.
 * @param {{ id?: string, token?: string, record?: string }} what
 */
async function recordOf({ id, token, record }) {
  if (record) return record;
  return (id ? await api.recordOf(id) : await api.shared(String(token))).record;
}

/**
 * `what`: {id}, {token} or {record}; `deal(code)` begins a game of the same deal.
 * @param {{ what: { id?: string, token?: string, record?: string }, deal: (code: string) => void, onClose: Close }} how
 */
export async function openReplay({ what, deal, onClose }) {
  const dialog = openDialog({
    title: t("page.way.replay"),
    cls: "reel",
    into: document.body, // the playing table's layout must not reach in here
    onClose() {
      clearTimeout(timer);
      listeners.abort();
      onClose();
    },
    body: `<div class="stage"><div class="table"><div class="board" inert></div></div></div>
      <div class="controls"><p class="said" role="status"></p>
      <div class="way"><span class="where" aria-hidden="true"></span><input type="range" min="0" value="0" step="1"></div>
      <div class="keys-row"><button type="button" class="pace"></button><div class="steps">${Object.entries(SIGNS).map(([name, sign]) => `<button type="button" data-step="${name}">${icon(sign)}</button>`).join("")}</div><button type="button" class="deal">${icon("fresh")}<span></span></button></div></div>`,
  });
  const find = finder(dialog);
  const line = find(".said"), slider = find("input"), button = (name) => find(`[data-step=${name}]`);
  const listeners = new AbortController();
  let timer = 0, playback = null, layout, picture, record, wanted = 0;
  find(".where").textContent = t("page.loading");

  try {
    record = await recordOf(what);
    const answer = await api.replay(record);
    playback = newPlayback(answer.steps);
    await fetchAround(0);
    if (answer.fault) line.dataset.fault = t("page.replay.fault", { n: answer.steps, message: answer.fault.message });
  } catch (failure) {
    find(".where").textContent = "";
    line.textContent = failureText(failure);
    line.classList.add("wrong");
    find(".way").hidden = find(".keys-row").hidden = true;
    return dialog;
  }
  if (!dialog.isConnected) return dialog; // closed meanwhile

  const first = /** @type {View} */ (playback.views.get(0));
  layout = LAYOUTS[first.game];
  find(".stage").classList.add(layout.css);
  find("h2 span").innerHTML = `<b></b> <small></small>`;
  find("h2 b").textContent = layout.title;
  find("h2 small").textContent = first.code;
  picture = newPicture(find(".board"), layout);
  slider.max = String(playback.total);
  slider.setAttribute("aria-label", t("page.replay.move"));
  for (const name of ["first", "back", "next", "last"]) label(button(name), t(`page.replay.${name}`));
  find(".deal span").textContent = t("page.replay.deal");
  label(find(".deal"), t("page.replay.deal"));

  function label(element, words) {
    element.setAttribute("aria-label", words);
    element.title = words;
  }

  /** The positions around one; those after it are fetched ahead while it is shown. */
  async function fetchAround(at) {
    const gap = missing(playback, at);
    if (gap) keep(playback, gap.from, (await api.frames(record, gap.from, gap.to)).views);
  }

  /** `how`: "still" for a leap, "by itself" while playing. */
  async function show(how) {
    wanted = playback.at;
    mark();
    try {
      await fetchAround(playback.at);
      if (playback.at > 0) await fetchAround(playback.at - 1);
    } catch (failure) {
      playback.playing = false;
      mark();
      line.textContent = failureText(failure);
      return;
    }
    if (wanted !== playback.at || !dialog.isConnected) return; // gone on meanwhile
    const view = /** @type {View} */ (playback.views.get(playback.at)), before = playback.views.get(playback.at - 1);
    finishAll();
    const table = { ...newTable(), view, places: view.places, moves: {}, zone: layout.zone };
    const motion = how === "still" ? undefined : layout.presses[view.action?.press ?? ""]?.motion;
    draw(picture, table, { t, language: currentLanguage() }, { motion });
    if (how === "still") finishAll();
    const end = playback.at === playback.total && (line.dataset.fault || (view.status === "won" ? t("page.won") : ""));
    line.textContent = [view.action ? happened(layout, view.action, before, view) : t("page.replay.dealt"), end].filter(Boolean).join(". ");
    fetchAround(playback.at + 5).catch(() => {});
  }

  /** The controls as the playback stands. */
  function mark() {
    const { at, total, playing, pace } = playback;
    slider.value = String(at);
    slider.style.setProperty("--part", String(total ? at / total : 0));
    slider.setAttribute("aria-valuetext", t("page.replay.at", { n: at, total }));
    find(".where").textContent = t("page.replay.at", { n: at, total });
    for (const name of ["first", "back"]) button(name).setAttribute("aria-disabled", String(at === 0));
    for (const name of ["next", "last"]) button(name).setAttribute("aria-disabled", String(at === total));
    if (button("play").dataset.playing !== String(playing)) {
      button("play").dataset.playing = playing;
      button("play").innerHTML = icon(playing ? "pause" : "play");
      label(button("play"), t(playing ? "page.replay.pause" : "page.replay.play"));
    }
    find(".pace").textContent = `${pace}×`;
    find(".pace").setAttribute("aria-label", t("page.replay.pace", { n: pace }));
  }

  function step(at) {
    const far = Math.abs(at - playback.at) > 1;
    playback.playing = false;
    clearTimeout(timer);
    goTo(playback, at);
    show(far ? "still" : undefined);
  }

  async function run() {
    clearTimeout(timer);
    if (!playback.playing) return;
    goTo(playback, playback.at + 1);
    await show("by itself");
    clearTimeout(timer);
    if (playback.playing) timer = setTimeout(run, beat(playback));
  }

  function playOrPause() {
    play(playback);
    show();
    clearTimeout(timer);
    if (playback.playing) timer = setTimeout(run, 250);
  }

  const does = { first: () => step(0), back: () => step(playback.at - 1), play: playOrPause, next: () => step(playback.at + 1), last: () => step(playback.total) };
  for (const [name, act] of Object.entries(does)) button(name).addEventListener("click", act);
  slider.addEventListener("input", () => step(slider.valueAsNumber));
  find(".pace").addEventListener("click", () => {
    faster(playback);
    mark();
  });
  find(".deal").addEventListener("click", () => {
    dialog.close();
    deal(first.code);
  });
  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = closest(event, "button, input");
    const survive = SURVEYS[keyOf(event)];
    if (survive) {
      const view = /** @type {View} */ (playback.views.get(playback.at));
      line.textContent = survey({ ...newTable(), view, places: view.places, moves: {} }, layout, survive, "");
    } else if (KEYS[event.key] && !(on === slider) && !(event.key === " " && on)) {
      event.preventDefault();
      does[KEYS[event.key]]();
    }
  });
  addEventListener("resize", () => squeeze(picture), { signal: listeners.signal });
  show("still");
  button("play").focus();
  return dialog;
}
