import { show } from "../../schema/value.ts";
import { integer } from "../_params.ts";
import { ManualError } from "../errors.ts";
import { HIT_KINDS, type HitKind } from "./hit_kinds.ts";
import { fusionDebug } from "./fusion_debug.ts";
import { type TraceCandidate, traceCandidate } from "./trace_candidate.ts";
import type { Trace } from "./trace.ts";

/** Which page of what. */
export interface HitsParams {
  /** The search, as `manual_find` named it. */
  readonly trace_id: string;
  /** What to page through. */
  readonly kind?: HitKind | null;
  /** How many items to pass over. */
  readonly offset?: number | null;
  /** How many items at most. */
  readonly limit?: number | null;
}

/** A page of what a search found. */
export interface HitsResult {
  /** The search, as `manual_find` named it. */
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
  readonly items: readonly object[];
}

const TOP = 10;

/** Pages through one kind of what a search found, in full. */
export function hits(trace: Trace, params: HitsParams): HitsResult {
  const kind = params.kind ?? "candidates";
  if (!HIT_KINDS.includes(kind)) {
    throw new ManualError(
      "invalid_parameter",
      `Cannot use kind ${show(kind)}: give one of ${HIT_KINDS.join(", ")}`,
      { details: { parameter: "kind" } },
    );
  }
  const offset = integer(params.offset, "offset", { min: 0, fallback: 0 });
  const limit = integer(params.limit, "limit", { min: 1, fallback: 50 });
  const list = listOf(trace, kind);
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
interface ItemList {
  readonly total: number;
  page(start: number, end: number): object[];
}

function itemList<T>(
  items: readonly T[],
  write: (item: T) => object,
): ItemList {
  return {
    total: items.length,
    page: (start, end) => items.slice(start, end).map((item) => write(item)),
  };
}

function listOf(trace: Trace, kind: HitKind): ItemList {
  const { manual_id, sections } = trace;
  const asIs = (item: object): object => item;
  switch (kind) {
    case "candidates":
      return itemList(sections, (section) => {
        const { title: _, ...candidate } = traceCandidate(section);
        return withRef(candidate, {});
      });
    case "integrated_top":
      return itemList(
        sections.slice(0, TOP),
        (section) => withRef(traceCandidate(section), { manual_id }),
      );
    case "fusion_debug":
      return itemList(sections, ({ ranked }) => fusionDebug(ranked));
    case "unscanned":
      return itemList(trace.unscanned, (file) => ({ manual_id, ...file }));
    case "conflicts":
      return itemList([], asIs);
    case "gaps":
    case "gate_runs":
      return itemList<object>(trace[kind], asIs);
    case "claims":
    case "evidences":
    case "edges":
      return itemList<object>(trace.claim_graph?.[kind] ?? [], asIs);
  }
}

function withRef(
  { path, start_line, ...rest }: Omit<TraceCandidate, "title">,
  manual: { readonly manual_id?: string },
): object {
  return { ref: { ...manual, path, start_line }, ...rest };
}

/** The same page as the public tools give it: only what a reader needs. */
export function compactHits(result: HitsResult): HitsResult {
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
