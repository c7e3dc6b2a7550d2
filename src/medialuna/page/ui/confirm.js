// The question before something that cannot be undone.

import { t } from "../i18n/words.js";
import { failureText } from "./failure.js";

/** Asks before something is done that cannot be taken back: in the place of `element`, and gives it back. */
export function confirm(element, { question, yes, act }) {
  const box = document.createElement("div");
  box.className = "sure";
  box.setAttribute("role", "group");
  box.innerHTML = `<p></p><div class="go"><button type="button" class="plain"></button><button type="button" class="danger"></button></div>`;
  const [no, does] = box.querySelectorAll("button");
  box.querySelector("p").textContent = question;
  box.setAttribute("aria-label", question);
  no.textContent = t("page.cancel");
  does.textContent = yes;
  const back = (event) => {
    box.replaceWith(element);
    element.querySelector("[data-asks]")?.focus();
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
      box.querySelector("p").textContent = failureText(failure);
      does.disabled = false;
    }
  });
  element.replaceWith(box);
  no.focus();
}
