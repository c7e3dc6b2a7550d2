// Sharing: the deal, so that another can try it; or the whole game, so that it can be seen move by move.

import * as api from "../api/player.js";
import { findAll, finder } from "../board/elements.js";
import { t } from "../i18n/words.js";
import { bindCopyField, copyField } from "../ui/copy-field.js";
import { openDialog } from "../ui/dialog.js";
import { failureText } from "../ui/failure.js";

/** @param {{ view: View, copy: Copy, onClose: Close }} how */
export function openSharing({ view, copy, onClose }) {
  const dialog = openDialog({
    title: t("page.way.share"),
    cls: "sharing",
    onClose,
    body: `<section><h3>${t("page.share.deal")}</h3><p>${t("page.share.deal-note")}</p>${copyField("deal-link", t("page.share.link"))}</section>
      <section class="whole"><h3>${t("page.share.game")}</h3><p>${view.step ? t("page.share.game-note", { n: view.step }) : t("page.share.nothing")}</p>
      <div class="made"><div class="go"><button type="button" class="main">${t("page.share.make")}</button></div></div><p class="result" role="alert"></p></section>`,
  });
  const find = finder(dialog);
  bindCopyField(find(".along"), `${location.origin}/${view.code}`, copy);
  /** @type {HTMLButtonElement} */
  const main = find(".whole .main");
  main.disabled = view.step === 0;
  main.addEventListener("click", async () => {
    main.disabled = true;
    find(".result").textContent = "";
    try {
      const [{ link }, { record }] = await Promise.all([api.shareGame(view.id), api.recordOf(view.id)]);
      const made = find(".made");
      made.innerHTML = copyField("game-link", t("page.share.link")) + copyField("game-text", t("page.share.text")) + `<div class="go"><button type="button" class="plain">${t("page.share.undo")}</button></div>`;
      const [one, other] = findAll(made, ".along");
      bindCopyField(one, location.origin + link, copy);
      bindCopyField(other, record, copy);
      find(".made .plain").addEventListener("click", () => takeBack(made));
      finder(one)("input").focus();
    } catch (failure) {
      find(".result").textContent = failureText(failure);
      main.disabled = false;
      main.focus();
    }
  });

  async function takeBack(made) {
    try {
      await api.unshareGame(view.id);
      made.replaceChildren();
      find(".result").textContent = t("page.share.undone");
      find(".close").focus();
    } catch (failure) {
      find(".result").textContent = failureText(failure);
    }
  }
  return dialog;
}
