import { round } from "../../text/show.ts";

const FEW = 3;
const ENOUGH_FOR_BIAS = 5;
const BIAS = 0.8;
const READY = 0.6;

/** A light diagnosis of a search; no claim graph takes part in it. */
export interface Summary {
  /** Files that were searched. */
  readonly scanned_files: number;
  /** Sections that were searched. */
  readonly scanned_nodes: number;
  /** Sections that are returned. */
  readonly candidates: number;
  /** Largest share of the candidates that one file has. */
  readonly file_bias_ratio: number;
  /** Always 0: a search does not judge contradictions. */
  readonly conflict_count: number;
  /** How many gaps there are. */
  readonly gap_count: number;
  /** Whether this is enough to answer from. */
  readonly integration_status: "ready" | "needs_followup" | "blocked";
}

/** Something that a search should have found more of. */
export interface Gap {
  /** Its name in this search. */
  readonly gap_id: string;
  /** What is missing. */
  readonly reason: "no_candidates" | "few_candidates" | "file_bias";
  /** What is missing, in a sentence. */
  readonly detail: string;
}

/** Sums a search up: how much it found, and how one-sided. */
export function summarize(
  paths: readonly string[],
  searched: { readonly files: number; readonly sections: number },
): { summary: Summary; gaps: Gap[] } {
  const perPath = new Map<string, number>();
  for (const path of paths) perPath.set(path, (perPath.get(path) ?? 0) + 1);
  const most = Math.max(0, ...perPath.values());
  const total = paths.length;
  const bias = total > 0 ? most / total : 0;
  const gaps = gapsOf(total, bias);
  const sufficiency = Math.min(1, total / 5) * (1 - 0.2 * bias);
  const ready = sufficiency >= READY && gaps.length === 0;
  const summary: Summary = {
    scanned_files: searched.files,
    scanned_nodes: searched.sections,
    candidates: total,
    file_bias_ratio: round(bias),
    conflict_count: 0,
    gap_count: gaps.length,
    integration_status: total === 0
      ? "blocked"
      : ready
      ? "ready"
      : "needs_followup",
  };
  return { summary, gaps };
}

function gapsOf(total: number, bias: number): Gap[] {
  const gap = (reason: Gap["reason"], detail: string): Gap[] => [
    { gap_id: "gap-1", reason, detail },
  ];
  if (total === 0) return gap("no_candidates", "No section holds a query word");
  if (total < FEW) {
    return gap("few_candidates", `Only ${total} of ${FEW} sections wanted`);
  }
  if (total < ENOUGH_FOR_BIAS || bias < BIAS) return [];
  const share = Math.round(bias * 100);
  return gap("file_bias", `${share}% of the sections are of one file`);
}
