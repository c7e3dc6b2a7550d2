// What was undone and may be done again: the same actions in their order, until something else is done.

/** @type {(one: Action, other: Action) => boolean} */
const same = (one, other) =>
  one.move && other.move
    ? one.move.source === other.move.source && one.move.count === other.move.count && one.move.target === other.move.target
    : one.press !== undefined && one.press === other.press;

/**
 * The list after an answer: an undo adds what it took back, doing that again takes it off, all else ends it.
 * @param {Action[]} undone
 * @param {Action} action
 * @param {View} view
 * @returns {Action[]}
 */
export function afterAction(undone, action, view) {
  if (action.undo) return view.redo ? [...undone, view.redo] : [];
  const next = undone.at(-1);
  return next && same(next, action) ? undone.slice(0, -1) : [];
}
