import assert from "node:assert/strict";
import { silence, startRawServer } from "../../../tests/kit/raw_server.ts";
import { QUESTION } from "../expect.ts";
import { line, PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
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
      const calls = Array.from({ length: 10 }, () => {
        const id = program.nextId();
        program.answerTo(id);
        return line({ id, method: "tools/call", params });
      });
      await program.write(calls.join(""));
      await within(PATIENCE_MS, "the requests", server.received(10));
      program.kill(signal);
      const { code } = await program.exit();
      assert.equal(code, 128 + NUMBERS[signal]);
      await within(PATIENCE_MS, "closed connections", server.closed(10));
    },
  };
}

/** Signals. */
export const SIGNALS: ScenarioGroup = {
  title: "The server is told to end",
  scenarios: [
    whileBusy("SIGTERM"),
    whileBusy("SIGINT"),
    whileBusy("SIGHUP"),
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
      sees: "one end, exit code 143",
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
