import assert from "node:assert/strict";
import { silence, startRawServer } from "../../../tests/kit/raw_server.ts";
import { expectBrokenPipe, QUESTION } from "../expect.ts";
import {
  expectPage,
  makeManual,
  MANUAL,
  manualEnv,
  openManual,
} from "../manual.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { line, outcomeOf, PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import type { Scenario, ScenarioGroup } from "../scenario.ts";
import { pause, within } from "../../../tests/kit/within.ts";

const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

function whileBusy(signal: keyof typeof NUMBERS): Scenario {
  return {
    name: `${signal.toLowerCase()}-while-busy`,
    sees: `the calls are aborted; exit code ${128 + NUMBERS[signal]}`,
    async run({ start }) {
      await using server = startRawServer(silence);
      const program = start({ OPENAI_BASE_URL: server.baseUrl });
      await program.request("ping");
      const params = { name: "answer", arguments: QUESTION };
      await program.burst(10, () => ({ method: "tools/call", params }));
      await within(PATIENCE_MS, "the requests", server.received(10));
      program.kill(signal);
      const { code } = await program.exit();
      assert.equal(code, 128 + NUMBERS[signal]);
      await within(PATIENCE_MS, "closed connections", server.closed(10));
    },
  };
}

/** What keeps a server busy with its manuals. */
const MANUAL_WORK = ["indexing", "searching"] as const;

/** Ends a server that has so much to do that it cannot be done by then. */
function whileAt(
  work: typeof MANUAL_WORK[number],
  end: { name: string; sees: string; run(program: Program): Promise<void> },
): Scenario {
  return {
    name: `${end.name}-while-${work}`,
    sees: end.sees,
    async run({ dir, start }) {
      const root = await makeManual(dir, 600, 40);
      const program = start(manualEnv(root, dir));
      await openManual(program);
      if (work === "searching") await expectPage(program, 1);
      const answers = await program.burst(50, (at) => {
        const query = `reset lamp w${at}`;
        const args = { manual_id: MANUAL, query, required_terms: ["lamp"] };
        const params = { name: "manual_find", arguments: args };
        return { method: "tools/call", params };
      });
      // It has read them by then, and has begun.
      await program.request("ping");
      const all = Promise.allSettled(answers);
      await end.run(program);
      for (const answer of await all) {
        // Those that were not answered any more have no value.
        if (answer.status === "rejected") continue;
        assert.equal(outcomeOf(answer.value).failed, false);
      }
    },
  };
}

const ENDS: readonly Parameters<typeof whileAt>[1][] = [
  {
    name: "sigterm",
    sees: "the server ends, done or not; exit code 143",
    async run(program) {
      program.kill("SIGTERM");
      assert.equal((await program.exit()).code, 143);
    },
  },
  {
    name: "eof",
    sees: "every call in flight is still answered; exit code 0",
    async run(program) {
      await program.closeInput();
      assert.equal((await program.exit()).code, 0);
      assert.equal(program.waiting, 0);
    },
  },
  {
    name: "broken-pipe",
    sees: "the server ends by itself with exit code 1",
    run: expectBrokenPipe,
  },
];

/** Signals, and other ends of a server that has much to do. */
export const SIGNALS: ScenarioGroup = {
  title: "The server is told to end",
  scenarios: [
    whileBusy("SIGTERM"),
    whileBusy("SIGINT"),
    whileBusy("SIGHUP"),
    ...MANUAL_WORK.flatMap((work) => ENDS.map((end) => whileAt(work, end))),
    {
      name: "sigterm-while-unread",
      sees: "the server ends although its client does not read; exit code 143",
      async run({ start }) {
        const program = start();
        await program.request("tools/list");
        program.stopReading();
        for (let sent = 0; sent < 1000; sent++) {
          const id = program.nextId();
          program.answerTo(id);
          const written = program.write(line({ id, method: "tools/list" }))
            .then(() => true, () => true);
          if (!await Promise.race([written, pause(500)])) break;
        }
        program.kill("SIGTERM");
        const exit = await within(PATIENCE_MS, "the end", program.exited);
        assert.equal(exit.code, 143);
      },
    },
    {
      name: "sigterm-twice",
      sees: "one end: exit code 143, or the second signal itself",
      async run({ start }) {
        const program = start();
        await program.request("ping");
        program.kill("SIGTERM");
        program.kill("SIGTERM");
        const { code, signal } = await program.exit();
        assert.ok(code === 143 || signal === "SIGTERM", `${code} ${signal}`);
      },
    },
  ],
};
