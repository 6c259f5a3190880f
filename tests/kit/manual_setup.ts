import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import type { OpenEngine } from "../../src/manuals/find/open_finder.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Clock, Files } from "../../src/runtime/runtime.ts";
import { type Caller, STDIO_CALLER } from "../../src/tools/caller.ts";
import { createManualTools } from "../../src/tools/manual/manual_tools.ts";
import { ManualSession } from "../../src/tools/manual/session.ts";
import { runTool } from "../../src/tools/registry.ts";
import { createFetch } from "../../src/tools/search/fetch.ts";
import { createSearch } from "../../src/tools/search/search.ts";
import type { Tool, ToolOutcome } from "../../src/tools/tool.ts";

/** What a test may choose. */
export interface ManualSetupOptions {
  readonly root: string | null;
  /** @default {{}} */
  readonly paths?: Readonly<Record<string, string>>;
  /** The calls are of the era without sessions. */
  readonly stateless?: boolean;
  /** @default {false} */
  readonly requireLs?: boolean;
  readonly scanMaxChars?: number;
  readonly files?: Files;
  readonly clock?: Clock;
  /** @default {STDIO_CALLER} */
  readonly caller?: Caller;
  readonly openEngine?: OpenEngine;
}

/** The manual tools of one server, without the server. */
export interface ManualSetup {
  readonly tools: readonly Tool[];
  /** Calls a tool as the server does: arguments are validated first. */
  call(
    name: string,
    args?: Record<string, unknown>,
    caller?: Caller,
  ): Promise<ToolOutcome>;
  /** The result of a call that must work. */
  ok(name: string, args?: Record<string, unknown>): Promise<Result>;
  /** The error body of a call that must fail. */
  fails(name: string, args?: Record<string, unknown>): Promise<Failure>;
}

// deno-lint-ignore no-explicit-any -- results are read by the tests that know them
type Result = any;

/** What a failed call says. */
export interface Failure {
  code: string;
  message: string;
  // deno-lint-ignore no-explicit-any -- details are read by the tests that know them
  details?: any;
}

/** Makes the manual tools over a root. */
export function setUpManuals(options: ManualSetupOptions): ManualSetup {
  const defaults = defaultConfig();
  const manuals = {
    ...defaults.manuals,
    root: options.root,
    paths: { ...options.paths },
    require_ls: options.requireLs ?? false,
    scan_max_chars: options.scanMaxChars ?? defaults.manuals.scan_max_chars,
  };
  const environment = {
    config: { ...defaults, manuals },
    runtime: {
      ...runtime,
      files: options.files ?? runtime.files,
      clock: options.clock ?? runtime.clock,
    },
    log: createLogger(runtime),
    ...options.openEngine && { openEngine: options.openEngine },
  };
  const session = new ManualSession(environment);
  const tools = [
    ...createManualTools(session),
    createSearch(session),
    createFetch(session),
  ];
  const call: ManualSetup["call"] = async (name, args, caller) => {
    const tool = tools.find(({ definition }) => definition.name === name);
    if (!tool) throw new Error(`No tool ${name}`);
    return await runTool(tool, args ?? {}, {
      signal: new AbortController().signal,
      caller: caller ?? options.caller ?? STDIO_CALLER,
      stateless: options.stateless ?? false,
      progress() {},
    });
  };
  return {
    tools,
    call,
    async ok(name, args) {
      const outcome = await call(name, args);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.body));
      return outcome.structured;
    },
    async fails(name, args) {
      const outcome = await call(name, args);
      if (outcome.ok) throw new Error(`${name} worked: ${outcome.text}`);
      const { code, message, details } = outcome.body;
      return { code: String(code), message: String(message), details };
    },
  };
}
