// The new-game window: which game, with which options, or a code to type or paste.

import * as api from "../api/server.js";
import { icon } from "../art/icons.js";
import { findAll, finder } from "../board/elements.js";
import { LAYOUTS } from "../board/layouts/index.js";
import { t } from "../i18n/words.js";
import { bindRadios, bindSwitch, check, checked, choice, openDialog, toggle, turn } from "../ui/dialog.js";
import { failureText } from "../ui/failure.js";
import { bindDaily, dailyHtml } from "./daily-deal.js";

/** @type {(name: string, layout: Layout) => string} */
const radio = (name, layout) =>
  `<button type="button" class="pick" role="radio" data-value="${name}">${layout.picture()}<span><b>${layout.title}</b><small>${t(layout.note)}</small></span><i class="dot"></i></button>`;

/** @type {(option: LayoutOption) => string} */
const optionHtml = ({ name, word, note, values }) =>
  values ? choice(name, t(word), values.map(([value, words]) => [value, t(words)]), note && t(note)) : toggle(name, t(word), note && t(note));

/**
 * Opens the window on what is played now. `begin(wanted)` asks the server; its refusal is shown at the code.
 * @param {{ game: string, options: string, winnable: boolean, wantWinnable: (on: boolean) => void, begin: (wanted: NewGame) => Promise<void>, onClose: Close }} how
 */
export function openNewGame({ game, options, winnable, wantWinnable, begin, onClose }) {
  const paste = "readText" in (navigator.clipboard ?? {})
    ? `<button type="button" class="paste">${icon("paste")}<span>${t("page.paste")}</span></button>`
    : "";
  const dialog = openDialog({
    title: t("page.new-game"),
    onClose,
    body: `<form method="dialog" novalidate><div class="games" role="radiogroup">${Object.entries(LAYOUTS).map(([name, layout]) => radio(name, layout)).join("")}</div>
      ${dailyHtml()}
      <div class="options"></div>
      ${toggle("winnable", t("page.winnable"), t("page.winnable-note"))}
      <div class="field"><label for="code-entry">${t("page.code-label")}</label><div><input id="code-entry" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="80" enterkeyhint="go" aria-describedby="code-error">${paste}</div>
      <p id="code-error" class="error" role="alert"></p></div>
      <div class="go"><button type="button" class="plain">${t("page.cancel")}</button><button type="submit" class="main">${t("page.deal")}</button></div></form>`,
  });
  const find = finder(dialog);
  const games = find(".games"), area = find(".options"), error = find("#code-error");
  /** @type {HTMLInputElement} */
  const field = find("#code-entry");
  games.setAttribute("aria-label", t("page.game"));
  dialog.querySelector(".paste")?.setAttribute("aria-label", t("page.paste"));

  const picked = () => {
    /** @type {OptionValues} */
    const values = {};
    for (const element of findAll(area, "[data-name]"))
      values[String(element.dataset.name)] = element.matches("[role=switch]") ? element.getAttribute("aria-checked") === "true" : checked(element);
    return values;
  };
  const onlyWinnable = find("[data-name=winnable]");
  turn(onlyWinnable, winnable);
  bindSwitch(onlyWinnable, wantWinnable);
  const showDaily = bindDaily(find(".daily"), (code) => deal({ code }));
  const layoutNow = () => LAYOUTS[checked(games)];

  function offer(name, meaning) {
    check(games, name);
    showDaily(name);
    const layout = LAYOUTS[name];
    area.innerHTML = layout.options.map(optionHtml).join("");
    field.placeholder = layout.example;
    for (const element of findAll(area, "[data-name]")) {
      const value = meaning[String(element.dataset.name)];
      if (element.matches("[role=switch]")) {
        turn(element, value === true);
        bindSwitch(element, follow);
      } else {
        check(element, value);
        bindRadios(element, follow);
      }
    }
  }

  /** Options chosen after a code was read belong to that deal. */
  function follow() {
    if (known) field.value = known = known.replace(/-[^-]*-/, `-${layoutNow().optionLetters(picked())}-`);
  }

  let known = null, asked = 0, timer = 0;

  /** A code that can be read shows its game and options; one that cannot is complained of only when it is used. */
  async function read() {
    const turnNow = ++asked, text = field.value.trim();
    known = null;
    say(null);
    if (!text) return;
    try {
      const deal = await api.readCode(text);
      if (turnNow !== asked) return;
      offer(deal.game, LAYOUTS[deal.game].lettersMean(deal.options));
      known = deal.code;
    } catch {
      // still being typed
    }
  }

  /** A refusal; of the code, unless it is about something else. */
  function say(message, ofCode = true) {
    error.textContent = message ?? "";
    field.setAttribute("aria-invalid", String(Boolean(message) && ofCode));
  }

  bindRadios(games, (name) => {
    if (known) field.value = "";
    known = null;
    say(null);
    offer(name, LAYOUTS[name].lettersMean(LAYOUTS[name].example.split("-")[1]));
  });
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(read, 200);
  });
  dialog.querySelector(".paste")?.addEventListener("click", async () => {
    try {
      field.value = (await navigator.clipboard.readText()).trim().slice(0, 80);
      read();
    } catch {
      // not allowed: the keyboard's own paste remains
    }
    field.focus();
  });
  find(".plain").addEventListener("click", () => dialog.close());
  const form = find("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const code = field.value.trim();
    const wanted = { game: checked(games), options: layoutNow().optionLetters(picked()) };
    const only = onlyWinnable.getAttribute("aria-checked") === "true";
    deal(code ? { code } : only ? { ...wanted, winnable: true } : wanted);
  });

  async function deal(wanted) {
    /** @type {HTMLButtonElement} */
    const main = find(".main");
    main.disabled = true;
    try {
      await begin(wanted);
      dialog.close();
    } catch (failure) {
      const part = failure instanceof api.Refused && failure.part;
      say(failureText(failure), Boolean(part));
      if (part) field.focus();
    } finally {
      main.disabled = false;
    }
  }

  offer(game, LAYOUTS[game].lettersMean(options));
  find(".games [aria-checked=true]").focus();
  return dialog;
}
