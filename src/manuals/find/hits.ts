import { integer } from "../library/integer.ts";
import { ManualError } from "../errors.ts";
import { fusionDebug } from "./fusion_debug.ts";
import type { HitItems } from "./hit_items.ts";
import { HIT_KINDS, type HitKind } from "./hit_kinds.ts";
import type { Trace } from "./trace.ts";
import { traceCandidate } from "./trace_candidate.ts";

/** Which page of what. */
export interface HitsParams<K extends HitKind = HitKind> {
  /** The search, as its result names it. */
  readonly trace_id: string;
  /**
   * What to page through.
   * @default {"candidates"}
   */
  readonly kind?: K | null;
  /**
   * How many items to pass over.
   * @default {0}
   */
  readonly offset?: number | null;
  /**
   * How many items at most.
   * @default {50}
   */
  readonly limit?: number | null;
}

/** A page of what a search found. */
export interface HitsResult<Item = HitItems[HitKind]> {
  /** The search, as its result names it. */
  readonly trace_id: string;
  /** What is paged through. */
  readonly kind: HitKind;
  /** How many items come before the page. */
  readonly offset: number;
  /** How many items the page may have. */
  readonly limit: number;
  /** How many there are in all. */
  readonly total: number;
  /** Of all items, where they do not carry it themselves. */
  readonly manual_id?: string;
  /** The page. */
  readonly items: readonly Item[];
}

const TOP = 10;

/** Pages through one kind of what a search found, in full. */
export function hits<K extends HitKind = "candidates">(
  trace: Trace,
  params: HitsParams<K>,
): HitsResult<HitItems[K]> {
  const kind: HitKind = params.kind ?? "candidates";
  if (!HIT_KINDS.includes(kind)) {
    throw new ManualError({
      kind: "choice",
      parameter: "kind",
      value: kind,
      choices: HIT_KINDS,
    });
  }
  const offset = integer(params.offset, "offset", { min: 0, fallback: 0 });
  const limit = integer(params.limit, "limit", { min: 1, fallback: 50 });
  const list = LISTS[kind as K](trace);
  return {
    trace_id: trace.trace_id,
    kind,
    offset,
    limit,
    total: list.total,
    ...kind === "candidates" && { manual_id: trace.manual_id },
    items: list.page(offset, offset + limit),
  };
}

/** Items that are written out when their page is asked for. */
interface ItemList<Item> {
  readonly total: number;
  page(start: number, end: number): Item[];
}

function written<T, Item>(
  found: readonly T[],
  write: (found: T) => Item,
): ItemList<Item> {
  return {
    total: found.length,
    page: (start, end) => found.slice(start, end).map((one) => write(one)),
  };
}

function asIs<Item>(found: readonly Item[] = []): ItemList<Item> {
  return {
    total: found.length,
    page: (start, end) => found.slice(start, end),
  };
}

const LISTS: { [K in HitKind]: (trace: Trace) => ItemList<HitItems[K]> } = {
  candidates: ({ sections }) =>
    written(sections, (section) => {
      const { path, start_line, title: _, ...score } = traceCandidate(section);
      return { ref: { path, start_line }, ...score };
    }),
  integrated_top: ({ sections, manual_id }) =>
    written(sections.slice(0, TOP), (section) => {
      const { path, start_line, ...rest } = traceCandidate(section);
      return { ref: { manual_id, path, start_line }, ...rest };
    }),
  fusion_debug: ({ sections }) =>
    written(sections, ({ ranked }) => fusionDebug(ranked)),
  unscanned: ({ unscanned, manual_id }) =>
    written(unscanned, (file) => ({ manual_id, ...file })),
  conflicts: () => asIs(),
  gaps: ({ gaps }) => asIs(gaps),
  gate_runs: ({ gate_runs }) => asIs(gate_runs),
  claims: ({ claim_graph }) => asIs(claim_graph?.claims),
  evidences: ({ claim_graph }) => asIs(claim_graph?.evidences),
  edges: ({ claim_graph }) => asIs(claim_graph?.edges),
};

/** The same page as the public tools give it: only what a reader needs. */
export function compactHits(result: HitsResult): HitsResult<object> {
  if (result.kind !== "candidates" && result.kind !== "integrated_top") {
    return result;
  }
  const keep = ["ref", "title", "score", "matched_tokens"];
  const items = result.items.map((item) =>
    Object.fromEntries(
      Object.entries(item).filter(([name]) => keep.includes(name)),
    )
  );
  return { ...result, items };
}
