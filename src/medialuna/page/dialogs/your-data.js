// What is kept of a player: to save it, to bring it back, to take it to another device, to delete it.

import * as api from "../api/player.js";
import { find } from "../board/elements.js";
import { currentLanguage, t } from "../i18n/words.js";
import { confirm } from "../ui/confirm.js";
import { bindCopyField, copyField } from "../ui/copy-field.js";
import { openDialog } from "../ui/dialog.js";
import { failureText } from "../ui/failure.js";

const LARGEST = 8 * 1024 * 1024; // bytes that the server takes

const section = (name, inside) => `<section data-part="${name}"><h3>${t(`page.data.${name}`)}</h3><p>${t(`page.data.${name}-note`)}</p>${inside}</section>`;
const button = (name, cls = "plain") => `<div class="go"><button type="button" class="${cls}" data-asks data-act="${name}">${t(`page.data.${name}-do`)}</button></div>`;

/** @param {{ copy: Copy, replay: (what: { record: string }) => void, onClose: Close }} how */
export function openYourData({ copy, replay, onClose }) {
  let changed = false;
  const dialog = openDialog({
    title: t("page.way.data"),
    cls: "data",
    onClose() {
      onClose();
      // settings and language may have come along
      if (changed) location.reload();
    },
    body: `${section("save", button("save"))}${section("bring", `<input type="file" accept=".json,application/json" hidden>${button("bring")}<p class="result" role="status"></p>`)}
      ${section("move", button("move"))}
      ${section("record", `<form class="field" novalidate><label for="record-text">${t("page.data.record-label")}</label><div><input id="record-text" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go"><button type="submit" class="paste">${t("page.data.record-do")}</button></div></form>`)}
      ${section("delete", button("delete", "danger"))}`,
  });
  const part = (/** @type {string} */ name) => find(dialog, `[data-part=${name}]`);
  const press = (name, does) => find(part(name), "[data-act]").addEventListener("click", (event) => does(event.currentTarget));

  /** While something is on its way its button waits; what went wrong is said below it. */
  const busy = (name, does) => async (pressed) => {
    pressed.disabled = true;
    result(name, "");
    try {
      await does(pressed);
    } catch (failure) {
      result(name, failureText(failure), true);
    } finally {
      pressed.disabled = false;
    }
  };

  function result(name, text, wrong = false) {
    let line = part(name).querySelector(".result");
    if (!line) {
      line = document.createElement("p");
      line.setAttribute("role", "status");
      part(name).append(line);
    }
    line.className = `result${wrong ? " wrong" : ""}`;
    line.textContent = text;
  }

  press("save", busy("save", async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await api.everything());
    link.download = `medialuna-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    result("save", t("page.data.saved", { file: link.download }));
  }));

  const file = find(part("bring"), "input");
  press("bring", () => file.click());
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    busy("bring", async () => {
      if (chosen.size > LARGEST) return result("bring", t("page.data.too-large"), true);
      const found = await api.takeOver(chosen);
      changed = true;
      const told = ["added", "continued", "known"].filter((name) => found[name] || name === "added");
      result("bring", told.map((name) => t(`page.data.${name}`, { n: found[name] })).join(" · "));
    })(find(part("bring"), "[data-act]"));
  });

  press("move", busy("move", async (pressed) => {
    const { link, expires } = await api.deviceLink();
    const at = new Date(expires).toLocaleTimeString(currentLanguage(), { hour: "2-digit", minute: "2-digit" });
    const place = pressed.parentNode;
    place.insertAdjacentHTML("afterend", copyField("device-link", t("page.share.link")));
    const field = place.nextElementSibling;
    place.remove();
    bindCopyField(field, location.origin + link, copy);
    find(field, "input").focus();
    result("move", t("page.data.until", { time: at }));
  }));

  find(part("record"), "form").addEventListener("submit", (event) => {
    event.preventDefault();
    const record = find(part("record"), "input").value.trim();
    if (record) replay({ record });
  });

  press("delete", (pressed) =>
    confirm(pressed.parentNode, {
      question: t("page.data.delete-sure"),
      yes: t("page.data.delete-do"),
      async act() {
        await api.removePlayer();
        try {
          localStorage.clear();
        } catch {
          // there is no storage, so nothing is in it
        }
        location.assign("/");
      },
    }),
  );
  return dialog;
}
