// The menu: the deal's code, and the settings. Every change acts at once and is saved by the server.

import { icon, moons } from "../art/icons.js";
import { t } from "../i18n/words.js";
import { finder } from "../board/elements.js";
import { bindRadios, bindSwitch, check, choice, openDialog, toggle, turn } from "../ui/dialog.js";
import { bindLinks, menuLinks } from "../ui/menu-links.js";

const LANGUAGES = { es: "Español", en: "English", fr: "Français" };

/**
 * Opens the menu. `set(name, value)` changes a setting, `copy(text, said)` copies and says so.
 * @param {{ view: View, language: string, languages: string[], settings: Settings, suits: string, set: (name: string, value: unknown) => void, copy: Copy, help: () => void, commands: Commands, onClose: Close }} how
 */
export function openMenu({ view, language, languages, settings, suits, set, copy, help, commands, onClose }) {
  const dialog = openDialog({
    title: t("page.menu"),
    cls: "menu",
    onClose,
    body: `<div class="share"><p><b>${t("page.code")}</b><code></code>${view.grade ? `<small>${moons(view.grade)} ${t("page.grade", { n: view.grade })}</small>` : ""}</p><button type="button" class="tool" data-copy="code">${icon("copy")}</button></div>
      ${menuLinks(view)}
      ${choice("language", t("page.language"), languages.map((name) => [name, LANGUAGES[name] ?? name]))}
      ${toggle("interactive_rules", t("page.interactive-rules"), t("page.interactive-rules-note"))}
      ${toggle("double_click", t("page.double-click"), t("page.double-click-note"))}
      ${choice("suits", t("page.suits"), [["two", t("page.suits-two")], ["four", t("page.suits-four")]])}
      ${choice("theme", t("page.theme"), [["auto", t("page.theme-auto")], ["light", t("page.theme-light")], ["dark", t("page.theme-dark")]])}
      ${choice("hand", t("page.hand"), [["left", t("page.hand-left")], ["right", t("page.hand-right")]])}
      ${toggle("clock", t("page.clock"), t("page.clock-note"))}
      ${toggle("lamp", t("page.lamp"), t("page.lamp-note"))}
      ${toggle("motion", t("page.motion"), t("page.motion-note"))}
      ${toggle("sound", t("page.sound"), t("page.sound-note"))}
      ${toggle("shortcuts", t("page.shortcuts"), t("page.shortcuts-note"))}
      <button type="button" class="row help">${t("page.help")} <kbd>?</kbd></button>`,
  });
  const find = finder(dialog), setting = (name) => find(`[data-name=${name}]`);
  find("code").textContent = view.code;
  const shown = { language, suits: settings.suits ?? suits, theme: settings.theme ?? "auto", hand: settings.hand ?? "right" };
  for (const [name, value] of Object.entries(shown)) {
    check(setting(name), value);
    bindRadios(setting(name), (chosen) => set(name, chosen === "auto" ? null : chosen));
  }
  const asleep = ["lamp", "sound"]; // off until they are wanted
  for (const name of ["interactive_rules", "double_click", "clock", "motion", "shortcuts", ...asleep]) {
    turn(setting(name), asleep.includes(name) ? settings[name] === true : settings[name] !== false);
    bindSwitch(setting(name), (on) => set(name, on));
  }
  bindLinks(dialog, commands);
  find(".help").addEventListener("click", help);
  const button = find("[data-copy=code]");
  button.setAttribute("aria-label", t("page.copy-code"));
  button.title = t("page.copy-code");
  button.addEventListener("click", () => copy(view.code, t("page.code-copied", { code: view.code })));
  return dialog;
}
