import assert from "node:assert/strict";
import { type FakeOpenAI, startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { type MainOptions, type MainRun, runMain } from "../kit/run_main.ts";

const KEY = "sk-ask-0123456789";

function ask(
  api: FakeOpenAI,
  args: readonly string[],
  { env, ...options }: MainOptions = {},
): Promise<MainRun> {
  return runMain(["ask", ...args], {
    ...options,
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: api.baseUrl, ...env },
  });
}

Deno.test("ask prints the answer, and its response_id on stderr", async () => {
  await using api = startFakeOpenAI();
  const { code, stdout, stderr } = await ask(api, ["weather", "in", "Tokyo"]);
  assert.equal(code, 0);
  assert.match(stdout, /\n\nSources:\n- \S+ \([^\n]+\)\n/);
  assert.equal(stderr, `response_id: ${api.created[0]?.final.id}\n`);
  const [{ body } = {}] = api.requests;
  assert.match(String(body?.input), /^weather in Tokyo\b/);
});

Deno.test("ask calls the tool that it is told, with its arguments", async () => {
  await using api = startFakeOpenAI();
  const first = await ask(api, ["latest news", "--json"]);
  const { response_id } = JSON.parse(first.stdout);
  assert.equal(first.stderr, "");
  await ask(api, [
    ...["--tool", "answer_detailed", "--domains", "a.org,b.org"],
    ...["--continue", response_id, "and then?"],
  ]);
  const body = api.requests[1]?.body;
  assert.equal(body?.previous_response_id, response_id);
  assert.deepEqual(body?.reasoning, { effort: "high" });
  const [search] = body?.tools ?? [];
  assert.ok(search && "filters" in search);
  assert.deepEqual(search.filters?.allowed_domains, ["a.org", "b.org"]);
});

Deno.test("ask fails with the tool's own error", async () => {
  await using api = startFakeOpenAI({ apiKey: KEY });
  const env = { OPENAI_API_KEY: "sk-wrong-9876543210" };
  const { code, stdout, stderr } = await ask(api, ["why?"], { env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(
    stderr,
    /^openai-responses-mcp: answer failed \(authentication\): The API refused the key in OPENAI_API_KEY \(401\)[^\n]*\n$/,
  );
  const json = await ask(api, ["why?", "--json"], { env });
  assert.deepEqual([json.code, json.stderr], [1, ""]);
  const { message, data } = JSON.parse(json.stdout);
  assert.deepEqual(
    [message, data.reason],
    ["answer failed", "authentication"],
  );
});

Deno.test("ask without a key says where one goes, and asks nobody", async () => {
  await using api = startFakeOpenAI();
  const env = { OPENAI_API_KEY: "" };
  const { code, stderr } = await ask(api, ["why?"], { env });
  assert.equal(code, 1);
  assert.match(stderr, /missing_api_key.* export OPENAI_API_KEY=/);
  assert.equal(api.requests.length, 0);
});

Deno.test("ask tells how far it is on a terminal, in one line that goes away", async () => {
  await using api = startFakeOpenAI();
  const { stderr } = await ask(api, ["latest news"], { terminal: true });
  const steps = stderr.split("\r\x1b[K");
  assert.equal(steps[1], "… Asking gpt-5.2");
  assert.ok(steps.includes("… Writing the answer"), stderr);
  assert.match(steps.at(-1) ?? "", /^response_id: resp_\w+\n$/);
  const dumb = await ask(api, ["latest news"], {
    terminal: true,
    env: { TERM: "dumb" },
  });
  assert.match(dumb.stderr, /^response_id: resp_\w+\n$/);
});

Deno.test("ask takes its line away before it writes to the log", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "status", status: 400 } });
  const { stderr } = await ask(api, ["why?", "--debug"], { terminal: true });
  const lines = stderr.split("\r\x1b[K");
  assert.ok(
    lines.some((line) => /^\[[\w-]+\] openai\(client\): error /.test(line)),
  );
});

Deno.test("ask shows on a terminal nothing that steers it, and gives it to a file", async () => {
  await using api = startFakeOpenAI();
  api.always({ script: { text: "\x1b[2Jred \u202eevil\nend" } });
  const seen = await ask(api, ["why?"], { terminal: true });
  assert.equal(seen.stdout, "\\u001b[2Jred \\u202eevil\nend\n");
  const kept = await ask(api, ["why?"]);
  assert.equal(kept.stdout, "\x1b[2Jred \u202eevil\nend\n");
});

Deno.test("ask says that an answer is incomplete", async () => {
  await using api = startFakeOpenAI();
  const script = { text: "Half of", incomplete: "max_output_tokens" } as const;
  api.always({ script });
  const { code, stdout, stderr } = await ask(api, ["why?"]);
  assert.deepEqual([code, stdout], [0, "Half of\n"]);
  assert.match(stderr, /the answer is incomplete: max_output_tokens\n/);
});

Deno.test("ask waits longer than a client would, and lists what ran in the background", async () => {
  await using api = startFakeOpenAI();
  const home = await Deno.makeTempDir({ prefix: "ask-" });
  const env = {
    HOME: home,
    ORMCP_RESPONSES_BACKGROUND: "always",
    ORMCP_REQUEST_ANSWER_WITHIN_MS: "1",
  };
  try {
    const empty = await ask(api, ["--result"], { env });
    assert.deepEqual([empty.code, empty.stdout], [0, ""]);
    assert.match(empty.stderr, /no answer has run in the background yet/);

    api.next({ lastsMs: 100, paused: 1 });
    const { code, stdout } = await ask(api, ["latest news", "--json"], { env });
    const { status, response_id, answer } = JSON.parse(stdout);
    assert.deepEqual([code, status], [0, undefined]);

    const listed = await ask(api, ["--result"], { env });
    assert.match(
      listed.stdout,
      /^resp_\w+ {2}\d{4}-\d\d-\d\dT\d\d:\d\dZ {2}completed {4}answer {11}latest news\n$/,
    );
    const again = await ask(api, ["--result", response_id, "--json"], { env });
    assert.equal(JSON.parse(again.stdout).answer, answer);
    assert.equal(api.created.length, 1);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("ask that is interrupted stops asking", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "stall", events: 2 } });
  let interrupt = (): void => assert.fail("nobody listens");
  const running = ask(api, ["why?"], {
    terminal: true,
    machine: {
      onSignal(run) {
        interrupt = () => run(2);
        return () => {};
      },
    },
  });
  await api.received(1);
  interrupt();
  const { code, stdout, stderr } = await running;
  assert.deepEqual([code, stdout], [130, ""]);
  const [, last = ""] = stderr.split("\r\x1b[K").slice(-2);
  assert.match(
    last,
    /^[\w-]+: interrupted: the question may have been billed\n$/,
  );
  await api.closed(1);
});

Deno.test("ask that is interrupted twice ends at once", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "stall", events: 2 } });
  let interrupt = (): void => assert.fail("nobody listens");
  const ended: number[] = [];
  const running = ask(api, ["why?"], {
    machine: {
      onSignal(run) {
        interrupt = () => run(2);
        return () => {};
      },
      exit: (code) => ended.push(code) as never,
    },
  });
  await api.received(1);
  interrupt();
  assert.deepEqual(ended, []);
  interrupt();
  assert.deepEqual(ended, [130]);
  await running;
});

Deno.test("ask ends its answer with a line end, and with one only", async () => {
  await using api = startFakeOpenAI();
  for (const text of ["no end", "an end\n"]) {
    api.next({ script: { text } });
    const { stdout } = await ask(api, ["why?"]);
    assert.equal(stdout, `${text.trimEnd()}\n`);
  }
});

Deno.test("ask refuses a model that its tool does not use, by what would set it", async () => {
  const args = ["ask", "--model", "gpt-9", "--tool", "answer_quick", "why?"];
  const { code, stderr } = await runMain(args);
  assert.equal(code, 2);
  assert.match(stderr, /--model sets the model of answer.*set MODEL_QUICK/);
});

Deno.test("ask helps, and suggests what was probably meant", async () => {
  const help = await runMain(["ask", "--help"]);
  assert.deepEqual([help.code, help.stderr], [0, ""]);
  assert.match(help.stdout, /--domains/);
  for (const line of help.stdout.split("\n")) {
    assert.ok(line.length <= 80, line);
  }
  const { code, stderr } = await runMain(["ask", "--domian", "a.org", "why?"]);
  assert.equal(code, 2);
  assert.match(stderr, /--domian; did you mean --domains\?\nUsage: .* ask /);
});
