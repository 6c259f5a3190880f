import { runtime } from "../../../src/runtime/deno.ts";
import { ask, openManual, type SyntheticManual } from "./synthetic_manual.ts";

/** Which manual to search, and for what. */
export interface MemoryOptions extends Pick<SyntheticManual, "root"> {
  readonly cacheDir: string;
  readonly queries: readonly string[];
}

/** Resident memory after some finds, and the most there was, in bytes. */
export async function memoryUse(
  { root, cacheDir, queries }: MemoryOptions,
): Promise<readonly [end: number, peak: number]> {
  const finder = openManual({ root }, { cacheDir });
  for (const query of queries) await finder.find(ask(query));
  await finder.settled();
  const bytes = runtime.files.readTrustedSync("/proc/self/status");
  const status = new TextDecoder().decode(bytes);
  finder.close();
  const figure = (name: string): number => {
    const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status) ??
      [];
    return Number(kib) * 1024;
  };
  return [figure("VmRSS"), figure("VmHWM")];
}
