import assert from "node:assert/strict";
import type { HttpProgram } from "../../../tests/kit/http_program.ts";
import {
  expectTrace,
  openSession,
  openTrace,
  sessionStatus,
} from "../http_sessions.ts";
import { ask, startHttp } from "../http.ts";
import { makeManual, manualEnv } from "../manual.ts";
import { QUESTION } from "../expect.ts";
import type { ScenarioGroup } from "../scenario.ts";

const TOKEN = "a-long-token-of-alice";
const SHARED = {
  ORMCP_HTTP_TOKENS: `alice=${TOKEN}`,
  ORMCP_HTTP_SECRET: "one-secret-of-two-replicas",
  ORMCP_SERVER_TOOLS: "answer,manual",
};
const CLIENTS = 8;
const CALLS = 40;
/** By then every client is in the middle of its calls. */
const KILL_AFTER = CLIENTS * CALLS / 4;

/** One address for several replicas: who is gone is passed over. */
function balance(
  replicas: readonly HttpProgram[],
): AsyncDisposable & { readonly url: string; readonly lost: () => number } {
  let next = 0;
  let lost = 0;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => undefined },
    async (request) => {
      const { method, headers } = request;
      const body = await request.text();
      const start = next++;
      for (let tried = 0; tried < replicas.length; tried++) {
        const replica = replicas[(start + tried) % replicas.length];
        try {
          const response = await fetch(replica?.url ?? "", {
            method,
            headers,
            body,
          });
          return new Response(await response.text(), response);
        } catch {
          // The replica died with the question, or was dead before.
          lost++;
        }
      }
      return new Response(null, { status: 502 });
    },
  );
  const { port } = server.addr;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    lost: () => lost,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Several replicas, one address. */
export const HTTP_REPLICAS: ScenarioGroup = {
  title: "Replicas behind one address",
  scenarios: [
    {
      name: "http-replica-killed",
      sees:
        "one of two replicas is killed under load: every question is answered where the proxy asks the other one again, which serves its sessions and traces, too",
      async run(stage) {
        const root = await makeManual(stage.dir, 30);
        const env = { ...manualEnv(root, stage.dir), ...SHARED };
        await using first = await startHttp(stage, env);
        await using second = await startHttp(stage, env);
        await using address = balance([first, second]);
        const session = await openSession(first.url, TOKEN);
        assert.equal(await sessionStatus(second.url, TOKEN, session), 200);
        const trace = await openTrace(first.url, TOKEN);
        await expectTrace(second.url, TOKEN, trace);

        let answered = 0;
        const call = {
          method: "tools/call",
          params: { name: "answer", arguments: QUESTION },
          token: TOKEN,
        };
        await Promise.all(Array.from({ length: CLIENTS }, async () => {
          for (let i = 0; i < CALLS; i++) {
            const { status, text } = await ask(address.url, call);
            assert.equal(status, 200, text);
            assert.match(text, /404/);
            if (++answered === KILL_AFTER) first.process.kill("SIGKILL");
          }
        }));
        assert.equal(answered, CLIENTS * CALLS);
        assert.ok(address.lost() > 0, "it was killed under load");
        assert.equal(await sessionStatus(address.url, TOKEN, session), 200);
        await expectTrace(address.url, TOKEN, trace);
      },
    },
  ],
};
