// Asks the solver: a stream of events that ends with a verdict. Aborting it ends the search.

import { Refused, Unreachable, game } from "./server.js";

/** Events from a stream of bytes: {name, data}. */
export async function* events(stream) {
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      yield { name: fields.event, data: JSON.parse(fields.data) };
    }
  }
}

/**
 * The verdict on the position at a step; null when `signal` aborted the question. `progress` hears how far it is.
 * Throws Refused and Unreachable.
 */
export async function askSolver(id, step, { seconds, line = false, signal, progress = () => {} }) {
  const query = new URLSearchParams({ step, seconds, ...(line ? { line: 1 } : {}) });
  try {
    const response = await fetch(`${game(id)}/think?${query}`, { signal });
    if (!response.ok) {
      const body = await response.json().catch(() => null);
      if (body?.message) throw new Refused(response.status, body);
      throw new Unreachable(`status ${response.status}`);
    }
    for await (const { name, data } of events(response.body)) {
      if (name === "verdict") return data;
      progress(data);
    }
    throw new Unreachable("no verdict came");
  } catch (failure) {
    if (signal?.aborted) return null;
    if (failure instanceof Refused || failure instanceof Unreachable) throw failure;
    throw new Unreachable(String(failure));
  }
}
