// Asks the solver: a stream of events that ends with a verdict. Aborting it ends the search.

import { Refused, Unreachable, answer, game } from "./server.js";

const SILENCE = 60_000; // milliseconds without a word of a search, after which it is given up

/**
 * Events from a stream of bytes: {name, data}.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @returns {AsyncGenerator<{ name: string, data: any }>}
 */
export async function* events(stream) {
  // a stream can be iterated in some browsers only, and read in all
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split("\n\n");
      text = /** @type {string} */ (blocks.pop());
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
        yield { name: fields.event, data: JSON.parse(fields.data) };
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // whoever has heard enough ends the search
  }
}

/**
 * The verdict on the position at a step; null when `signal` aborted the question. `progress` hears how far it is.
 * Throws Refused and Unreachable.
 * @param {string} id
 * @param {number} step
 * @param {{ seconds: number, line?: boolean, signal?: AbortSignal, progress?: (now: Progress) => void }} how
 * @returns {Promise<Verdict | null>}
 */
export async function askSolver(id, step, { seconds, line = false, signal, progress = () => {} }) {
  const query = new URLSearchParams(`step=${step}&seconds=${seconds}${line ? "&line=1" : ""}`);
  const abort = new AbortController(), stop = () => abort.abort();
  let timer = setTimeout(stop, SILENCE);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    const response = await fetch(`${game(id)}/think?${query}`, { signal: abort.signal });
    if (!response.ok) await answer(response);
    for await (const { name, data } of events(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body))) {
      if (name === "verdict") return data;
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE);
      progress(data);
    }
    throw new Unreachable("no verdict came");
  } catch (failure) {
    if (signal?.aborted) return null;
    if (failure instanceof Refused || failure instanceof Unreachable) throw failure;
    throw new Unreachable(String(failure));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
