// Elements that are known to be there.

/** @type {FindIn} */
export const find = (/** @type {ParentNode} */ root, /** @type {string} */ selector) => {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return /** @type {any} */ (found);
};

/** @type {(root: ParentNode) => Find} */
export const finder = (root) => (selector) => find(root, selector);

/** @type {(root: ParentNode, selector: string) => HTMLElement[]} */
export const findAll = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];

/** @type {Buttons} */
export const buttons = (root, selector) => /** @type {any} */ (findAll(root, selector));

/**
 * The element that an event is about, or the next around it that matches.
 * @type {(event: Event, selector: string) => HTMLElement | null}
 */
export const closest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);
