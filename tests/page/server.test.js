// Requests that get no answer: each ends after a while, and is repeated where that is safe.
import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import * as player from "../../src/medialuna/page/api/player.js";
import * as server from "../../src/medialuna/page/api/server.js";
import { askSolver } from "../../src/medialuna/page/api/solver.js";

const DAY = 86_400_000;
const { fetch } = globalThis;
let asked = [];

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = fetch;
});

const json = (status, body) => new Response(JSON.stringify(body), { status });
const stepConflict = (step) => json(409, { code: "server.other-step", rule: null, message: "gone on", view: { id: "g", step } });

/** A request that is never answered, until it is given up. */
const hangs = ({ signal }) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(new DOMException("aborted", "AbortError"))));

/** An answer whose head comes and whose body never does. */
const halfComes = ({ signal }) =>
  new Response(new ReadableStream({ start: (controller) => signal.addEventListener("abort", () => controller.error(new Error("aborted"))) }));

const breaks = () => Promise.reject(new TypeError("network"));

/** The server's answers, one for each request. */
function answers(...list) {
  asked = [];
  globalThis.fetch = async (path, init) => {
    asked.push({ path, ...init });
    assert.ok(list.length, "asked once too often");
    return list.shift()(init);
  };
}

/** What comes of a request when time passes as it will. */
async function outcome(promise) {
  let over = false;
  const settled = promise.then((value) => ({ value }), (failure) => ({ failure })).finally(() => (over = true));
  for (let round = 0; !over; round++) {
    if (round === 20) throw new Error("still waiting after twenty days");
    for (let turn = 0; turn < 20 && !over; turn++) await new Promise((go) => setImmediate(go));
    if (!over) mock.timers.tick(DAY);
  }
  return settled;
}

const REQUESTS = {
  game: () => server.loadGame("g"),
  "new game": () => server.newGame({ code: "CR1-N-AAAAAAB" }),
  action: () => server.act("g", 4, { press: "R" }, 1),
  reason: () => server.why("g", { source: "1" }),
  settings: () => server.saveSettings({ sound: true }),
  clock: () => server.saveClock("g", 1),
  games: () => player.games("all", null),
  export: () => player.everything(),
  import: () => player.takeOver(new Blob(["{}"])),
  device: () => player.moveHere("token"),
  solver: () => askSolver("g", 4, { seconds: 5 }),
};
const ONCE = new Set(["clock", "export", "import", "device", "solver"]); // the rest is asked a second time

for (const [name, ask] of Object.entries(REQUESTS)) {
  for (const [what, silence] of Object.entries({ "no answer": hangs, "half an answer": halfComes, "a broken line": breaks })) {
    test(`${name}: ${what} ends as such`, async () => {
      answers(...Array(ONCE.has(name) ? 1 : 2).fill(silence));
      const { failure } = await outcome(ask());
      assert.ok(failure instanceof server.Unreachable);
      assert.equal(asked.length, ONCE.has(name) ? 1 : 2);
    });
  }

  test(`${name}: a refusal is no reason to ask again`, async () => {
    answers(() => json(422, { code: "x", rule: null, message: "no" }));
    const { failure } = await outcome(ask());
    assert.ok(name === "export" ? failure instanceof server.Unreachable : failure instanceof server.Refused);
  });
}

test("a second attempt that is answered is the answer", async () => {
  for (const silence of [hangs, halfComes, breaks, () => new Response("<h1>Bad gateway</h1>", { status: 502 })]) {
    answers(silence, () => json(200, { id: "g" }));
    assert.deepEqual(await outcome(server.loadGame("g")), { value: { id: "g" } });
  }
});

test("an action whose answer was lost is repeated as it was, and done once", async () => {
  answers(hangs, () => stepConflict(5));
  const { value } = await outcome(server.act("g", 4, { press: "R" }, 1));
  assert.equal(value.step, 5);
  assert.equal(asked[0].body, asked[1].body);
});

test("an action that was never done is done by the repetition", async () => {
  answers(breaks, () => json(200, { id: "g", step: 5 }));
  assert.equal((await outcome(server.act("g", 4, { press: "R" }, 1))).value.step, 5);
});

test("a game that went on elsewhere is told as such, with a lost answer or without", async () => {
  for (const list of [[() => stepConflict(5)], [hangs, () => stepConflict(7)], [hangs, () => stepConflict(3)]]) {
    answers(...list);
    const { failure } = await outcome(server.act("g", 4, { press: "R" }, 1));
    assert.ok(failure instanceof server.Refused && failure.view);
  }
});

test("a search that speaks is not given up; one that was stopped answers null", async () => {
  const bytes = (name, data) => new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const said = [bytes("progress", { visited: 1 }), bytes("progress", { visited: 2 }), bytes("verdict", { verdict: "won" })];
  answers(() => new Response(ReadableStream.from(said)));
  const seen = [];
  const progress = ({ visited }) => {
    seen.push(visited);
    mock.timers.tick(59_000); // under a minute each, above it together
  };
  assert.deepEqual(await askSolver("g", 4, { seconds: 5, progress }), { verdict: "won" });
  assert.deepEqual(seen, [1, 2]);
  const abort = new AbortController();
  answers(hangs);
  const stopped = askSolver("g", 4, { seconds: 5, signal: abort.signal });
  abort.abort();
  assert.equal(await stopped, null);
});
