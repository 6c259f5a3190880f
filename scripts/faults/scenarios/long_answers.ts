import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { line, outcomeOf, PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import type { Script } from "../../../tests/kit/fake_openai/mod.ts";
import { canInspect } from "../../../tests/kit/process_status.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { seededRandom } from "../../../tests/kit/random.ts";
import { until, within } from "../../../tests/kit/within.ts";
import { assertFailure, QUESTION } from "../expect.ts";
import { type ScenarioGroup, Skipped, type Stage } from "../scenario.ts";

const BACKGROUND = { ORMCP_RESPONSES_BACKGROUND: "always" };
const CROWD = 200;
const ROUNDS = 4;
// Lets V8 keep little more than it needs, so that memory tells what is held.
const TIGHT_HEAP = {
  DENO_V8_FLAGS: "--optimize-for-size,--max-semi-space-size=1",
  NODE_OPTIONS: "--max-semi-space-size=1",
};
// What memory varies by; answers that are kept would be 30 MiB a round.
const SLACK_MIB = 50;
const BIG_ANSWER: Script = {
  text: "This is the answer.",
  searches: [{ query: "q", urls: ["https://example.com/"] }],
  cites: [{ url: "https://example.com/", title: "long ".repeat(32_000) }],
};
const SLACK_HANDLES = 4;
const CALL = {
  method: "tools/call",
  params: { name: "answer", arguments: QUESTION },
} as const;

/** Leaves an answer running whose caller goes away in some way. */
async function leave(
  stage: Stage,
  go: (program: Program, id: number) => Promise<void>,
): Promise<void> {
  const { api, start } = stage;
  api.next({ paused: 4 });
  const program = start(BACKGROUND);
  const id = program.nextId();
  void program.answerTo(id);
  await program.write(line({ id, ...CALL }));
  await until(PATIENCE_MS, "its entry in the list", () => isListed(stage));
  await go(program, id);
}

function isListed({ dir }: Stage): boolean {
  const path = `${dir}/.local/state/openai-responses-mcp/answers.jsonl`;
  try {
    return Deno.readTextFileSync(path).includes("in_progress");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Demands that another process finds what was left, whole and paid once. */
async function collect({ api, start }: Stage): Promise<void> {
  const program = start(BACKGROUND);
  const { data: { items } } = await program.call("answer_result", {});
  assert.ok(Array.isArray(items));
  const [{ response_id, status }] = items;
  assert.equal(status, "in_progress");
  const waiting = program.call("answer_result", { response_id });
  api.created[0]?.release();
  const { data } = await waiting;
  assert.match(String(data.answer), /404/);
  assert.deepEqual([data.response_id, data.status], [response_id, undefined]);
  assert.equal(api.created.length, 1);
  const paths = api.requests.map(({ path }) => path);
  assert.ok(paths.every((path) => !path.endsWith("/cancel")));
}

/** Kills a client by force, and its server ends with it. */
async function killClient(stage: Stage): Promise<void> {
  const script = fileURLToPath(new URL("../doomed_client.ts", import.meta.url));
  stage.api.next({ paused: 4 });
  const client = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, "open", ...stage.command, "--stdio"],
    env: stage.env(BACKGROUND),
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  try {
    await until(PATIENCE_MS, "its entry in the list", () => isListed(stage));
  } finally {
    client.kill("SIGKILL");
    await client.status;
  }
  await within(PATIENCE_MS, "the closed connection", stage.api.closed(1));
}

/** Asks many questions at once; any of their streams may break. */
async function askCrowd(
  { api }: Stage,
  program: Program,
): Promise<Set<unknown>> {
  const before = api.created.length;
  const answers = await program.burst(CROWD, () => CALL);
  const all = await within(90_000, "all answers", Promise.all(answers));
  const found = new Set<unknown>();
  for (const message of all) {
    const { data } = outcomeOf(message);
    assert.match(String(data.answer), /^This is the answer\.\n\nSources:/);
    found.add(data.response_id);
  }
  assert.equal(api.created.length - before, CROWD);
  return found;
}

/** What a long answer survives, in the background. */
export const LONG_ANSWERS: ScenarioGroup = {
  title: "A long answer in the background",
  scenarios: [
    {
      name: "long-cut-anywhere",
      sees:
        "the whole answer, paid once, after whichever event the stream is cut, as often as it is",
      async run({ api, start }) {
        const program = start(BACKGROUND);
        await program.call("answer", QUESTION);
        const count = api.created[0]?.events.length ?? 0;
        assert.ok(count > 5);
        for (let events = 1; events < count; events++) {
          const cut = { fault: { kind: "cut", events } } as const;
          api.next(cut, { fault: { kind: "cut", events: 1 } });
          const { data } = await program.call("answer", QUESTION);
          assert.match(String(data.answer), /404/);
        }
        const paid = api.requests.filter(({ method }) => method === "POST");
        assert.deepEqual([paid.length, api.created.length], [count, count]);
      },
    },
    {
      name: "long-server-killed",
      sees: "`answer_result` of the next process lists it and waits for it",
      async run(stage) {
        await leave(stage, async (program) => {
          program.kill("SIGKILL");
          await program.exit();
        });
        await collect(stage);
      },
    },
    {
      name: "long-server-terminated",
      sees: "the same after SIGTERM: the work goes on at the API",
      async run(stage) {
        await leave(stage, async (program) => {
          program.kill("SIGTERM");
          await program.exit();
        });
        await collect(stage);
      },
    },
    {
      name: "long-client-killed",
      sees: "the same after the client was killed, and its server ended",
      async run(stage) {
        await killClient(stage);
        await collect(stage);
      },
    },
    {
      name: "long-client-timed-out",
      sees:
        "a cancellation that names a time-out leaves the answer running; `answer_result` has it",
      async run(stage) {
        await leave(stage, async (program, requestId) => {
          const reason = "Request timed out";
          await program.notify("notifications/cancelled", {
            requestId,
            reason,
          });
          await within(PATIENCE_MS, "its leaving", stage.api.closed(1));
        });
        await collect(stage);
      },
    },
    {
      name: "long-cancelled",
      sees:
        "any other cancellation stops the work at the API; `answer_result` says `cancelled`",
      async run(stage) {
        const { api, start } = stage;
        await leave(stage, async (program, id) => {
          await program.cancel(id);
          const isCancel = ({ path }: { path: string }): boolean =>
            path.endsWith("/cancel");
          await within(
            PATIENCE_MS,
            "the cancellation",
            api.until(() => api.requests.some(isCancel)),
          );
        });
        const response_id = api.created[0]?.final.id;
        const outcome = await start(BACKGROUND)
          .call("answer_result", { response_id });
        assertFailure(outcome, "cancelled", /ask again/);
        assert.equal(api.created.length, 1);
      },
    },
    {
      name: "long-soft-deadline",
      sees:
        "`in_progress` with the next call to make, as often as it takes, then the answer",
      async run({ api, start }) {
        api.next({ paused: 4 });
        const program = start({
          ...BACKGROUND,
          ORMCP_REQUEST_ANSWER_WITHIN_MS: "1000",
        });
        const first = await program.call("answer", QUESTION);
        const { response_id, status, answer } = first.data;
        assert.equal(status, "in_progress");
        assert.match(
          String(answer),
          new RegExp(`call answer_result with .*${response_id}`),
        );
        const again = await program.call("answer_result", { response_id });
        assert.deepEqual(again.data, first.data);
        api.created[0]?.release();
        const { data } = await program.call("answer_result", { response_id });
        assert.match(String(data.answer), /404/);
        assert.equal(api.created.length, 1);
      },
    },
    {
      name: "long-crowd",
      alone: true,
      sees:
        "200 at once, most of them cut now and then: each is there, paid once; memory and handles are what they were",
      async run(stage) {
        if (!canInspect()) throw new Skipped("needs /proc");
        const { api, start } = stage;
        const random = seededRandom(15);
        api.always(({ method, query }) => {
          const streams = method === "POST" || query.get("stream") === "true";
          const script = BIG_ANSWER;
          if (!streams || random(10) < 3) return { script };
          const kind = random(2) === 0 ? "cut" : "end";
          return { script, fault: { kind, events: 1 + random(8) } };
        });
        const program = start({ ...BACKGROUND, ...TIGHT_HEAP });
        const found = new Set<unknown>();
        const memory: number[] = [];
        const handles: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          for (const id of await askCrowd(stage, program)) found.add(id);
          // Connections that were cut are closed a little later.
          await until(PATIENCE_MS, "its handles again", () => {
            const [first = Infinity] = handles;
            return program.status().handles <= first + SLACK_HANDLES;
          });
          memory.push(program.status().rss);
          handles.push(program.status().handles);
        }
        assert.equal(found.size, ROUNDS * CROWD);
        const grown = Math.min(...memory.slice(2)) -
          Math.min(...memory.slice(0, 2));
        const figures = `${CROWD} at once, MiB after each round ${
          memory.map(Math.round).join(", ")
        }, handles ${handles.join(", ")}`;
        assert.ok(grown < SLACK_MIB, figures);
        return figures;
      },
    },
  ],
};
