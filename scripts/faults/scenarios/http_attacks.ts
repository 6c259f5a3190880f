import assert from "node:assert/strict";
import { MAX_RUNNING, MAX_WAITING } from "../../../src/tools/registry.ts";
import { pause, until } from "../../../tests/kit/within.ts";
import {
  canInspect,
  processStatus,
} from "../../../tests/kit/process_status.ts";
import { RawHttp } from "../../../tests/kit/raw_http.ts";
import { ask, metric, requestOf, send, startHttp, wire } from "../http.ts";
import { QUESTION } from "../expect.ts";
import { type ScenarioGroup, Skipped } from "../scenario.ts";

const ALICE = "a-long-token-of-alice";
const BOB = "another-token-of-bob1";
const TOKENS = { ORMCP_HTTP_TOKENS: `alice=${ALICE},bob=${BOB}` };

/** More than a thread of the host, or a buffer, would take unnoticed. */
const MANY = 1000;
const FEW = 200;
/** Fewer than there are connections. */
const FEW_DESCRIPTORS = 80;
const SETTLE_MS = 1000;
const MAX_GROWTH_MIB = 100;
/** Connections of our own may still be open. */
const SPARE_HANDLES = 10;

const ANSWER = {
  method: "tools/call",
  params: { name: "answer", arguments: QUESTION },
};

/** Requests that two readers could read in two ways, or that lie. */
function smuggled(): [string, string][] {
  const { headers, body } = requestOf({ token: ALICE });
  const own = Object.entries(headers);
  const length = ["content-length", String(body.length)] as const;
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const behind = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  const with_ = (
    more: readonly (readonly [string, string])[],
    text = body,
    but: string | undefined = undefined,
  ): string => wire([...own.filter(([name]) => name !== but), ...more], text);
  const chunked = ["transfer-encoding", "chunked"] as const;
  return [
    ["another host", with_([length, ["host", "evil.example"]], body, "host")],
    ["two hosts", with_([length, ["host", "evil.example"]])],
    ["a page's origin", with_([length, ["origin", "https://evil.example"]])],
    ["two tokens", with_([length, ["authorization", `Bearer ${BOB}`]])],
    ["two lengths", with_([length, ["content-length", "5"]])],
    ["a length and chunks", with_([["content-length", "5"], chunked], chunks)],
    [
      "a request behind chunks",
      with_(
        [["content-length", String(chunks.length + behind.length)], chunked],
        chunks + behind,
      ),
    ],
    ["unknown coding", with_([length, ["transfer-encoding", "xchunked"]])],
    [
      "coding not last",
      with_([["transfer-encoding", "chunked, identity"]], chunks),
    ],
    [
      "a space before the colon",
      with_([length, ["transfer-encoding ", "chunked"]]),
    ],
    ["a folded line", with_([length, ["x-a", "b\r\n mcp-name: x"]])],
    ["a zero byte", with_([length, ["x-a", "a\0b"]])],
    ["a negative length", with_([["content-length", "-5"]])],
    ["two methods", with_([length, ["mcp-method", "tools/call"]])],
    ["two revisions", with_([length, ["mcp-protocol-version", "2025-11-25"]])],
    ["two types", with_([length, ["content-type", "text/plain"]])],
    ["long headers", with_([length, ["x-a", "a".repeat(500_000)]])],
  ];
}

/** What a thousand connections cost, and that all of it comes back. */
async function measured(
  pid: number,
  attack: () => Promise<RawHttp[]>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const before = processStatus(pid);
  const connections = await attack();
  await meanwhile();
  const during = processStatus(pid);
  for (const each of connections) each[Symbol.dispose]();
  if (!before || !during) throw new Skipped("needs /proc");
  const grown = during.rss - before.rss;
  assert.ok(grown < MAX_GROWTH_MIB, `${grown.toFixed(0)} MiB more`);
  const most = before.handles + SPARE_HANDLES;
  await until(
    60_000,
    "the end of connections",
    () => (processStatus(pid)?.handles ?? 0) <= most,
  );
}

/** Malicious clients. */
export const HTTP_ATTACKS: ScenarioGroup = {
  title: "Malicious clients over HTTP",
  scenarios: [
    {
      name: "http-smuggled",
      sees:
        "a request under another name, or that two servers could read in two ways, is refused; nothing hides behind it",
      async run(stage) {
        await using server = await startHttp(stage, TOKENS);
        for (const [what, text] of smuggled()) {
          using connection = await send(server.url, text);
          const status = await connection.status();
          assert.ok(
            [0, 400, 401, 403, 413, 415, 431].includes(status),
            `${what}: ${status}`,
          );
          assert.doesNotMatch(
            connection.text,
            /"tools":|openai_responses_mcp_/,
          );
        }
        assert.equal((await ask(server.url, { token: ALICE })).status, 200);
        assert.equal(stage.api.requests.length, 0);
      },
    },
    {
      name: "http-guessed-tokens",
      sees:
        "wrong tokens get 401, each is counted, none is logged; sessions that were made up get 404",
      async run(stage) {
        await using server = await startHttp(stage, TOKENS);
        for (let i = 0; i < MANY; i++) {
          const { status } = await ask(server.url, { token: `guess-${i}-xyz` });
          assert.equal(status, 401);
        }
        const reason = 'errors_total{reason="unauthorized"}';
        assert.equal(await metric(server.base, reason), MANY);
        const { headers, body } = requestOf({ token: ALICE });
        const { "mcp-protocol-version": _, ...legacy } = headers;
        const message = JSON.parse(body);
        delete message.params._meta;
        for (let i = 0; i < FEW; i++) {
          const id = crypto.randomUUID();
          const response = await fetch(server.url, {
            method: "POST",
            headers: { ...legacy, "mcp-session-id": `${id}.${id}` },
            body: JSON.stringify(message),
          });
          assert.equal(response.status, 404);
          await response.body?.cancel();
        }
        assert.equal((await ask(server.url, { token: ALICE })).status, 200);
        assert.doesNotMatch(server.process.stderr, /guess-\d|a-long-token/);
      },
    },
    {
      name: "http-slow-bodies",
      sees:
        "bodies that never end get 408 after 30 seconds; others are answered meanwhile",
      async run(stage) {
        if (!canInspect()) throw new Skipped("needs /proc");
        await using server = await startHttp(stage);
        const { headers, body } = requestOf();
        const lines = Object.entries(headers);
        const length = ["content-length", String(body.length)] as const;
        const text = wire([...lines, length], body.slice(0, 20));
        let slow: RawHttp[] = [];
        await measured(server.process.pid, async () => {
          slow = await Promise.all(
            Array.from({ length: FEW }, () => send(server.url, text)),
          );
          return slow;
        }, async () => {
          assert.equal((await ask(server.url)).status, 200);
          for (const each of slow) assert.equal(await each.status(), 408);
        });
        const reason = 'errors_total{reason="slow_body"}';
        assert.equal(await metric(server.base, reason), FEW);
      },
    },
    {
      name: "http-huge-bodies",
      alone: true,
      sees:
        "a body over `server.max_message_bytes` gets 413, announced or not, and is not held",
      async run(stage) {
        if (!canInspect()) throw new Skipped("needs /proc");
        await using server = await startHttp(stage);
        const { pid } = server.process;
        const before = processStatus(pid)?.rss ?? 0;
        const { headers } = requestOf();
        const lines = Object.entries(headers);
        const announced = wire(
          [...lines, ["content-length", "99999999999"]],
          "x",
        );
        const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;
        for (let i = 0; i < 10; i++) {
          using whole = await send(server.url, announced);
          assert.equal(await whole.status(), 413);
          const coded = [...lines, ["transfer-encoding", "chunked"]] as const;
          using piecewise = await send(server.url, wire(coded, ""));
          // Until it is refused; a server that reads on would never say so.
          const refused = piecewise.status();
          let over = false;
          refused.then(() => over = true);
          for (let sent = 0; sent < 100 && !over; sent++) {
            await piecewise.write(chunk);
          }
          assert.ok([0, 413].includes(await refused));
        }
        assert.equal((await ask(server.url)).status, 200);
        const grown = (processStatus(pid)?.rss ?? 0) - before;
        assert.ok(grown < 2 * MAX_GROWTH_MIB, `${grown.toFixed(0)} MiB more`);
        const reason = 'errors_total{reason="too_large"}';
        assert.equal(await metric(server.base, reason), 20);
      },
    },
    {
      name: "http-descriptors-exhausted",
      sees:
        "ordinary answers once there are descriptors again, after connections had taken all of them",
      async run(stage) {
        if (Deno.build.os === "windows") throw new Skipped("needs ulimit");
        const limited = `ulimit -n ${FEW_DESCRIPTORS}; exec "$@"`;
        const command = ["sh", "-c", limited, "sh", ...stage.command];
        await using server = await startHttp({ ...stage, command });
        assert.equal((await ask(server.url)).status, 200);
        const connections = await Promise.allSettled(
          Array.from({ length: FEW }, () => RawHttp.connect(server.url)),
        );
        await pause(SETTLE_MS);
        for (const each of connections) {
          if (each.status === "fulfilled") each.value[Symbol.dispose]();
        }
        // On a connection of its own: one that is open already goes on.
        const answers = async (): Promise<boolean> => {
          const { headers, body } = requestOf();
          const length = ["content-length", String(body.length)] as const;
          const text = wire([...Object.entries(headers), length], body);
          using connection = await send(server.url, text);
          return await connection.status() === 200;
        };
        await until(60_000, "an answer", () => answers().catch(() => false));
      },
    },
    {
      name: "http-half-open-streams",
      alone: true,
      sees:
        "a thousand clients that ask and never read: a bounded number is served, the rest get 429; when they go, their calls end",
      async run(stage) {
        if (!canInspect()) throw new Skipped("needs /proc");
        stage.api.always({ fault: { kind: "stall", events: 10 } });
        await using server = await startHttp(stage, {
          ORMCP_HTTP_MAX_PER_CALLER: "10000",
        });
        const _meta = {
          ...JSON.parse(requestOf().body).params._meta,
          progressToken: 1,
        };
        const { headers, body } = requestOf({
          ...ANSWER,
          params: { ...ANSWER.params, _meta },
        });
        const length = ["content-length", String(body.length)] as const;
        const text = wire([...Object.entries(headers), length], body);
        await measured(
          server.process.pid,
          () =>
            Promise.all(
              Array.from({ length: MANY }, () => send(server.url, text)),
            ),
          async () => {
            const busy = 'errors_total{reason="busy"}';
            await until(
              60_000,
              "refusals",
              async () => await metric(server.base, busy) > 0,
            );
            assert.equal((await ask(server.url)).status, 200);
            const open = await metric(server.base, "in_flight");
            assert.ok(
              open <= MAX_RUNNING.others + MAX_WAITING + 1,
              `${open} in flight`,
            );
          },
        );
        await until(
          60_000,
          "the end of calls",
          async () => await metric(server.base, "in_flight") === 0,
        );
        stage.api.always({});
        assert.equal((await ask(server.url, ANSWER)).status, 200);
      },
    },
  ],
};
