import { compare, type Rows } from "../compare.ts";
import { interleave, summary } from "../samples.ts";
import { Fts5 } from "./fts5.ts";
import {
  ask,
  openManual,
  readSections,
  type SyntheticManual,
  time,
} from "./synthetic_manual.ts";

const OURS = "first build, ours";
const FTS5 = "first build, FTS5 porter";

/** Builds an index and drops it. */
export async function buildOnce(manual: SyntheticManual): Promise<number> {
  const finder = openManual(manual);
  const ms = await time(() => finder.find(ask("warm up")));
  await finder.close();
  return ms;
}

/** First build beside FTS5's, reading and splitting counted on both sides. */
export async function benchBuild(
  manual: SyntheticManual,
  rounds: number,
): Promise<Rows> {
  const fill = async (): Promise<number> => {
    const file = await Deno.makeTempFile();
    const ms = await time(() => new Fts5(readSections(manual), file).close());
    await Deno.remove(file);
    return ms;
  };
  const samples = await interleave(
    [OURS, FTS5],
    rounds,
    (name) => name === OURS ? buildOnce(manual) : fill(),
  );
  const size = `${manual.corpus.files.length} files, ${
    (manual.bytes / 1e6).toFixed(1)
  } MB; file cache warm`;
  const rows: Rows = new Map();
  for (const [name, values] of samples) {
    rows.set(name, { name, unit: "ms", ...summary(values), note: size });
  }
  compare(rows, OURS, FTS5, "≤ 1.2");
  return rows;
}
