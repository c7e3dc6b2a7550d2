// A one-time link was opened: the games of another browser may come to this one.

import * as api from "../api/player.js";
import { buttons, find } from "../board/elements.js";
import { t } from "../i18n/words.js";
import { openDialog } from "../ui/dialog.js";
import { failureText } from "../ui/failure.js";

/** @param {{ token: string, onClose: Close }} how */
export function openDevice({ token, onClose }) {
  const dialog = openDialog({
    title: t("page.device.title"),
    cls: "ending",
    onClose,
    describedBy: "device-text",
    body: `<p id="device-text">${t("page.device.text")}</p><p class="error" role="alert"></p>
      <div class="go"><button type="button" class="plain">${t("page.cancel")}</button><button type="button" class="main">${t("page.device.do")}</button></div>`,
  });
  const [no, yes] = buttons(dialog, ".go button");
  no.addEventListener("click", () => dialog.close());
  yes.addEventListener("click", async () => {
    yes.disabled = true;
    try {
      await api.moveHere(token);
      location.assign("/");
    } catch (failure) {
      find(dialog, ".error").textContent = failureText(failure);
      yes.hidden = true;
      no.focus();
    }
  });
  yes.focus();
  return dialog;
}
