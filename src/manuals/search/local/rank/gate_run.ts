import type { Clock } from "../../../../runtime/runtime.ts";
import { round } from "../../../../text/show.ts";
import type { GateRun } from "../../engine.ts";
import type { Candidate } from "./candidate.ts";

/** Makes one ranking, and tells what it was and how long it took. */
export function timedRun(
  clock: Clock,
  rank: () => readonly Candidate[],
  { gate, pass, terms, weight }: Omit<GateRun, "candidates" | "elapsedMs">,
): { candidates: readonly Candidate[]; run: GateRun } {
  const started = clock.monotonic();
  const found = rank();
  const elapsedMs = round(clock.monotonic() - started);
  const candidates = found.length;
  return {
    candidates: found,
    run: { gate, pass, terms, candidates, weight, elapsedMs },
  };
}
