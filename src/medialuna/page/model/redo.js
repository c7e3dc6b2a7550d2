// What was undone and may be done again: the same actions in their order, until something else is done.

const same = (one, other) =>
  one.move
    ? Boolean(other.move) && ["source", "count", "target"].every((name) => one.move[name] === other.move[name])
    : one.press !== undefined && one.press === other.press;

/** The list after an answer: an undo adds what it took back, doing that again takes it off, all else ends it. */
export function afterAction(undone, action, view) {
  if (action.undo) return view.redo ? [...undone, view.redo] : [];
  const next = undone.at(-1);
  return next && same(next, action) ? undone.slice(0, -1) : [];
}
