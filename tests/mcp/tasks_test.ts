import {
  CallToolResultV2Schema,
  CancelTaskResultV2Schema,
  CreateTaskResultV2Schema,
  GetTaskResultV2Schema,
  hasTaskServerCapabilityV2,
  UpdateTaskResultV2Schema,
  withTaskCapabilityV2,
} from "@modelcontextprotocol/ext-tasks/core/v2";
import assert from "node:assert/strict";
import { createToolSet } from "../../src/tools/mod.ts";
import { setUpBackground } from "../kit/background_setup.ts";
import { type FakeOpenAI, startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { ServerPair } from "../kit/server_pair.ts";
import { setUp, type SetupOptions } from "../kit/answer_setup.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request of the modern era from a client that declares tasks. */
function declaring(params: Record<string, string | object>) {
  return withTaskCapabilityV2(
    { ...params, _meta: META } as Parameters<typeof withTaskCapabilityV2>[0],
  );
}

function serve(api: FakeOpenAI, options: SetupOptions = {}): ServerPair {
  const { environment } = setUpBackground(api.baseUrl, options);
  return new ServerPair({
    config: () => environment.config,
    tools: createToolSet(environment),
  });
}

const CALL = { name: "answer", arguments: { query: "latest news" } };

Deno.test("a client that declares tasks gets one for a background answer, and its result by the id", async () => {
  await using api = startFakeOpenAI();
  api.next({ paused: 5 });
  const pair = serve(api);
  const discovered = await pair.ask("server/discover", { _meta: META });
  assert.ok(hasTaskServerCapabilityV2(discovered.result?.capabilities));

  const created = await pair.ask("tools/call", declaring(CALL));
  const task = CreateTaskResultV2Schema.parse(created.result);
  const id = api.created[0]?.final.id;
  assert.deepEqual([task.taskId, task.status], [id, "working"]);
  assert.deepEqual(Object.keys(created.result ?? {}).sort(), [
    "_meta",
    "createdAt",
    "lastUpdatedAt",
    "pollIntervalMs",
    "resultType",
    "status",
    "taskId",
    "ttlMs",
  ]);

  const get = async (server = pair) => {
    const params = declaring({ taskId: task.taskId });
    return GetTaskResultV2Schema.parse(
      (await server.ask("tasks/get", params)).result,
    );
  };
  const working = await get();
  assert.deepEqual([working.status, working.createdAt], [
    "working",
    task.createdAt,
  ]);
  const inputResponses = {};
  const update = declaring({ taskId: task.taskId, inputResponses });
  UpdateTaskResultV2Schema.parse(
    (await pair.ask("tasks/update", update)).result,
  );

  api.created[0]?.release();
  // Another process knows it as well: nothing is stored but the id.
  const other = serve(api);
  const done = await get(other);
  assert.equal(done.status, "completed");
  const inline = CallToolResultV2Schema.parse(
    "result" in done ? done.result : {},
  );
  const whole = await other.ask("tools/call", {
    name: "answer_result",
    arguments: { response_id: task.taskId },
    _meta: META,
  });
  assert.deepEqual(inline, whole.result);
  assert.equal(api.created.length, 1);
  await Promise.all([pair.finish(), other.finish()]);
});

Deno.test("tasks/cancel cancels at the API, and again without harm", async () => {
  await using api = startFakeOpenAI();
  api.next({ paused: 5 });
  const pair = serve(api);
  const { result } = await pair.ask("tools/call", declaring(CALL));
  const params = declaring({ taskId: String(result?.taskId) });
  for (let i = 0; i < 2; i++) {
    const cancelled = await pair.ask("tasks/cancel", params);
    CancelTaskResultV2Schema.parse(cancelled.result);
    assert.deepEqual(Object.keys(cancelled.result ?? {}).sort(), [
      "_meta",
      "resultType",
    ]);
  }
  assert.equal(api.created[0]?.view(true).status, "cancelled");
  const state = await pair.ask("tasks/get", params);
  assert.equal(GetTaskResultV2Schema.parse(state.result).status, "cancelled");
  await pair.finish();
});

Deno.test("tasks/cancel takes it well that an answer never ran in the background, and no other refusal", async () => {
  await using api = startFakeOpenAI();
  await setUp(api.baseUrl).call("answer", { query: "q" });
  const pair = serve(api);
  const params = declaring({ taskId: String(api.created[0]?.final.id) });
  const { result } = await pair.ask("tasks/cancel", params);
  CancelTaskResultV2Schema.parse(result);
  api.next({ fault: { kind: "status", status: 401 } });
  const { error } = await pair.ask("tasks/cancel", params);
  assert.match(JSON.stringify(error), /"reason":"authentication"/);
  await pair.finish();
});

Deno.test("a failed answer is a completed task with an error, or a failed one where errors are JSON-RPC's", async () => {
  for (const tool_errors of ["result", "jsonrpc"] as const) {
    await using api = startFakeOpenAI();
    const failed = { code: "invalid_prompt", message: "not this" } as const;
    api.next({ paused: 2, script: { text: "", failed } });
    const pair = serve(api, { config: { server: { tool_errors } } });
    const { result } = await pair.ask("tools/call", declaring(CALL));
    api.created[0]?.release();
    const params = declaring({ taskId: String(result?.taskId) });
    const state = await pair.ask("tasks/get", params);
    const task = GetTaskResultV2Schema.parse(state.result);
    if (tool_errors === "result") {
      assert.ok("result" in task);
      assert.equal(task.result.isError, true);
      assert.match(JSON.stringify(task.result.content), /not this/);
    } else {
      assert.ok("error" in task);
      assert.match(JSON.stringify(task.error), /not this/);
    }
    await pair.finish();
  }
});

Deno.test("nothing changes for a client that does not declare tasks, nor in the foreground", async () => {
  await using api = startFakeOpenAI();
  const pair = serve(api);
  const plain = await pair.ask("tools/call", { ...CALL, _meta: META });
  assert.equal(plain.result?.resultType, "complete");
  const legacy = await pair.ask("tools/call", CALL);
  assert.equal(legacy.result?.resultType, undefined);
  await pair.finish();

  const config = { responses: { background: "never" } } as const;
  const front = serve(api, { config });
  const answer = await front.ask("tools/call", declaring(CALL));
  assert.equal(answer.result?.resultType, "complete");
  await front.finish();
});

Deno.test("tasks are told apart by era, capability and id", async () => {
  await using api = startFakeOpenAI();
  const pair = serve(api);
  const code = async (method: string, params: Record<string, unknown>) =>
    (await pair.ask(method, params)).error?.code;
  const taskId = "resp_unknown";
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    assert.equal(await code(method, { taskId }), -32601, "legacy");
    assert.equal(await code(method, { taskId, _meta: META }), -32021);
    assert.equal(await code(method, declaring({ taskId })), -32602);
    assert.equal(await code(method, declaring({ taskId: "" })), -32602);
    assert.equal(await code(method, declaring({})), -32602);
  }
  for (const method of ["tasks/list", "tasks/result"]) {
    assert.equal(await code(method, declaring({ taskId })), -32601);
  }
  const { error } = await pair.ask("tasks/get", { taskId, _meta: META });
  assert.deepEqual(error?.data, {
    requiredCapabilities: {
      extensions: { "io.modelcontextprotocol/tasks": {} },
    },
  });
  await pair.finish();
});

Deno.test("tasks/get tells an API that is away from a task that failed", async () => {
  await using api = startFakeOpenAI();
  api.next({ paused: 5 });
  const pair = serve(api, {
    fast: true,
    config: { request: { max_retries: 0 } },
  });
  const { result } = await pair.ask("tools/call", declaring(CALL));
  api.next({ fault: { kind: "status", status: 500 } });
  const params = declaring({ taskId: String(result?.taskId) });
  const away = await pair.ask("tasks/get", params);
  assert.equal(away.error?.code, -32001);
  const back = await pair.ask("tasks/get", params);
  assert.equal(back.result?.status, "working");
  await pair.finish();
});
