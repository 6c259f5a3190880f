import assert from "node:assert/strict";
import { runtime } from "../../src/runtime/deno.ts";
import { ServerPair } from "../kit/server_pair.ts";
import { failed, heldTool, said, testTool } from "../kit/test_tools.ts";

Deno.test("tools/list gives the tools in order, with schemas and annotations", async () => {
  const bare = testTool("b", () => said("b"));
  const outputSchema = { type: "object", properties: {} } as const;
  const definition = { ...bare.definition, name: "a", outputSchema };
  const tools = [bare, { ...bare, definition }];
  const pair = new ServerPair({ tools: { tools } });
  const { result } = await pair.ask("tools/list");
  const [first, second] = result?.tools as Record<string, unknown>[];
  assert.deepEqual([first?.name, second?.name], ["b", "a"]);
  const keys = ["name", "title", "description", "inputSchema", "annotations"];
  assert.deepEqual(Object.keys(first ?? {}), keys);
  assert.deepEqual(second, { ...first, name: "a", outputSchema });
  assert.deepEqual(await pair.ask("tools/list"), {
    jsonrpc: "2.0",
    id: 1,
    result,
  });
  await pair.finish();
});

Deno.test("tools/call gives the text and the structured content", async () => {
  const pair = new ServerPair({
    tools: { tools: [testTool("t", () => said("hi"))] },
  });
  for (const args of [{}, null, undefined]) {
    const params = { name: "t", arguments: args };
    const { result } = await pair.ask("tools/call", params);
    assert.deepEqual(result, {
      content: [{ type: "text", text: "hi" }],
      structuredContent: { text: "hi" },
    });
  }
  await pair.finish();
});

Deno.test("tools/call tells a failure as a result without structured content", async () => {
  const tools = [testTool("t", () => failed({ reason: "x" }))];
  const pair = new ServerPair({ tools: { tools } });
  const { result } = await pair.ask("tools/call", { name: "t" });
  const body = { code: -32001, message: "test failed", data: { reason: "x" } };
  assert.deepEqual(result, {
    content: [{ type: "text", text: JSON.stringify(body) }],
    isError: true,
  });
  await pair.finish();
});

Deno.test("tools/call tells a failure as an error when configured so", async () => {
  const pair = new ServerPair({
    tools: { tools: [testTool("t", () => failed({ reason: "x" }))] },
    config: (config) => ({
      ...config,
      server: { ...config.server, tool_errors: "jsonrpc" },
    }),
  });
  const { error } = await pair.ask("tools/call", { name: "t" });
  assert.deepEqual(error, {
    code: -32001,
    message: "test failed",
    data: { reason: "x" },
  });
  await pair.finish();
});

Deno.test("tools/call knows own tool names only, and hints at those switched off", async () => {
  const off = new Map([["quiet", "add it to server.tools"]]);
  const pair = new ServerPair({ tools: { tools: [], off } });
  for (const name of ["toString", "__proto__", "constructor", "nope", ""]) {
    const { error } = await pair.ask("tools/call", { name });
    const data = { name };
    assert.deepEqual(error, { code: -32601, message: "Unknown tool", data });
  }
  const { error } = await pair.ask("tools/call", { name: "quiet" });
  assert.equal(error?.code, -32601);
  assert.equal(error?.data?.hint, "add it to server.tools");
  await pair.finish();
});

Deno.test("tools/call without a name or with arguments that are no object gets -32602", async () => {
  const pair = new ServerPair({
    tools: { tools: [testTool("t", () => said("hi"))] },
  });
  const name = "is nothing, wanted the name of a tool from tools/list";
  const bad: [Record<string, unknown> | undefined, string, string][] = [
    [undefined, "name", name],
    [{}, "name", name],
    [{ name: 5 }, "name", name.replace("nothing", "5")],
    [
      { name: "t", arguments: [] },
      "arguments",
      "is a list of 0, wanted an object",
    ],
    [{ name: "t", arguments: "x" }, "arguments", 'is "x", wanted an object'],
  ];
  for (const [params, field, problem] of bad) {
    const { error } = await pair.ask("tools/call", params);
    assert.deepEqual(error, {
      code: -32602,
      message: `Invalid params: ${field} ${problem}`,
      data: { field },
    });
  }
  await pair.finish();
});

Deno.test("tools/call checks arguments against the schema and lets the tool tell", async () => {
  let called = false;
  const tool = testTool("t", () => {
    called = true;
    return said("hi");
  }, {
    type: "object",
    properties: { n: { type: "integer", minimum: 1 } },
    required: ["n"],
    additionalProperties: false,
  });
  const pair = new ServerPair({ tools: { tools: [tool] } });
  const { result } = await pair.ask("tools/call", {
    name: "t",
    arguments: { n: 0, x: 1 },
  });
  const [content] = result?.content as { text: string }[];
  const { data } = JSON.parse(content?.text ?? "");
  assert.deepEqual(data.issues, [
    { path: ["n"], got: "0", want: "a whole number of at least 1" },
    { path: ["x"], got: 'unknown name "x"', want: "one of n", known: ["n"] },
  ]);
  assert.equal(called, false);
  await pair.finish();
});

Deno.test("a tool that throws is an internal error without its details", async () => {
  const tool = testTool("t", () => {
    throw new Error("secret detail");
  });
  const pair = new ServerPair({ tools: { tools: [tool] } });
  const { error } = await pair.ask("tools/call", { name: "t" });
  assert.deepEqual(error, { code: -32603, message: "Internal error" });
  assert.match(pair.stderr.join(""), /secret detail/);
  assert.deepEqual((await pair.ask("ping")).result, {});
  await pair.finish();
});

Deno.test("tools that cannot be loaded are an internal error, and tried again", async () => {
  let tries = 0;
  const pair = new ServerPair({
    loadTools: () =>
      ++tries === 2
        ? Promise.resolve({ tools: [] })
        : Promise.reject(new Error("cannot load")),
  });
  assert.equal((await pair.ask("tools/list")).error?.code, -32603);
  assert.match(pair.stderr.join(""), /cannot load/);
  assert.deepEqual((await pair.ask("tools/list")).result, { tools: [] });
  await pair.finish();
  assert.equal(tries, 2);
});

Deno.test("serve() ends in peace when the tools cannot be loaded or put to rest", async () => {
  const fail = (): Promise<never> => Promise.reject(new Error("no"));
  const options = [{ loadTools: fail }, { tools: { tools: [], rest: fail } }];
  for (const option of options) {
    const pair = new ServerPair({ ...option, debug: true });
    await pair.ask("tools/list");
    await pair.finish();
    assert.equal(await pair.ended, "eof");
  }
});

Deno.test("requests run in parallel and answers come in any order", async () => {
  const slow = heldTool("slow");
  const quick = testTool("quick", () => said("quick"));
  const pair = new ServerPair({ tools: { tools: [slow.tool, quick] } });
  const call = { jsonrpc: "2.0", method: "tools/call" };
  await pair.send({ ...call, id: 1, params: { name: "slow" } });
  await pair.send({ ...call, id: 2, params: { name: "quick" } });
  assert.equal((await pair.next())?.id, 2);
  slow.release();
  assert.equal((await pair.next())?.id, 1);
  await pair.finish();
});

Deno.test("progress goes to the client's token, increases, and ends with the answer", async () => {
  let late: (message: string) => void = () => undefined;
  const tool = testTool("t", (_args, { progress }) => {
    late = progress;
    progress("one");
    progress("two");
    return said("hi");
  });
  const pair = new ServerPair({ tools: { tools: [tool] } });
  const _meta = { progressToken: "tok" };
  const first = await pair.ask("tools/call", { name: "t", _meta });
  const second = await pair.next();
  const note = { jsonrpc: "2.0", method: "notifications/progress" };
  const params = { progressToken: "tok", progress: 1, message: "one" };
  assert.deepEqual([first, second], [
    { ...note, params },
    { ...note, params: { ...params, progress: 2, message: "two" } },
  ]);
  assert.equal((await pair.next())?.id, 1);
  late("three");
  assert.deepEqual(await pair.finish(), []);
});

Deno.test("no progress is sent to a client that did not ask for it", async () => {
  const tool = testTool("t", (_args, { progress }) => {
    progress("one");
    return said("hi");
  });
  const pair = new ServerPair({ tools: { tools: [tool] } });
  assert.ok((await pair.ask("tools/call", { name: "t" })).result);
  for (const progressToken of [null, true, 1.5, {}]) {
    const _meta = { progressToken };
    assert.ok((await pair.ask("tools/call", { name: "t", _meta })).result);
  }
  for (const progressToken of [0, ""]) {
    const _meta = { progressToken };
    const { params } = await pair.ask("tools/call", { name: "t", _meta });
    assert.equal(params?.progressToken, progressToken);
    await pair.next();
  }
  await pair.finish();
});

Deno.test("a call is logged by its names and sizes, never by its contents", async () => {
  const tool = testTool("t", () => said("SECRET-ANSWER"), {
    type: "object",
    properties: {
      query: { type: "string" },
      input: { type: "string" },
      n: { type: "integer" },
    },
  });
  const pair = new ServerPair({ tools: { tools: [tool] }, debug: true });
  const args = { query: "SECRET-QUERY", n: 3 };
  await pair.ask("tools/call", { name: "t", arguments: args });
  const input = "SECRET";
  await pair.ask("tools/call", { name: "t", arguments: { input } });
  const log = pair.stderr.join("");
  assert.match(
    log,
    /server: tools\/call name=t argsKeys=\[query,n\] queryLen=12/,
  );
  assert.match(log, /name=t argsKeys=\[input\] queryLen=6/);
  assert.match(log, /stdin chunk=\d+/);
  assert.match(log, /recv method=tools\/call id=1/);
  assert.match(log, /send \(line\) bytes=\d+/);
  assert.doesNotMatch(log, /SECRET/);
  await pair.finish();
});

Deno.test("a tool is told when its call came in, whatever that has waited for", async () => {
  const { clock } = runtime;
  let startedAt: number | undefined;
  let loadedAt = 0;
  const tool = testTool("timed", (_args, context) => {
    startedAt = context.startedAt;
    return said("done");
  });
  const loadTools = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    loadedAt = clock.monotonic();
    return { tools: [tool] };
  };
  const before = clock.monotonic();
  const pair = new ServerPair({ loadTools });
  await pair.ask("tools/call", { name: "timed" });
  assert.ok(startedAt !== undefined);
  assert.ok(before <= startedAt && startedAt < loadedAt);
  await pair.finish();
});
