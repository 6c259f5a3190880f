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
import type { OpenTarget, Target, Verdict } from "./target.ts";
import {
  type CallInput,
  callsOf,
  FIND,
  MANUALS,
  TRACE,
} from "./tools_input.ts";
import { watchFiles } from "./watched_files.ts";

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
    inputs: callsOf(definitions),
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
