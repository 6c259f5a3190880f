import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { MODERN } from "../kit/http_pair.ts";
import { serveHttp } from "../kit/http_program.ts";
import { everyLaunch } from "../kit/launch.ts";
import { CLIENTS, connectHttp } from "../kit/official_client.ts";

const VERSIONS = {
  "sdk 1": "2025-11-25",
  "2 default": "2025-11-25",
  "2 auto": "2026-07-28",
  "2 pinned": "2026-07-28",
};

const CALL = {
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "answer",
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "answer",
      arguments: { query: "hello" },
      _meta: MODERN,
    },
  }),
};

for (const launch of await everyLaunch()) {
  for (const kind of CLIENTS) {
    const where = `client ${kind}, ${launch.name}`;

    Deno.test(`official client lists, calls, sees progress and cancels over HTTP (${where})`, async () => {
      await using fakeOpenAI = startFakeOpenAI();
      await using server = await serveHttp(launch, {
        env: {
          OPENAI_BASE_URL: fakeOpenAI.baseUrl,
          OPENAI_API_KEY: "sk-e2e-0123456789",
        },
      });
      await using client = await connectHttp(kind, server.url);
      assert.equal(client.version, VERSIONS[kind]);
      assert.equal(client.serverName, "openai-responses-mcp");
      assert.deepEqual(await client.tools(), [
        "answer",
        "answer_detailed",
        "answer_quick",
      ]);
      const query = "本日 2026-11-16 の東京の天気";
      const { structuredContent } = await client.call("answer", { query });
      const answer = structuredContent as Record<string, unknown>;
      assert.equal(answer.used_search, true);
      const unknown = client.call("toString", {});
      await assert.rejects(unknown, { code: -32601 });

      fakeOpenAI.next({ fault: { kind: "stall", events: 10 } });
      const abort = new AbortController();
      const { signal } = abort;
      await new Promise<void>((resolve, reject) => {
        const onprogress = ({ message = "" }): void => {
          if (message.includes("weather Tokyo")) resolve();
        };
        client.call("answer", { query }, { signal, onprogress })
          .then(() => reject(new Error("answered")), reject);
      });
      if (kind === "sdk 1" || kind === "2 default") await client.ping();
      abort.abort("changed my mind");
      await fakeOpenAI.closed(1);
      assert.equal((await client.tools()).length, 3);
    });
  }

  Deno.test(`a client that hangs up before the answer cancels the call (${launch.name})`, async () => {
    await using fakeOpenAI = startFakeOpenAI();
    await using server = await serveHttp(launch, {
      env: {
        OPENAI_BASE_URL: fakeOpenAI.baseUrl,
        OPENAI_API_KEY: "sk-e2e-0123456789",
      },
    });
    fakeOpenAI.next({ fault: { kind: "stall", events: 0 } });
    const abort = new AbortController();
    const pending = fetch(server.url, { ...CALL, signal: abort.signal });
    const failed = assert.rejects(pending);
    await fakeOpenAI.received(1);
    abort.abort();
    await failed;
    await fakeOpenAI.closed(1);
    await server.process.logged("status=499");
  });

  Deno.test(`SIGTERM lets the answers in flight arrive, and exits with 0 (${launch.name})`, async () => {
    await using fakeOpenAI = startFakeOpenAI();
    await using server = await serveHttp(launch, {
      env: {
        OPENAI_BASE_URL: fakeOpenAI.baseUrl,
        OPENAI_API_KEY: "sk-e2e-0123456789",
      },
    });
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    fakeOpenAI.next({ until });
    const pending = fetch(server.url, CALL);
    await fakeOpenAI.received(1);
    server.process.kill("SIGTERM");
    await server.process.logged("draining");
    const ready = await fetch(`${server.base}/readyz`);
    assert.equal(ready.status, 503);
    await ready.body?.cancel();
    const late = await fetch(server.url, CALL);
    assert.equal(late.status, 503);
    assert.ok(Number(late.headers.get("retry-after")) > 0);
    await late.body?.cancel();
    release();
    const { result } = await (await pending).json();
    assert.match(result.structuredContent.answer, /answer to/);
    const { code } = await server.process.ended();
    assert.equal(code, 0);
  });

  Deno.test(`a second SIGTERM ends a server that drains, answers or not (${launch.name})`, async () => {
    await using fakeOpenAI = startFakeOpenAI();
    await using server = await serveHttp(launch, {
      env: {
        OPENAI_BASE_URL: fakeOpenAI.baseUrl,
        OPENAI_API_KEY: "sk-e2e-0123456789",
      },
    });
    fakeOpenAI.next({ until: new Promise<void>(() => undefined) });
    const pending = fetch(server.url, CALL);
    await fakeOpenAI.received(1);
    server.process.kill("SIGTERM");
    await server.process.logged("draining");
    server.process.kill("SIGTERM");
    await assert.rejects(pending);
    const { code } = await server.process.ended();
    assert.equal(code, 143);
  });
}
