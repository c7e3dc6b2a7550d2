// The question before something that cannot be undone.

import { buttons, find, findAll } from "../board/elements.js";
import { t } from "../i18n/words.js";
import { failureText } from "./failure.js";

/**
 * Asks before something is done that cannot be taken back: in the place of `element`, and gives it back.
 * @param {HTMLElement} element
 * @param {{ question: string, yes: string, act: (box: HTMLElement) => Promise<void> }} what
 */
export function confirm(element, { question, yes, act }) {
  const box = document.createElement("div");
  box.className = "sure";
  box.setAttribute("role", "group");
  box.innerHTML = `<p></p><div class="go"><button type="button" class="plain"></button><button type="button" class="danger"></button></div>`;
  const [no, does] = buttons(box, "button");
  find(box, "p").textContent = question;
  box.setAttribute("aria-label", question);
  no.textContent = t("page.cancel");
  does.textContent = yes;
  const back = (event) => {
    box.replaceWith(element);
    findAll(element, "[data-asks]")[0]?.focus();
    event.stopPropagation();
  };
  no.addEventListener("click", back);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // the window stays
    back(event);
  });
  does.addEventListener("click", async () => {
    does.disabled = true;
    try {
      await act(box);
    } catch (failure) {
      find(box, "p").textContent = failureText(failure);
      does.disabled = false;
    }
  });
  element.replaceWith(box);
  no.focus();
}
