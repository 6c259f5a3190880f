// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Hit } from "../../hit.ts";
import { type Ranked, signalNames } from "./candidate.ts";

/** A ranked row as it leaves the engine. */
export function hitOf(row: Ranked, title: string): Hit {
  const [g0, gReq] = row.ranks;
  return {
    path: row.path,
    startLine: row.startLine,
    title,
    score: row.score,
    parts: row.parts,
    coverage: row.coverage,
    matched: row.matched.map((word, i) => ({
      word,
      count: row.matchedCounts[i]!,
    })),
    signals: signalNames(row.signals),
    ranks: {
      ...g0 && { g0 },
      ...gReq && { gReq },
      bestScore: row.bestScore,
      rrf: row.rrf,
      penalty: row.penalty,
      seat: row.seat,
    },
  };
}
