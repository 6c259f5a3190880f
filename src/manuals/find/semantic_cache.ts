import type { Clock } from "../../runtime/runtime.ts";
import type { Query } from "../search/local/query/query.ts";
import type { FindSettings } from "../search/settings.ts";
import { ExpiringMap } from "./expiring_map.ts";
import type { Trace } from "./trace.ts";

/** What two searches must share to share a result. */
export interface CacheScope {
  readonly manualId: string;
  /** State of the manual, as the engine names it. */
  readonly version: string;
  readonly maxHits: number;
  readonly timeMs: number;
  readonly requiredTerms: readonly string[];
}

/** A remembered search. */
export interface CachedFind {
  readonly trace: Trace;
  /** How long the search took. */
  readonly elapsedMs: number;
}

/** A remembered search that fits, and how well. */
export interface CacheHit extends CachedFind {
  readonly mode: "exact" | "semantic";
  readonly score: number;
  /** It has more gaps than the settings allow: search again. */
  readonly guarded: boolean;
}

interface Entry extends CachedFind {
  readonly scope: string;
  readonly terms: ReadonlySet<string>;
  readonly exactTerms: string;
}

/**
 * Remembers what was found, for the same and for nearly the same question: alike
 * in words, and equal in every number and code.
 */
export class SemanticCache {
  readonly #settings: FindSettings["cache"];
  readonly #entries: ExpiringMap<Entry>;

  /** Starts empty. */
  constructor(clock: Clock, settings: FindSettings["cache"]) {
    this.#settings = settings;
    this.#entries = new ExpiringMap(clock, {
      maxKeep: settings.max_keep,
      ttlMs: settings.ttl_sec * 1000,
    });
  }

  /** The best remembered search for a query, if one is alike enough. */
  find(query: Query, scope: CacheScope): CacheHit | undefined {
    const wanted = scopeKey(scope);
    const same = this.#entries.get(`${wanted}\n${query.normalized}`);
    // In another spelling it may hold other words: `podBudget`, `podbudget`.
    if (same && isSame(same.terms, query.terms)) {
      return this.#hit(same, "exact", 1);
    }
    const exactTerms = exactTermsOf(query);
    let best: Entry | undefined;
    let bestScore = 0;
    for (const entry of this.#entries.values()) {
      if (entry.scope !== wanted || entry.exactTerms !== exactTerms) continue;
      const score = jaccard(entry.terms, query.terms);
      if (score > bestScore) [best, bestScore] = [entry, score];
    }
    return best && bestScore >= this.#settings.sim_threshold
      ? this.#hit(best, "semantic", bestScore)
      : undefined;
  }

  #hit(
    { trace, elapsedMs }: Entry,
    mode: CacheHit["mode"],
    score: number,
  ): CacheHit {
    const { max_summary_gap: most } = this.#settings;
    const guarded = most >= 0 && trace.summary.gap_count > most;
    return { trace, elapsedMs, mode, score, guarded };
  }

  /** Remembers a search. */
  add(query: Query, scope: CacheScope, found: CachedFind): void {
    const key = scopeKey(scope);
    this.#entries.set(`${key}\n${query.normalized}`, {
      ...found,
      scope: key,
      terms: new Set(query.terms.keys()),
      exactTerms: exactTermsOf(query),
    });
  }
}

function scopeKey(scope: CacheScope): string {
  const { manualId, version, maxHits, timeMs, requiredTerms } = scope;
  return JSON.stringify([manualId, version, maxHits, timeMs, requiredTerms]);
}

function exactTermsOf(query: Query): string {
  return [...query.numbers, ...query.codes].sort().join(" ");
}

function isSame(
  a: ReadonlySet<string>,
  b: ReadonlyMap<string, unknown>,
): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term));
}

/** Shared terms over all terms of two sets. */
export function jaccard(
  a: ReadonlySet<string>,
  b: ReadonlyMap<string, unknown>,
): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
