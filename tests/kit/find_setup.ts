import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import type { FindParams } from "../../src/manuals/find/find_params.ts";
import type { Finder } from "../../src/manuals/find/finder.ts";
import { openFinder } from "../../src/manuals/find/open_finder.ts";
import type { HitKind } from "../../src/manuals/find/hit_kinds.ts";
import type { FindSettings } from "../../src/manuals/search/settings.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Clock, Files } from "../../src/runtime/runtime.ts";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { createManualTools } from "../../src/tools/manual/manual_tools.ts";
import { ManualSession } from "../../src/tools/manual/session.ts";
import { runTool } from "../../src/tools/registry.ts";
import { GUIDE } from "./guide.ts";
import { makeManualRoot } from "./manual_root.ts";

type Overrides = {
  readonly [G in keyof FindSettings]?: FindSettings[G] extends object
    ? Partial<FindSettings[G]>
    : FindSettings[G];
};

/** What a test may choose. */
export interface FindSetupOptions {
  readonly settings?: Overrides;
  readonly cacheDir?: string;
  readonly files?: Files;
  readonly clock?: Clock;
}

/** The default settings with some replaced; every find sweeps the files. */
export function findSettings(overrides: Overrides = {}): FindSettings {
  const defaults: FindSettings = { ...defaultConfig().manuals, refresh_ms: 0 };
  const merged: Record<string, unknown> = { ...defaults };
  for (const [group, value] of Object.entries(overrides)) {
    const before = merged[group];
    merged[group] = typeof before === "object" && before !== null
      ? { ...before, ...value as object }
      : value;
  }
  return merged as unknown as FindSettings;
}

/** A finder over a root, which keeps no index unless told where. */
export function setUpFinder(
  root: string,
  options: FindSetupOptions = {},
): Finder {
  return openFinder({
    runtime: {
      ...runtime,
      files: options.files ?? runtime.files,
      clock: options.clock ?? runtime.clock,
    },
    root,
    settings: findSettings(options.settings),
    ...options.cacheDir !== undefined && { cacheDir: options.cacheDir },
  });
}

/** Parameters of a find in the manual `guide`. */
export function ask(
  query: string,
  required: string | readonly string[] = query,
  more: Partial<FindParams> = {},
): FindParams {
  const required_terms = typeof required === "string" ? [required] : required;
  return { query, manual_id: "guide", required_terms, ...more };
}

// deno-lint-ignore no-explicit-any -- items are read by the tests that know them
type Items = any[];

/** All items of one kind. */
export function itemsOf(
  finder: Finder,
  trace_id: string,
  kind: HitKind = "candidates",
): Items {
  return [...finder.hits({ trace_id, kind, limit: 1000 }).items];
}

/** The paths that a find ranks, best first. */
export async function pathsFor(
  finder: Finder,
  params: FindParams,
): Promise<string[]> {
  const { trace_id } = await finder.find(params);
  return itemsOf(finder, trace_id).map(({ ref }) => ref.path);
}

// deno-lint-ignore no-explicit-any -- results are read by the tests that know them
type Result = any;

/** Calls the manual tools as the server does, with `cacheDir` for indexes. */
export function setUpFindTools(
  root: string,
  cacheDir: string,
  signal: AbortSignal = new AbortController().signal,
): (name: string, args: Record<string, unknown>) => Promise<Result> {
  const defaults = defaultConfig();
  const manuals = { ...defaults.manuals, root, cache_dir: cacheDir };
  const environment = {
    config: { ...defaults, manuals: { ...manuals, require_ls: false } },
    runtime,
    log: createLogger(runtime),
  };
  const session = new ManualSession(environment);
  const tools = createManualTools(session);
  return async (name, args) => {
    const tool = tools.find(({ definition }) => definition.name === name);
    if (!tool) throw new Error(`No tool ${name}`);
    const caller = STDIO_CALLER;
    const context = { signal, caller, progress: () => undefined };
    const outcome = await runTool(tool, args, context);
    // The directory may be gone before the index is written otherwise.
    await session.finder.use((engine) => engine.settled());
    return outcome.ok ? outcome.structured : outcome.body;
  };
}

/** Makes a file or directory look as if it was changed that long ago. */
export function age(path: string, seconds: number): void {
  const time = new Date(Date.now() - seconds * 1000);
  Deno.utimeSync(path, time, time);
}

/** Makes all below a directory look as if nobody had touched it lately. */
export function settle(path: string): void {
  for (const entry of Deno.readDirSync(path)) {
    const place = `${path}/${entry.name}`;
    if (entry.isDirectory) settle(place);
    else age(place, 100);
  }
  age(path, 100);
}

/** The code of the error that a find is refused with. */
export async function refused(params: unknown): Promise<string> {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  let code = "";
  await assert.rejects(finder.find(params as FindParams), (error: unknown) => {
    code = error instanceof Error && "code" in error ? String(error.code) : "";
    return true;
  });
  return code;
}
