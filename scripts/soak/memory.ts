import { fileURLToPath } from "node:url";
import type { Launch } from "../../tests/kit/launch.ts";
import { until } from "../../tests/kit/within.ts";

/** The memory of a process after a collection, in MiB. */
export interface Memory {
  readonly heap: number;
  /** What typed arrays hold outside the heap. */
  readonly buffers: number;
}

const PATIENCE_MS = 30_000;
const MIB = 2 ** 20;
/**
 * Lets V8 keep no more than it needs, so that RSS tells what is held; and not
 * compile a function again when it has run often, nor begin to count then: such
 * code is heap, too, and comes for as long as ever rarer ways through the
 * program are taken.
 */
export const V8: readonly string[] = [
  "--optimize-for-size",
  "--max-semi-space-size=1",
  "--no-opt",
  "--no-sparkplug",
  "--no-lazy-feedback-allocation",
  "--expose-gc",
];
const PRELOAD = new URL("preload.mjs", import.meta.url);

/** The command of a program whose memory can be measured. */
export function measurable({ name, command }: Launch): string[] {
  const flags = name === "Deno"
    ? [`--v8-flags=${V8.join()}`, `--preload=${fileURLToPath(PRELOAD)}`]
    : [...V8, `--import=${PRELOAD}`];
  return [...command.slice(0, -1), ...flags, ...command.slice(-1)];
}

/** Measures a program that was started with `SOAK_MEMORY` naming a file. */
export async function measureMemory(
  { pid }: { readonly pid: number },
  file: string,
): Promise<Memory> {
  let sizes: number[] = [];
  await Deno.writeTextFile(file, "");
  Deno.kill(pid, "SIGUSR2");
  await until(PATIENCE_MS, "the program's memory", () => {
    const text = Deno.readTextFileSync(file);
    // It may be half written.
    if (!text.endsWith("]")) return false;
    sizes = JSON.parse(text);
    return true;
  });
  const [heap = NaN, buffers = NaN] = sizes;
  return { heap: heap / MIB, buffers: buffers / MIB };
}
