import { fileURLToPath } from "node:url";
import { canRun } from "../../../tests/kit/launch.ts";
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
import { folderEach, madePages, type Page } from "./pages.ts";

/** Below so many files a first query may take longer than ripgrep. */
const MANY_FILES = 10_000;
const GRACE_MS = 150;

/** How often to ask, and how the program is started on Node. */
export interface FirstQueryOptions {
  readonly rounds: number;
  readonly onNode: readonly string[] | undefined;
  /** Of the small manual. */
  readonly fewFiles: number;
}

/**
 * First query of a new process with a stored index, beside ripgrep: on a manual
 * as it is, on one of the same pages with a folder for each, where there is a
 * directory more to look at for every file, and on a small one.
 */
export async function benchFirstQuery(
  manual: SyntheticManual,
  pages: readonly Page[],
  options: FirstQueryOptions,
): Promise<Row[]> {
  await using spread = await makeManual(folderEach(pages));
  const { fewFiles } = options;
  await using small = await makeManual(madePages(fewFiles));
  const few = `, ${fewFiles.toLocaleString("en")} files`;
  return [
    ...(await measure(manual, "", options)).values(),
    ...(await measure(spread, ", a folder a page", options)).values(),
    ...(await measure(small, few, options)).values(),
  ];
}

async function measure(
  { root, place, corpus, queries: [query = "x"] }: SyntheticManual,
  shape: string,
  { rounds, onNode }: FirstQueryOptions,
): Promise<Rows> {
  const ours = `first query of a new process${shape}`;
  const oursNode = `${ours}, node`;
  const ripgrep = `ripgrep over the same files${shape}`;
  const cache = await Deno.makeTempDir();
  const env = { XDG_CACHE_HOME: cache, DENO_DIR: await denoDir() };
  const main = fileURLToPath(new URL("../../../mod.ts", import.meta.url));
  const find = ["manuals", "find", "--root", root, MANUAL_ID, query];
  const pattern = plainWords(query).join("|");
  const commands = new Map([[
    ours,
    command([Deno.execPath(), "run", "-A", main, ...find], env),
  ]]);
  if (onNode) commands.set(oursNode, command([...onNode, ...find], env));
  if (await canRun("rg")) {
    commands.set(ripgrep, command(["rg", "-c", "-i", pattern, place]));
  }
  const samples = await interleave(
    [...commands.keys()],
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
  const theirs = rows.get(ripgrep);
  if (!theirs) {
    const note = "skipped: rg is not installed";
    rows.set(ripgrep, { name: ripgrep, value: NaN, unit: "ms", note });
    return rows;
  }
  let allowed = ripgrep;
  if (corpus.files.length < MANY_FILES) {
    allowed = `${ripgrep}, and ${GRACE_MS} ms`;
    const value = theirs.value + GRACE_MS;
    rows.set(allowed, { name: allowed, value, unit: "ms" });
  }
  for (const name of [ours, oursNode]) compare(rows, name, allowed, "≤ 1");
  return rows;
}

/** Deno's own cache, which must not move with ours. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

function command(
  [program = "", ...args]: readonly string[],
  env: Record<string, string> = {},
): Deno.Command {
  return new Deno.Command(program, {
    args,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  });
}
