import assert from "node:assert/strict";
import { serveHttp } from "../kit/http_program.ts";
import { everyLaunch, onNode } from "../kit/launch.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { connectHttp } from "../kit/official_client.ts";

const PAGES = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [
    `guide/page${i}.md`,
    `# Page ${i}\n\nzebra page${i} lion\n`,
  ]),
);

for (const launch of await everyLaunch()) {
  Deno.test(`searches run in a thread of the server, which stores what it indexed (${launch.name})`, async () => {
    using root = makeManualRoot(PAGES);
    const cache = `${root.path}/.cache`;
    const env = {
      MANUALS_ROOT: root.path,
      XDG_CACHE_HOME: cache,
      ORMCP_SERVER_TOOLS: "manual",
    };
    await using server = await serveHttp(launch, { env });
    await using client = await connectHttp("2 pinned", server.url);
    const find = async (word: string) => {
      const args = { manual_id: "guide", query: word, required_terms: [word] };
      const { structuredContent } = await client.call("manual_find", args);
      return structuredContent as {
        inline_hits: { items: { ref: { path: string } }[] };
      };
    };
    const words = ["page7", "page77", "page177"];
    const found = await Promise.all(words.map(find));
    assert.deepEqual(
      found.map(({ inline_hits }) => inline_hits.items[0]?.ref.path),
      words.map((word) => `${word}.md`),
    );
    const wrong = await client.call("manual_find", {
      manual_id: "nobody",
      query: "x",
      required_terms: ["x"],
    });
    assert.equal(wrong.isError, true);
    assert.match(wrong.content[0]?.text ?? "", /not_found.*guide/s);
    server.process.kill("SIGTERM");
    const { code, stderr } = await server.process.ended();
    assert.equal(code, 0, stderr);
    const stored = [
      ...Deno.readDirSync(`${cache}/openai-responses-mcp/manuals`),
    ];
    assert.equal(stored.length, 1);
  });
}

Deno.test("a search costs one error where its thread cannot start, and the next one works (npm build on Node)", async () => {
  using root = makeManualRoot(PAGES);
  const dir = await Deno.makeTempDir();
  const launch = await onNode(dir);
  const worker = `${dir}/build/chunks/worker.js`;
  const env = { MANUALS_ROOT: root.path, ORMCP_SERVER_TOOLS: "manual" };
  await using server = await serveHttp(launch, { env });
  await using client = await connectHttp("2 pinned", server.url);
  const args = { manual_id: "guide", query: "lion", required_terms: ["lion"] };
  await Deno.rename(worker, `${worker}.gone`);
  await assert.rejects(client.call("manual_find", args), /ask again/);
  await Deno.rename(`${worker}.gone`, worker);
  const { isError } = await client.call("manual_find", args);
  assert.equal(isError ?? false, false);
  await Deno.remove(dir, { recursive: true });
});
