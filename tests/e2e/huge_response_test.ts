import assert from "node:assert/strict";
import { cleanEnv, everyLaunch } from "../kit/launch.ts";
import { Program } from "../kit/program.ts";
import {
  chunk,
  EVENT_STREAM,
  type Say,
  startRawServer,
} from "../kit/raw_server.ts";

const MIB = 1024 * 1024;
const BLANKS = " ".repeat(MIB);

function head(...lines: readonly string[]): string {
  return ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
}

/** 300 MiB of blanks in a third of one. */
async function bomb(): Promise<Uint8Array> {
  const blanks = new TextEncoder().encode(BLANKS);
  let left = 300;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(blanks);
      else controller.close();
    },
  });
  const packed = source.pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const PACKED = await bomb();

/** Says something again and again, until the client leaves. */
async function endless(say: Say, text: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await say(text);
}

const SPEAKERS: readonly [string, (say: Say) => Promise<void>][] = [
  ["a line of 200 MiB in a stream", async (say) => {
    await say(EVENT_STREAM + chunk("data: "));
    await endless(say, chunk(BLANKS), 200);
  }],
  ["a body of 1 GiB", async (say) => {
    await say(head("content-type: application/json", "connection: close"));
    await endless(say, BLANKS, 1024);
  }],
  ["an error of 200 MiB", async (say) => {
    const status = "HTTP/1.1 500 Internal Server Error";
    const lines = [status, "content-type: text/plain", "connection: close"];
    await say([...lines, "", ""].join("\r\n"));
    await endless(say, BLANKS, 200);
  }],
  ["300 MiB packed into one", async (say) => {
    await say(head(
      "content-type: application/json",
      "content-encoding: gzip",
      `content-length: ${PACKED.length}`,
    ));
    await say(PACKED);
  }],
];

for (const launch of await everyLaunch()) {
  for (const [what, speak] of SPEAKERS) {
    // Only Linux tells what a process has in memory.
    const ignore = Deno.build.os !== "linux";
    const name =
      `the program reads no more than its bound of ${what} (${launch.name})`;
    Deno.test({ name, ignore }, async () => {
      await using api = startRawServer(speak);
      const env = cleanEnv({
        OPENAI_API_KEY: "sk-e2e-0123456789",
        OPENAI_BASE_URL: api.baseUrl,
      });
      await using program = new Program({ command: launch.command, env });
      await program.initialize();
      const idle = program.status().rss;
      let most = idle;
      const call = program.call("answer", { query: "q" });
      let done = false;
      const watched = (async () => {
        // Other requests are answered all the while.
        while (!done) {
          await program.request("ping");
          most = Math.max(most, program.status().rss);
        }
      })();
      const outcome = await call;
      done = true;
      await watched;
      assert.equal(outcome.reason, "upstream_error", JSON.stringify(outcome));
      assert.match(String(outcome.message), /longer than 67108864 bytes/);
      assert.equal(api.requests, 1);
      assert.ok(most - idle < 512, `${most} MiB, ${idle} MiB when idle`);
    });
  }
}
