// The verdict lamp: whether the present position can be won, kept up to date in the background. Off unless wanted.

import { Refused } from "../api/server.js";
import { askSolver } from "../api/solver.js";
import { lampSign } from "../art/icons.js";
import { find } from "../board/elements.js";
import { t } from "../i18n/words.js";

const SECONDS = 4; // of a search in the background
const CALM = 120; // milliseconds without an action before it is asked
const QUIET = 300; // milliseconds for which the last verdict may stand while the next is awaited
const AGAIN = 2000; // milliseconds until a solver that is not ready yet is asked again

/**
 * `element` is the lamp; `table` the state; `isOn()` whether it is wanted; `helped(view)` hears that it was asked.
 * @param {{ element: HTMLElement, table: Table, isOn: () => boolean, helped: (view: View) => void }} how
 */
export function newLamp({ element, table, isOn, helped }) {
  let abort = null, timer = 0, quiet = 0, shown = null;

  function show(state) {
    if (shown === state) return;
    shown = state;
    element.hidden = !state;
    if (state) label();
  }

  /** Its words, in the language of the page. */
  function label() {
    if (!shown) return;
    const said = t(`page.lamp.${shown}`);
    element.dataset.verdict = shown;
    element.innerHTML = `${lampSign(shown)}<b></b>`;
    find(element, "b").textContent = said;
    element.setAttribute("aria-label", t("page.lamp.is", { said }));
  }

  /** Nothing is searched any more; what is shown stays. */
  function rest() {
    clearTimeout(timer);
    clearTimeout(quiet);
    abort?.abort();
    abort = null;
  }

  /** The table shows another position, or the lamp was switched on or off. */
  function arrived() {
    rest();
    if (!isOn() || table.view.status !== "running") return show(null);
    if (document.hidden) return;
    timer = setTimeout(ask, CALM, table.view);
    quiet = setTimeout(show, QUIET, "thinking");
  }

  async function ask(view) {
    const mine = (abort = new AbortController());
    let found = null, failure = null;
    // proven, while the server still looks for the way back
    /** @type {(now: Progress) => void} */
    const progress = ({ lost }) => {
      if (!lost || abort !== mine) return;
      clearTimeout(quiet);
      show("lost");
    };
    try {
      found = await askSolver(view.id, view.step, { seconds: SECONDS, signal: mine.signal, progress });
    } catch (caught) {
      failure = caught;
    }
    if (abort !== mine) return;
    clearTimeout(quiet);
    show(found?.verdict ?? "unknown");
    if (found) helped(view);
    else if (failure instanceof Refused && failure.code === "server.warming") timer = setTimeout(ask, AGAIN, view);
  }

  document.addEventListener("visibilitychange", () => table.view && arrived());
  return { arrived, rest, label };
}
