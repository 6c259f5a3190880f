import assert from "node:assert/strict";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { isObject } from "../../src/schema/value.ts";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { createToolSet } from "../../src/tools/mod.ts";
import { runTool, ToolRegistry } from "../../src/tools/registry.ts";
import type { ToolOutcome } from "../../src/tools/tool.ts";
import { configWith } from "../../tests/kit/answer_setup.ts";
import { comparable } from "../../tests/kit/comparable.ts";
import { lancePartsOrWhy } from "../../tests/kit/lance_parts.ts";
import { makeManualRoot } from "../../tests/kit/manual_root.ts";
import { runManualsCommand } from "../../tests/kit/run_manuals.ts";
import type { OpenTarget, Target, Verdict } from "./target.ts";
import {
  type CallInput,
  callsOf,
  FIND,
  MANUALS,
  TRACE,
} from "./tools_input.ts";

/**
 * Manuals in the shared store, asked anything that the files themselves are
 * asked: the same results, and the same failures.
 */
export const publishedTarget: Target<CallInput> = {
  name: "published",
  unit: "calls",
  open: openPublished,
};

type Manuals = NonNullable<Parameters<typeof configWith>[0]>["manuals"];

/** The tools of a server over some manuals. */
interface Server {
  readonly registry: ToolRegistry;
  call(name: string, args: Record<string, unknown>): Promise<ToolOutcome>;
  close(): void;
}

function serve(manuals: Manuals): Server {
  const config = configWith({
    server: { tools: ["manual", "connector"] },
    manuals: { ...manuals, require_ls: false },
  });
  // How far a search gets in its time is nothing that can be compared.
  const clock = {
    ...runtime.clock,
    monotonic: () => 0,
    after: () => () => undefined,
  };
  const machine = { ...runtime, clock, writeStderr: () => undefined };
  const log = createLogger(machine);
  const set = createToolSet({ config, runtime: machine, log });
  const registry = new ToolRegistry(set);
  const call = async (
    name: string,
    args: Record<string, unknown>,
  ): Promise<ToolOutcome> => {
    const tool = registry.get(name);
    assert.ok(tool, name);
    const { signal } = new AbortController();
    const context = { signal, caller: STDIO_CALLER, progress: () => undefined };
    return await runTool(tool, args, context);
  };
  return { registry, call, close: () => set.rest?.() };
}

/** A call as a client makes it: a trace is that of a search just before. */
async function ask(
  server: Server,
  { tool, args }: CallInput,
): Promise<ToolOutcome> {
  assert.ok(isObject(args));
  if (args.trace_id !== TRACE) return await server.call(tool, { ...args });
  const found = await server.call("manual_find", FIND);
  const trace_id = found.ok && found.structured?.trace_id;
  return await server.call(tool, { ...args, trace_id });
}

/** Without a word every section is as good, and which are given is chance. */
function asksForNothing({ args }: CallInput): boolean {
  if (!isObject(args)) return false;
  const { query, required_terms } = args;
  return [query, required_terms].flat()
    .some((text) => typeof text === "string" && !/[\p{L}\p{N}]/u.test(text));
}

/** A directory has hidden names, and some that are no text; a store has none. */
function namesNoFile({ args }: CallInput): boolean {
  return /\ufffd|["/\\]\.(?!\.)/.test(JSON.stringify(args));
}

/** What a client gets, without what differs between two calls of the same. */
function shown(outcome: ToolOutcome): string {
  const { structured } = { structured: undefined, ...outcome };
  return JSON.stringify(comparable(structured ?? outcome));
}

async function openPublished(): Promise<OpenTarget<CallInput> | string> {
  const parts = await lancePartsOrWhy();
  if (typeof parts === "string") return parts;
  const root = makeManualRoot(MANUALS);
  const store = makeManualRoot();
  const { packageDir: package_dir } = parts;
  const { code, err } = await runManualsCommand(
    ["publish", "--to", store.path, "--package-dir", package_dir],
    { root: root.path },
  );
  assert.equal(code, 0, err);
  const engine = { kind: "lancedb", uri: store.path, package_dir } as const;
  const local = serve({ root: root.path });
  const shared = serve({ engine });

  async function check(input: CallInput): Promise<Verdict> {
    if (asksForNothing(input) || namesNoFile(input)) return { units: 0 };
    const [wanted, got] = await Promise.all(
      [local, shared].map(async (server) => shown(await ask(server, input))),
    );
    const problem = wanted === got ? undefined : `${got} instead of ${wanted}`;
    return { units: 1, problem };
  }

  return {
    inputs: callsOf(local.registry.definitions),
    check,
    [Symbol.asyncDispose](): Promise<void> {
      local.close();
      shared.close();
      root[Symbol.dispose]();
      store[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}
