import { fileURLToPath } from "node:url";
import { plainWords } from "../../eval/baselines.ts";
import { compare, type Rows } from "../compare.ts";
import { interleave, summary } from "../samples.ts";
import type { Row } from "../row.ts";
import {
  makeManual,
  MANUAL_ID,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";
import { folderEach, type Page } from "./pages.ts";

/**
 * First query of a new process with a stored index, beside ripgrep: on a manual
 * as it is, and on one of the same pages with a folder for each, where there is
 * a directory more to look at for every file.
 */
export async function benchFirstQuery(
  manual: SyntheticManual,
  pages: readonly Page[],
  rounds: number,
): Promise<Row[]> {
  await using spread = await makeManual(folderEach(pages));
  return [
    ...(await measure(manual, "", rounds)).values(),
    ...(await measure(spread, ", a folder a page", rounds)).values(),
  ];
}

async function measure(
  { root, place, queries: [query = "x"] }: SyntheticManual,
  shape: string,
  rounds: number,
): Promise<Rows> {
  const ours = `first query of a new process${shape}`;
  const ripgrep = `ripgrep over the same files${shape}`;
  const cache = await Deno.makeTempDir();
  const env = { XDG_CACHE_HOME: cache, DENO_DIR: await denoDir() };
  const main = fileURLToPath(new URL("../../../mod.ts", import.meta.url));
  const find = ["run", "-A", main, "manuals", "find", "--root", root]
    .concat(MANUAL_ID, query);
  const pattern = plainWords(query).join("|");
  const commands = new Map([
    [ours, new Deno.Command(Deno.execPath(), quiet(find, env))],
    [ripgrep, new Deno.Command("rg", quiet(["-c", "-i", pattern, place]))],
  ]);
  const subjects = await hasRipgrep() ? [ours, ripgrep] : [ours];
  const samples = await interleave(
    subjects,
    rounds,
    (name) =>
      time(async () => {
        const output = await commands.get(name)?.output();
        if (!output?.success) throw new Error(`${name}: found nothing`);
      }),
  );
  await Deno.remove(cache, { recursive: true });
  const rows: Rows = new Map();
  for (const [name, values] of samples) {
    const note = "spawn to exit, sweep included; file cache warm";
    rows.set(name, { name, unit: "ms", ...summary(values), note });
  }
  compare(rows, ours, ripgrep, "≤ 1");
  if (subjects.length < 2) {
    const note = "skipped: rg is not installed";
    rows.set(ripgrep, { name: ripgrep, value: NaN, unit: "ms", note });
  }
  return rows;
}

/** Deno's own cache, which must not move with ours. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

function quiet(
  args: string[],
  env: Record<string, string> = {},
): Deno.CommandOptions {
  return { args, env, stdin: "null", stdout: "null", stderr: "null" };
}

async function hasRipgrep(): Promise<boolean> {
  try {
    return (await new Deno.Command("rg", quiet(["--version"])).output())
      .success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
