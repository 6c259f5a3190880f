import { runManuals } from "../../src/cli/manuals.ts";
import { defaultConfig } from "../../src/config/draft.ts";
import type { OpenEngine } from "../../src/manuals/find/open_finder.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Clock, Files } from "../../src/runtime/runtime.ts";

/** What a run came to. */
export interface ManualsRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a test may choose. */
export interface ManualsRunOptions {
  readonly root?: string | null;
  readonly terminal?: boolean;
  readonly cache?: string | null;
  readonly files?: Files;
  readonly clock?: Clock;
  readonly openEngine?: OpenEngine;
}

/** Runs `manuals …` with everything it writes caught. */
export async function runManualsCommand(
  args: readonly string[],
  options: ManualsRunOptions = {},
): Promise<ManualsRun> {
  const { root = null, terminal = false, cache = null } = options;
  const { files = runtime.files, clock = runtime.clock } = options;
  const config = defaultConfig();
  let out = "";
  let err = "";
  const code = await runManuals(args, {
    config: {
      ...config,
      manuals: { ...config.manuals, root, cache_dir: cache },
    },
    runtime: {
      ...runtime,
      files,
      clock,
      env: () => undefined,
      isTerminal: () => terminal,
      columns: () => 80,
      writeStdout: (text) => void (out += text),
      writeStderr: (text) => void (err += text),
    },
    ...options.openEngine && { openEngine: options.openEngine },
  });
  return { code, out, err };
}
