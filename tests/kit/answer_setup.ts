import { defaultConfig } from "../../src/config/draft.ts";
import type { Config } from "../../src/config/schema.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Clock, Runtime } from "../../src/runtime/runtime.ts";
import { isObject } from "../../src/schema/value.ts";
import { type Caller, STDIO_CALLER } from "../../src/tools/caller.ts";
import { createAnswerTools } from "../../src/tools/answer/answer.ts";
import { createIrisTools } from "../../src/tools/iris/iris.ts";
import { runTool } from "../../src/tools/registry.ts";
import type { ToolEnvironment, ToolOutcome } from "../../src/tools/tool.ts";
import { fastClock } from "./clocks.ts";

/** A key as OpenAI's look, so that leaks are found by eye and by test. */
export const TEST_KEY = "sk-test-0123456789abcdef";

/** A part of the configuration, at any depth. */
export type Partial<T> = T extends readonly unknown[] ? T
  : T extends object ? { [K in keyof T]?: Partial<T[K]> }
  : T;

function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = key === "model_profiles" ? value : merge(base[key], value);
  }
  return merged;
}

/** The default configuration with some keys replaced. */
export function configWith(overrides: Partial<Config> = {}): Config {
  return merge(defaultConfig(), overrides) as Config;
}

/** What a test may choose. */
export interface SetupOptions {
  readonly config?: Partial<Config>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** Shortens waits a thousandfold, without shortening the deadline. */
  readonly fast?: boolean;
  readonly debug?: boolean;
  /** With `debug`: bodies too. */
  readonly bodies?: boolean;
  readonly files?: Runtime["files"];
  readonly fetch?: Runtime["fetch"];
}

/** The answer tools as a server has them, without the server. */
export interface Setup {
  readonly environment: ToolEnvironment;
  /** What was written to stderr. */
  readonly lines: string[];
  /** Calls a tool as the registry does: arguments are validated first. */
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options?: {
      signal?: AbortSignal;
      progress?: (message: string) => void;
      caller?: Caller;
      startedAt?: number;
    },
  ): Promise<ToolOutcome>;
}

/** Makes the tools against a server at `baseUrl`. */
export function setUp(baseUrl: string, options: SetupOptions = {}): Setup {
  const lines: string[] = [];
  const env = options.env ?? { OPENAI_API_KEY: TEST_KEY };
  const machine: Runtime = {
    ...runtime,
    clock: options.fast ? fastClock(1000) : options.clock ?? runtime.clock,
    files: options.files ?? runtime.files,
    fetch: options.fetch ?? runtime.fetch,
    env: (name) => env[name],
    writeStderr: (text) => void lines.push(text),
  };
  const base = {
    openai: { base_url: baseUrl },
    ...options.fast && { request: { timeout_ms: 2 ** 31 - 1 } },
  };
  const config = configWith(
    merge(base, options.config ?? {}) as Partial<Config>,
  );
  const { debug = false, bodies = false } = options;
  const log = createLogger(machine, { debug, bodies });
  const environment = { config, runtime: machine, log };
  const tools = new Map(
    [...createAnswerTools(environment), ...createIrisTools(environment)]
      .map((tool) => [tool.definition.name, tool]),
  );
  return {
    environment,
    lines,
    async call(name, args, call = {}): Promise<ToolOutcome> {
      const tool = tools.get(name);
      if (!tool) throw new TypeError(`no tool ${name}`);
      return await runTool(tool, args, {
        signal: call.signal ?? new AbortController().signal,
        caller: call.caller ?? STDIO_CALLER,
        progress: call.progress ?? (() => {}),
        ...call.startedAt !== undefined && { startedAt: call.startedAt },
      });
    },
  };
}

/** The answer in a successful outcome. */
export function answerIn(outcome: ToolOutcome): Record<string, unknown> {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.body));
  return { ...outcome.structured };
}

/** `data` of a failed outcome. */
export function failureIn(outcome: ToolOutcome): Record<string, unknown> {
  if (outcome.ok) throw new Error(`not a failure: ${outcome.text}`);
  return { ...outcome.error.data };
}
