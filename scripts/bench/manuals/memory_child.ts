// deno-lint-ignore-file no-console -- its parent reads the line
/** Prints resident memory after some finds, and the most there was. */
import { ask, openManual } from "./synthetic_manual.ts";

const [root = "", cacheDir = "", ...queries] = Deno.args;
const finder = openManual({ root }, { cacheDir });
for (const query of queries) await finder.find(ask(query));
await finder.settled();
const { rss } = Deno.memoryUsage();
console.log(JSON.stringify([rss, peakMemory() ?? rss]));
finder.close();

/** What Linux says; elsewhere nobody knows. */
function peakMemory(): number | undefined {
  if (Deno.build.os !== "linux") return undefined;
  const status = Deno.readTextFileSync("/proc/self/status");
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kib) * 1024;
}
