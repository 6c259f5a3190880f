import assert from "node:assert/strict";
import { generate } from "selfsigned";
import { PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import { expectFailure } from "../expect.ts";
import {
  hangUp,
  type RawServer,
  silence,
  startRawServer,
} from "../../../tests/kit/raw_server.ts";
import type { Program } from "../../../tests/kit/program.ts";
import type { Scenario, ScenarioGroup, Stage } from "../scenario.ts";
import { until } from "../../../tests/kit/within.ts";

const REACH = /Cannot reach .*openai\.base_url/;

const BILLED = /broke after the question was sent.* may have been billed/;

/** A server that cannot be talked to; afterwards the program still answers. */
async function unreachable(
  stage: Stage,
  baseUrl: string,
  words: RegExp = REACH,
): Promise<Program> {
  const program = stage.start({ OPENAI_BASE_URL: baseUrl });
  await expectFailure(program, "network", words);
  assert.deepEqual((await program.request("ping")).result, {});
  return program;
}

/** A port that nobody listens on. */
function closedPort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

/** A certificate that nobody vouches for; a committed one would expire. */
async function selfSigned(): Promise<Deno.TlsCertifiedKeyPem> {
  const altNames = [{ type: 7 as const, ip: "127.0.0.1" }];
  const pair = await generate([{ name: "commonName", value: "faults" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames }],
  });
  return { cert: pair.cert, key: pair.private };
}

function raw(
  name: string,
  sees: string,
  serve: () => RawServer | Promise<RawServer>,
): Scenario {
  return {
    name,
    sees,
    async run(stage) {
      await using server = await serve();
      await unreachable(stage, server.baseUrl, BILLED);
      assert.equal(server.requests, 1, "silence is no reason to ask again");
    },
  };
}

/** No connection, or none that is of use. */
export const BACKEND_CONNECTION: ScenarioGroup = {
  title: "The API cannot be reached",
  scenarios: [
    {
      name: "connection-refused",
      sees: "`network`, naming the address that was tried",
      async run(stage) {
        await unreachable(stage, `http://127.0.0.1:${closedPort()}/v1`);
      },
    },
    {
      name: "connection-refused-for-a-while",
      sees:
        "the answer, when the server is back before the attempts are used up",
      async run({ api, start }) {
        const port = closedPort();
        const program = start({
          OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
        });
        const call = program.call("answer", { query: "404?" });
        await until(
          PATIENCE_MS,
          "the first attempt",
          () =>
            [...program.progress.values()].flat()
              .some((text) => text.startsWith("Trying again")),
        );
        const target = new URL(api.baseUrl);
        await using _ = forward(port, Number(target.port));
        assert.equal((await call).failed, false);
      },
    },
    {
      name: "dns-failure",
      sees: "`network`, naming the address that was tried",
      async run(stage) {
        await unreachable(stage, "https://api.invalid/v1");
      },
    },
    {
      name: "tls-to-plain-http",
      sees: "`network`, naming the address that was tried",
      async run(stage) {
        const { port } = new URL(stage.api.baseUrl);
        await unreachable(stage, `https://127.0.0.1:${port}/v1`);
        assert.equal(stage.api.requests.length, 0);
      },
    },
    {
      name: "tls-self-signed",
      sees:
        "`network`: a certificate that nobody vouches for is not accepted, and how to vouch for it",
      async run({ start }) {
        await using server = startRawServer(
          (say) => say("HTTP/1.1 204 No\r\n\r\n"),
          await selfSigned(),
        );
        const program = start({ OPENAI_BASE_URL: server.baseUrl });
        await expectFailure(
          program,
          "network",
          /Cannot trust the certificate .* NODE_EXTRA_CA_CERTS/,
        );
        assert.deepEqual((await program.request("ping")).result, {});
      },
    },
    raw(
      "no-http",
      "`network`: whatever listens there does not speak HTTP",
      () => startRawServer((say) => say("220 mail.example ESMTP\r\n")),
    ),
    raw(
      "hang-up",
      "`network`, when the server closes the connection without a word; not sent again, as it may have been billed",
      () => startRawServer(hangUp),
    ),
    {
      name: "hang-before-headers",
      sees:
        "`timeout` at `request.timeout_ms`; the connection to the API is closed",
      async run({ start }) {
        await using server = startRawServer(silence);
        const program = start({
          OPENAI_BASE_URL: server.baseUrl,
          OPENAI_API_TIMEOUT: "1000",
        });
        await expectFailure(program, "timeout", /1000 ms/);
        await server.closed(1);
        assert.deepEqual((await program.request("ping")).result, {});
        // Not connections: Node may open one anew after an abort, and leave it.
        // On a busy machine it may end before we have read the first one.
        assert.ok(server.requests < 2, "a timeout is not tried again");
      },
    },
  ],
};

/** Passes connections on from a port to another. */
function forward(from: number, to: number): AsyncDisposable {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: from });
  const done = (async () => {
    for await (const client of listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port: to });
      const there = client.readable.pipeTo(server.writable);
      const back = server.readable.pipeTo(client.writable);
      // Either side may hang up first.
      Promise.allSettled([there, back]);
    }
  })();
  return {
    async [Symbol.asyncDispose](): Promise<void> {
      listener.close();
      await done;
    },
  };
}
