import assert from "node:assert/strict";
import { GUIDE } from "../kit/guide.ts";
import { MODERN } from "../kit/http_pair.ts";
import { serveHttp } from "../kit/http_program.ts";
import { lanceParts } from "../kit/lance_parts.ts";
import { onDeno } from "../kit/launch.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { PATIENCE_MS } from "../kit/mcp_client.ts";
import { publishManuals } from "../kit/published.ts";
import { until } from "../kit/within.ts";

const LAUNCH = onDeno();
const TOKEN = "a-long-token-of-alice";
const CLIENTS = 16;

async function call(
  url: string,
  name: string,
  args: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      authorization: `Bearer ${TOKEN}`,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { _meta: MODERN, name, arguments: args },
    }),
  });
  const { result } = JSON.parse(await response.text());
  return result.structuredContent;
}

Deno.test("replicas over HTTP answer alike from one store, and follow it", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const to = { root: root.path, uri };
  assert.equal((await publishManuals(LAUNCH, to)).code, 0);
  const { packageDir: package_dir } = await lanceParts();
  const engine = { kind: "lancedb", uri, package_dir, refresh_ms: 50 };
  const env = {
    OPENAI_API_KEY: "test",
    ORMCP_MANUALS_ENGINE: JSON.stringify(engine),
    ORMCP_SERVER_TOOLS: "manual",
    ORMCP_HTTP_TOKENS: `alice=${TOKEN}`,
    ORMCP_HTTP_SECRET: "one-secret-of-two-replicas",
  };
  await using one = await serveHttp(LAUNCH, { env });
  await using other = await serveHttp(LAUNCH, { env });
  const urls = [one.url, other.url];
  const find = async (url = one.url, word = "restore"): Promise<unknown[]> => {
    const found = await call(url, "manual_find", {
      ...{ manual_id: "guide", query: word, required_terms: [word] },
    });
    const { trace_id } = found;
    // Whichever replica is asked next.
    const pages = await Promise.all(
      urls.map((url) => call(url, "manual_hits", { trace_id })),
    );
    assert.deepEqual(pages[0]?.items, pages[1]?.items);
    return pages[0]?.items as unknown[];
  };
  const answers = await Promise.all(
    Array.from({ length: CLIENTS }, (_, i) => find(urls[i % 2])),
  );
  assert.ok(answers[0]?.length);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  root.write("guide/new.md", "# New\nA gazebo.\n");
  assert.equal((await publishManuals(LAUNCH, to)).code, 0);
  for (const url of urls) {
    await until(
      PATIENCE_MS,
      "the new publication",
      async () => (await find(url, "gazebo")).length > 0,
    );
  }
  await Deno.remove(uri, { recursive: true });
});
