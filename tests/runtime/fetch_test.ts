import assert from "node:assert/strict";
import { runtime } from "../../src/runtime/deno.ts";
import { runOnNode } from "../kit/run_on_node.ts";

/** A server that answers once per connection, and drops what comes after. */
function startDropping(): AsyncDisposable & { url: string; posts(): number } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
  let posts = 0;
  async function serve(connection: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(65_536);
    const decoder = new TextDecoder();
    let dropped = false;
    while (!dropped) {
      const count = await connection.read(buffer).catch(() => null);
      if (count === null) break;
      if (!decoder.decode(buffer.subarray(0, count)).includes("POST")) continue;
      // The first question is answered, and the connection kept.
      dropped = ++posts > 1;
      if (!dropped) await connection.write(new TextEncoder().encode(answer));
    }
    connection.close();
  }
  const done = (async () => {
    const all: Promise<void>[] = [];
    for await (const connection of listener) all.push(serve(connection));
    await Promise.all(all);
  })();
  const { port } = listener.addr as Deno.NetAddr;
  return {
    url: `http://127.0.0.1:${port}/`,
    posts: () => posts,
    async [Symbol.asyncDispose]() {
      listener.close();
      await done.catch(() => undefined);
    },
  };
}

Deno.test("runtime.fetch() sends a question once where its connection is dropped, on Deno", async () => {
  await using server = startDropping();
  const init = { method: "POST", body: "question" };
  assert.equal(await (await runtime.fetch(server.url, init)).text(), "ok");
  await assert.rejects(runtime.fetch(server.url, init));
  assert.equal(server.posts(), 2);
});

Deno.test("runtime.fetch() sends a question once where its connection is dropped, on Node", async () => {
  await using server = startDropping();
  const seen = await runOnNode(
    `
    import { runtime } from "./src/runtime/node.ts";
    const init = { method: "POST", body: "question" };
    const [url] = process.argv.slice(2);
    const first = await (await runtime.fetch(url, init)).text();
    const second = await runtime.fetch(url, init).catch(() => "failed");
    process.stdout.write(JSON.stringify([first, second]));
    process.exit();
  `,
    { args: [server.url] },
  );
  assert.deepEqual([seen, server.posts()], [["ok", "failed"], 2]);
});

Deno.test("runtime.fetch() outlasts the time-outs that Node itself has", async () => {
  let posts = 0;
  const handler = async (request: Request): Promise<Response> => {
    await request.text();
    posts++;
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return new Response("late");
  };
  const address = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  await using server = Deno.serve(address, handler);
  // Node's 300 s, shortened to half a second.
  const seen = await runOnNode(
    `
    import { runtime } from "./src/runtime/node.ts";
    await fetch("data:,");
    const name = Symbol.for("undici.globalDispatcher.1");
    const Agent = globalThis[name].constructor;
    const short = { headersTimeout: 500, bodyTimeout: 500 };
    globalThis[name] = new Agent(short);
    const [url] = process.argv.slice(2);
    const init = { method: "POST", body: "question" };
    const read = async (response) => await (await response).text();
    const plain = await read(fetch(url, init)).catch((e) => e.cause.code);
    const patient = await read(runtime.fetch(url, init)).catch(String);
    process.stdout.write(JSON.stringify([plain, patient]));
    process.exit();
  `,
    { args: [`http://127.0.0.1:${server.addr.port}/`] },
  );
  assert.deepEqual(seen, ["UND_ERR_HEADERS_TIMEOUT", "late"]);
  assert.equal(posts, 2);
});

Deno.test("runtime.fetch() works again after its first fetch has failed, on Node", async () => {
  const seen = await runOnNode(`
    import { runtime } from "./src/runtime/node.ts";
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new Error("no descriptor"));
    const first = await runtime.fetch("data:,one").catch((e) => e.message);
    globalThis.fetch = fetch;
    const second = await (await runtime.fetch("data:,two")).text();
    process.stdout.write(JSON.stringify([first, second]));
  `);
  assert.deepEqual(seen, ["no descriptor", "two"]);
});
