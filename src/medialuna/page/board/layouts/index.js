// The games that the page can lay out, in the order in which they are offered.

import * as crescent from "./crescent.js";
import * as thoughtful from "./thoughtful.js";

/** @type {Record<string, Layout>} */
export const LAYOUTS = { crescent, thoughtful };
