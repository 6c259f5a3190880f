import assert from "node:assert/strict";
import { VERSION } from "../../src/version.ts";
import { ServerPair } from "../kit/server_pair.ts";
import { said, testTool } from "../kit/test_tools.ts";

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const SERVER_INFO = {
  "io.modelcontextprotocol/serverInfo": {
    name: "openai-responses-mcp",
    version: VERSION,
  },
};

Deno.test("initialize echoes the legacy revisions and answers 2025-06-18 to others", async () => {
  const pair = new ServerPair();
  const known = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
  for (const protocolVersion of known) {
    const { result } = await pair.ask("initialize", { protocolVersion });
    assert.equal(result?.protocolVersion, protocolVersion);
  }
  for (const protocolVersion of ["2026-07-28", "1999-01-01", 5, undefined]) {
    const { result } = await pair.ask("initialize", { protocolVersion });
    assert.equal(result?.protocolVersion, "2025-06-18");
  }
  await pair.finish();
});

Deno.test("initialize tells who the server is and what it can do", async () => {
  const pair = new ServerPair();
  const { result } = await pair.ask("initialize", {
    protocolVersion: "2025-06-18",
  });
  assert.deepEqual(result?.capabilities, { tools: {} });
  assert.deepEqual(result?.serverInfo, {
    name: "openai-responses-mcp",
    version: VERSION,
  });
  const instructions = String(result?.instructions);
  assert.ok(instructions.length > 0 && instructions.length <= 2048);
  await pair.finish();
});

Deno.test("initialize tells of the groups of tools that are on, and of no other", async () => {
  type Groups = ("answer" | "iris" | "manual")[];
  async function instructions(tools: Groups, root: string | null) {
    const pair = new ServerPair({
      config: (config) => ({
        ...config,
        server: { ...config.server, tools },
        manuals: { ...config.manuals, root },
      }),
    });
    const { result } = await pair.ask("initialize");
    await pair.finish();
    return String(result?.instructions).match(/\b(?:answer|iris|manual_ls)\b/g)
      ?.filter((name, at, all) => all.indexOf(name) === at);
  }
  assert.deepEqual(await instructions(["answer", "manual"], null), ["answer"]);
  assert.deepEqual(await instructions(["iris"], "/m"), ["iris"]);
  assert.deepEqual(await instructions(["manual"], "/m"), ["manual_ls"]);
});

Deno.test("an unknown method before initialize is answered, and initialize works after it", async () => {
  const pair = new ServerPair();
  assert.equal((await pair.ask("resources/list")).error?.code, -32601);
  assert.equal((await pair.ask("subscriptions/listen")).error?.code, -32601);
  const { result } = await pair.ask("initialize", {
    protocolVersion: "2025-11-25",
  });
  assert.equal(result?.protocolVersion, "2025-11-25");
  await pair.finish();
});

Deno.test("server/discover is answered with and without _meta", async () => {
  const pair = new ServerPair();
  for (const params of [undefined, { _meta: MODERN }]) {
    const { result } = await pair.ask("server/discover", params);
    assert.deepEqual(result?.supportedVersions, ["2026-07-28"]);
    const extensions = { "io.modelcontextprotocol/tasks": {} };
    assert.deepEqual(result?.capabilities, { tools: {}, extensions });
    assert.equal(result?.resultType, "complete");
    assert.equal(result?.ttlMs, 3600000);
    assert.equal(result?.cacheScope, "private");
    assert.deepEqual(result?._meta, SERVER_INFO);
    assert.equal(typeof result?.instructions, "string");
  }
  await pair.finish();
});

Deno.test("a modern request needs no initialize and gets the modern members", async () => {
  const tools = { tools: [testTool("t", () => said("hi"))] };
  const pair = new ServerPair({ tools });
  const list = await pair.ask("tools/list", { _meta: MODERN });
  assert.equal(list.result?.resultType, "complete");
  assert.equal(list.result?.ttlMs, 3600000);
  assert.deepEqual(list.result?._meta, SERVER_INFO);
  const call = await pair.ask("tools/call", { name: "t", _meta: MODERN });
  assert.equal(call.result?.resultType, "complete");
  assert.equal(call.result?.ttlMs, undefined);
  assert.deepEqual(call.result?.structuredContent, { text: "hi" });
  await pair.finish();
});

Deno.test("a legacy request gets none of the modern members", async () => {
  const tools = { tools: [testTool("t", () => said("hi"))] };
  const pair = new ServerPair({ tools });
  const modern = await pair.ask("tools/list", { _meta: MODERN });
  assert.ok(modern.result && "resultType" in modern.result);
  const list = await pair.ask("tools/list", { _meta: { progressToken: 1 } });
  assert.deepEqual(Object.keys(list.result ?? {}), ["tools"]);
  const call = await pair.ask("tools/call", { name: "t" });
  const keys = Object.keys(call.result ?? {});
  assert.deepEqual(keys, ["content", "structuredContent"]);
  await pair.finish();
});

Deno.test("a modern revision that is not spoken gets -32022 with what is", async () => {
  const pair = new ServerPair();
  for (const method of ["tools/list", "tools/call", "server/discover"]) {
    const { error } = await pair.ask(method, {
      _meta: {
        ...MODERN,
        "io.modelcontextprotocol/protocolVersion": "2030-01-01",
      },
    });
    assert.equal(error?.code, -32022);
    assert.deepEqual(error?.data, {
      supported: ["2026-07-28"],
      requested: "2030-01-01",
    });
  }
  await pair.finish();
});

Deno.test("a modern request without the required _meta gets -32602 naming the field", async () => {
  const pair = new ServerPair();
  const version = "io.modelcontextprotocol/protocolVersion";
  const capabilities = "io.modelcontextprotocol/clientCapabilities";
  for (
    const _meta of [
      { [version]: "2026-07-28" },
      { [version]: "2026-07-28", [capabilities]: true },
      { [version]: 5 },
    ]
  ) {
    const { error } = await pair.ask("tools/list", { _meta });
    assert.equal(error?.code, -32602);
    assert.match(
      String(error?.data?.field),
      /^_meta\.io\.modelcontextprotocol/,
    );
  }
  await pair.finish();
});

Deno.test("a batch is answered as one array under 2025-03-26, cancelled and silent members left out", async () => {
  const pair = new ServerPair();
  await pair.ask("initialize", { protocolVersion: "2025-03-26" });
  await pair.send([
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "nope" },
    5,
  ]);
  const answers = await pair.next() as unknown as { id: unknown }[];
  assert.deepEqual(answers.map((a) => a.id), [1, 2, null]);
  await pair.send([]);
  const empty = await pair.next();
  assert.equal(empty?.error?.message, "Invalid request: an empty batch");
  await pair.send([{ jsonrpc: "2.0", method: "notifications/initialized" }]);
  assert.deepEqual((await pair.ask("ping")).result, {});
  await pair.ask("initialize", { protocolVersion: "2025-06-18" });
  await pair.send([{ jsonrpc: "2.0", id: 1, method: "ping" }]);
  const refused = (await pair.next())?.error;
  assert.equal(refused?.code, -32600);
  assert.match(refused?.message ?? "", /which only .* 2025-03-26 has$/);
  await pair.finish();
});

Deno.test("the modern era has no handshake and no ping", async () => {
  const pair = new ServerPair();
  for (const method of ["initialize", "ping"]) {
    const { error } = await pair.ask(method, { _meta: MODERN });
    assert.equal(error?.code, -32601);
  }
  // Half a modern request is none.
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const { result } = await pair.ask("initialize", { _meta });
  assert.equal(result?.protocolVersion, "2025-06-18");
  assert.deepEqual((await pair.ask("ping")).result, {});
  await pair.finish();
});
