import { integer } from "../library/arguments.ts";
import { ManualError } from "../errors.ts";
import {
  fusionDebug,
  gateRunItem,
  hitItem,
  type HitItems,
  topHitItem,
} from "./hit_items.ts";
import { HIT_KINDS, type HitKind } from "./hit_kinds.ts";
import type { Trace } from "./trace.ts";

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
    trace_id: trace.traceId,
    kind,
    offset,
    limit,
    total: list.total,
    ...kind === "candidates" && { manual_id: trace.manualId },
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
  candidates: ({ hits }) => written(hits, hitItem),
  integrated_top: ({ hits, manualId }) =>
    written(hits.slice(0, TOP), (hit) => topHitItem(hit, manualId)),
  fusion_debug: ({ hits }) => written(hits, fusionDebug),
  unscanned: ({ unscanned, manualId }) =>
    written(unscanned, (file) => ({ manual_id: manualId, ...file })),
  conflicts: () => asIs(),
  gaps: ({ gaps }) => asIs(gaps),
  gate_runs: ({ runs }) => written(runs, gateRunItem),
  claims: ({ claimGraph }) => asIs(claimGraph?.claims),
  evidences: ({ claimGraph }) => asIs(claimGraph?.evidences),
  edges: ({ claimGraph }) => asIs(claimGraph?.edges),
};
