// What is told when the server refused something, or did not answer.

import { Refused } from "../api/server.js";
import { t } from "../i18n/words.js";

/**
 * A failure in words.
 * @type {(failure: unknown) => string}
 */
export const failureText = (failure) => (failure instanceof Refused ? failure.message : t("page.unreachable"));
