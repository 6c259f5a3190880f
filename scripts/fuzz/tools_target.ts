import fc from "fast-check";
import { runtime } from "../../src/runtime/deno.ts";
import { createLogger } from "../../src/log.ts";
import { REASONS } from "../../src/responses/responses_error.ts";
import { validate } from "../../src/schema/validate.ts";
import { isObject } from "../../src/schema/value.ts";
import { createToolSet } from "../../src/tools/mod.ts";
import { runTool, ToolRegistry } from "../../src/tools/registry.ts";
import type {
  ToolDefinition,
  ToolFailure,
  ToolOutcome,
  ToolSuccess,
} from "../../src/tools/tool.ts";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { configWith, TEST_KEY } from "../../tests/kit/answer_setup.ts";
import { makeManualRoot } from "../../tests/kit/manual_root.ts";
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { changedJson } from "./changes.ts";
import { fromSchema, type Pools } from "./from_schema.ts";
import type { OpenTarget, Target, Verdict } from "./target.ts";
import { watchFiles } from "./watched_files.ts";

/** A call of a tool. */
export interface CallInput {
  readonly tool: string;
  readonly args: unknown;
}

const MANUALS = {
  "guide/index.md":
    "---\ntitle: Guide\n---\npreamble\n\n# One\ntext 1\n## Two\n",
  "guide/sub/日本語.md": "# 返品\n\n返品は30日以内です。\n\n送料\n----\n無料\n",
  "guide/data.json": '{"limits":{"max":30}}',
  "guide/bad.md": new Uint8Array([0x23, 0x20, 0xff, 0xfe]),
  "other/a.md": "# Alpha\r\n\r\nReturns within 30 days.\r\n",
};

const TEXTS: readonly string[] = [
  "guide",
  "other",
  "manuals",
  "index.md",
  "sub",
  "sub/日本語.md",
  "data.json",
  "bad.md",
  "返品",
  "returns 30 days",
  "What is new in Deno 2?",
  "example.com",
  "https://www.example.com/a",
  "resp_000000000000000000000001",
  "dir::guide::c3Vi",
  "file::guide::aW5kZXgubWQ",
  "file::guide::Li4vLi4vZXRjL3Bhc3N3ZA",
  "../other/a.md",
  "0",
];

/** Stands for the trace of a search that is made just before. */
const TRACE = "the last trace";

const POOLS: Pools = {
  trace_id: [TRACE],
  manual_id: ["guide", "other"],
  path: ["index.md", "sub/日本語.md", "data.json", "a.md"],
  path_prefix: ["sub", "index.md"],
  id: ["guide", "dir::guide::c3Vi"],
  query: ["返品", "returns 30 days", "What is new in Deno 2?"],
  input: ["What is new in Deno 2?"],
  required_terms: ["返品", "returns"],
  domains: ["example.com", "https://www.example.com/a"],
};

const FIND = { manual_id: "guide", query: "返品", required_terms: ["返品"] };

const MANUAL_CODES = [
  "invalid_parameter",
  "invalid_path",
  "out_of_scope",
  "needs_narrow_scope",
  "not_found",
  "forbidden",
  "invalid_scope",
];

/**
 * Every tool with arguments made from its own schema, then changed: a result
 * that fits the output schema or a failure in the shape of its group; nothing
 * is thrown, no key shown, no file outside the manuals and the cache touched.
 */
export const toolsTarget: Target<CallInput> = {
  name: "tools",
  unit: "calls",
  open: openTools,
};

function openTools(): OpenTarget<CallInput> {
  const root = makeManualRoot(MANUALS);
  const cache = makeManualRoot();
  const api = startFakeOpenAI();
  const watched = watchFiles(runtime.files, [root.path, cache.path]);
  const lines: string[] = [];
  const machine = {
    ...runtime,
    files: watched.files,
    env: (name: string) => name === "OPENAI_API_KEY" ? TEST_KEY : undefined,
    writeStderr: (text: string) => void lines.push(text),
  };
  const set = createToolSet({
    config: configWith({
      openai: { base_url: api.baseUrl },
      request: { max_retries: 0, timeout_ms: 10_000 },
      server: { tools: ["answer", "iris", "manual", "connector"] },
      manuals: { root: root.path, cache_dir: cache.path, require_ls: false },
    }),
    runtime: machine,
    log: createLogger(machine, { debug: true, secrets: [TEST_KEY] }),
  });
  const registry = new ToolRegistry(set);
  const definitions = registry.definitions;

  async function call(
    name: string,
    args: Record<string, unknown>,
  ): Promise<ToolOutcome | undefined> {
    const tool = registry.get(name);
    const signal = new AbortController().signal;
    const context = { signal, caller: STDIO_CALLER, progress: () => undefined };
    return tool && await runTool(tool, args, context);
  }

  async function withTrace(
    args: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    if (args.trace_id !== TRACE) return args;
    const found = await call("manual_find", FIND);
    return { ...args, trace_id: found?.ok && found.structured?.trace_id };
  }

  async function check({ tool: name, args }: CallInput): Promise<Verdict> {
    const tool = registry.get(name);
    if (!tool || !isObject(args)) return { units: 0 };
    watched.outside.length = 0;
    lines.length = 0;
    const outcome = await call(name, await withTrace(args));
    if (!outcome) return { units: 0 };
    const problem = outcome.ok
      ? successProblem(outcome, tool.definition)
      : failureProblem(outcome, tool.definition);
    const [outside] = watched.outside;
    const shown = JSON.stringify(outcome) + lines.join("");
    return {
      units: 1,
      problem: problem ??
        (outside === undefined ? undefined : `touches ${outside}`) ??
        (shown.includes(TEST_KEY) ? `shows the key: ${shown}` : undefined),
    };
  }

  return {
    inputs: fc.oneof(...definitions.map(({ name, inputSchema }) =>
      fc.record({
        tool: fc.constant(name),
        args: changedJson(fromSchema(inputSchema, TEXTS, POOLS))
          .map((args) => isObject(args) ? args : { query: args }),
      })
    )),
    check,
    async [Symbol.asyncDispose](): Promise<void> {
      set.rest?.();
      await api[Symbol.asyncDispose]();
      root[Symbol.dispose]();
      cache[Symbol.dispose]();
    },
  };
}

function successProblem(
  { text, structured }: ToolSuccess,
  { outputSchema, group }: ToolDefinition,
): string | undefined {
  if (text === "") return "an empty success";
  if (!outputSchema) return undefined;
  const checked = validate(outputSchema, structured);
  if (!checked.ok) return `not the output: ${JSON.stringify(checked.issues)}`;
  if (JSON.stringify(structured) !== text) return "text is not the result";
  if (group === "answer" && structured?.answer === "") return "no answer";
  return undefined;
}

function failureProblem(
  { body, error }: ToolFailure,
  { group }: ToolDefinition,
): string | undefined {
  const text = JSON.stringify({ body, error });
  if (error.code !== -32001 || !/^\w+ failed$/.test(error.message)) {
    return `not an error object: ${text}`;
  }
  const known = group === "manual" || group === "connector"
    ? MANUAL_CODES.includes(String(body.code))
    : (REASONS as readonly unknown[]).includes(error.data.reason);
  if (!known) return `no known code: ${text}`;
  const message = group === "manual" ? body.message : error.data.message;
  if (typeof message !== "string" || message.trim() === "") {
    return `no message: ${text}`;
  }
  if (group !== "manual" && message.length > 400) return `too long: ${text}`;
  return text.length > 20_000 ? `a failure of ${text.length}` : undefined;
}
