import assert from "node:assert/strict";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { CLIENTS, connect } from "../kit/official_client.ts";
import { everyLaunch } from "../kit/launch.ts";

const VERSIONS = {
  "sdk 1": "2025-11-25",
  "2 default": "2025-11-25",
  "2 auto": "2026-07-28",
  "2 pinned": "2026-07-28",
};

function reasonIn(text: string | undefined): unknown {
  return JSON.parse(text ?? "{}").data?.reason;
}

for (const program of await everyLaunch()) {
  for (const kind of CLIENTS) {
    const where = `client ${kind}, ${program.name}`;

    Deno.test(`official client connects, lists and calls (${where})`, async () => {
      await using client = await connect(kind, program);
      assert.equal(client.version, VERSIONS[kind]);
      assert.equal(client.serverName, "openai-responses-mcp");
      assert.deepEqual(await client.tools(), [
        "answer",
        "answer_detailed",
        "answer_quick",
      ]);
      const failed = await client.call("answer", { query: "hello" });
      assert.equal(failed.isError, true);
      assert.equal(reasonIn(failed.content[0]?.text), "missing_api_key");
      const unknown = client.call("toString", {});
      await assert.rejects(unknown, { code: -32601 });
      if (kind === "sdk 1" || kind === "2 default") await client.ping();
    });

    Deno.test(`official client gets answers it can validate (${where})`, async () => {
      await using fakeOpenAI = startFakeOpenAI();
      await using client = await connect(kind, program, {
        OPENAI_BASE_URL: fakeOpenAI.baseUrl,
        OPENAI_API_KEY: "sk-e2e-0123456789",
      });
      // Listing gives the client the schemas it validates answers by.
      await client.tools();
      const first = await client.call("answer", {
        query: "本日 2026-11-16 の東京の天気",
      });
      const answer = first.structuredContent as Record<string, unknown>;
      assert.deepEqual(JSON.parse(first.content[0]?.text ?? ""), answer);
      assert.equal(answer.used_search, true);
      assert.match(String(answer.answer), /jma\.go\.jp.*2026-11-16/);

      const second = await client.call("answer_quick", {
        query: "And tomorrow",
        previous_response_id: answer.response_id,
      });
      const previous = fakeOpenAI.requests[1]?.body.previous_response_id;
      assert.equal(previous, answer.response_id);
      assert.match(second.content[0]?.text ?? "", /Continuing from/);
    });

    Deno.test(`official client sees progress and cancels a call (${where})`, async () => {
      await using fakeOpenAI = startFakeOpenAI();
      // Stalled, because a client that gets progress and answer in one chunk
      // drops the progress.
      fakeOpenAI.next({ fault: { kind: "stall", events: 10 } });
      await using client = await connect(kind, program, {
        OPENAI_BASE_URL: fakeOpenAI.baseUrl,
        OPENAI_API_KEY: "sk-e2e-0123456789",
      });
      const abort = new AbortController();
      const { signal } = abort;
      const query = "本日 2026-11-16 の東京の天気";
      await new Promise<void>((resolve, reject) => {
        const onprogress = ({ message = "" }): void => {
          if (message.includes("weather Tokyo")) resolve();
        };
        client.call("answer", { query }, { signal, onprogress })
          .then(() => reject(new Error("answered")), reject);
      });
      abort.abort("changed my mind");
      await fakeOpenAI.closed(1);
      const next = await client.call("answer", { query: "hello" });
      assert.match(next.content[0]?.text ?? "", /answer to/);
    });
  }
}
