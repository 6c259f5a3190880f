import assert from "node:assert/strict";
import { BodyLog } from "../../src/mcp/body_log.ts";
import { ManualClock } from "../kit/manual_clock.ts";
import { ServerPair } from "../kit/server_pair.ts";

Deno.test("bodies are logged only when server.debug_bodies asks for them", async () => {
  for (const bodies of [false, true]) {
    const clock = new ManualClock();
    const runtime = { clock, parentPid: () => 1 };
    const pair = new ServerPair({ debug: true, bodies, runtime });
    await pair.ask("ping", { note: "SECRET" });
    await pair.finish();
    const lines = pair.stderr.join("").split("\n")
      .filter((line) => line.includes("json="))
      .map((line) => line.replace("[openai-responses-mcp] ", ""));
    assert.deepEqual(
      lines,
      bodies
        ? [
          'time=2026-11-15T16:00:00.000Z recv json={"jsonrpc":"2.0","id":1,"method":"ping","params":{"note":"SECRET"}}',
          'time=2026-11-15T16:00:00.000Z latency_ms=0 send json={"jsonrpc":"2.0","id":1,"result":{}}',
        ]
        : [],
    );
    assert.equal(pair.stderr.join("").includes("SECRET"), bodies);
  }
});

Deno.test("BodyLog tells how long each answer took, whatever their order", () => {
  const clock = new ManualClock();
  const lines: string[] = [];
  const debug = (line: string | (() => string)): void =>
    void lines.push(typeof line === "string" ? line : line());
  const log = new BodyLog({ debug }, clock);
  const latency = (text: string): string | undefined => {
    log.sent(text);
    return /latency_ms=(\d+) send/.exec(lines.at(-1) ?? "")?.[1];
  };
  log.received({ id: 0, method: "a" });
  clock.advance(10);
  log.received([{ id: "x", method: "b" }, { method: "note" }]);
  clock.advance(5);
  assert.equal(latency('{"method":"notifications/progress"}'), undefined);
  assert.equal(latency('[{"id":"x","result":{}}]'), "5");
  assert.equal(latency('{"id":0,"result":{}}'), "15");
  assert.equal(latency('{"id":0,"result":{}}'), undefined);
  assert.equal(latency('{"id":null,"error":{}}'), undefined);
});

Deno.test("a request's traceparent is logged with its method", async () => {
  const pair = new ServerPair({ debug: true });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await pair.ask("ping", { _meta: { traceparent } });
  await pair.ask("ping", { _meta: { traceparent: 5 } }, 2);
  await pair.finish();
  const lines = pair.stderr.filter((line) => line.includes("recv method="));
  assert.match(lines[0] ?? "", new RegExp(`id=1 traceparent="${traceparent}"`));
  assert.match(lines[1] ?? "", /id=2\n$/);
});
