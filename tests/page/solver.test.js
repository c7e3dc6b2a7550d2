// The stream of a verdict, however its bytes are cut.

import assert from "node:assert/strict";
import { test } from "node:test";

import { events } from "../../src/medialuna/page/api/solver.js";

const TEXT = 'event: progress\ndata: {"visited":1}\n\nevent: verdict\ndata: {"said":"Robá: 7 de tréboles"}\n\n';

async function read(size) {
  const bytes = new TextEncoder().encode(TEXT);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  const found = [];
  for await (const event of events(ReadableStream.from(pieces))) found.push(event);
  return found;
}

test("a stream that cannot be iterated, as in WebKit, is read all the same", async () => {
  const iterate = ReadableStream.prototype[Symbol.asyncIterator];
  delete ReadableStream.prototype[Symbol.asyncIterator];
  try {
    assert.equal((await read(7)).length, 2);
  } finally {
    ReadableStream.prototype[Symbol.asyncIterator] = iterate;
  }
});

test("whoever stops listening closes the stream", async () => {
  const heard = await new Promise((closed) => {
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(TEXT)), cancel: () => closed(seen) });
    const seen = [];
    (async () => {
      for await (const { name } of events(stream)) {
        seen.push(name);
        if (name === "verdict") break;
      }
    })();
  });
  assert.deepEqual(heard, ["progress", "verdict"]);
});

test("events are read whole", async () => {
  for (const size of [1, 2, 7, 50, 1000]) {
    assert.deepEqual(await read(size), [
      { name: "progress", data: { visited: 1 } },
      { name: "verdict", data: { said: "Robá: 7 de tréboles" } },
    ]);
  }
});
