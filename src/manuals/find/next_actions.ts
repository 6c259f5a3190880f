import { normalizeText } from "../search/local/tokens/fold_text.ts";
import { defaultRequiredTerms } from "../search/default_required.ts";
import type { Applied } from "./applied.ts";

/** What a caller might do next. */
export interface NextAction {
  /** The tool to call. */
  readonly type: "manual_hits" | "manual_read" | "manual_find" | "manual_scan";
  /** From 0 to 1. */
  readonly confidence: number | null;
  /** Its arguments. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

const EXHAUSTIVE =
  /網羅|漏れなく|もれなく|すべて|全て|全部|全件|包括的|一通り|\b(?:all of|every|everything|exhaustive(?:ly)?|comprehensive(?:ly)?|complete list)\b/i;

/** What the proposals depend on. */
export interface NextActionsInput {
  readonly query: string;
  readonly traceId: string;
  readonly applied: Applied;
  /** The file of the best candidate. */
  readonly topPath: string | undefined;
  /** Words that ask for everything, besides the general ones. */
  readonly exhaustiveWords: readonly string[];
}

/** Proposes the next calls, best first. */
export function nextActions(input: NextActionsInput): NextAction[] {
  const { query, traceId, applied, topPath } = input;
  const actions: NextAction[] = [];
  const exhaustive = EXHAUSTIVE.test(query) ||
    input.exhaustiveWords.some((word) => query.includes(word));
  if (exhaustive && topPath !== undefined) {
    const params = { manual_id: applied.manual_id, path: topPath };
    actions.push({ type: "manual_scan", confidence: 0.7, params });
  } else if (topPath !== undefined) {
    const params = { trace_id: traceId, kind: "integrated_top" };
    actions.push({ type: "manual_hits", confidence: 0.7, params });
  }
  const required_terms = otherTerms(query, applied);
  if (required_terms.length > 0) {
    const params = { query, manual_id: applied.manual_id, required_terms };
    actions.push({ type: "manual_find", confidence: 0.6, params });
  }
  return actions;
}

/** Terms that may do better, if those asked for did not do. */
function otherTerms(query: string, applied: Applied): string[] {
  const { requested_required_terms: requested } = applied;
  const useless = new Set(applied.required_terms_missing);
  for (const { term, dropped } of applied.required_terms_df_filtered) {
    if (dropped) useless.add(term);
  }
  // The same call again would find the same again.
  if (useless.size === 0) return [];
  const useful = (terms: readonly string[]): string[] =>
    terms.filter((term) => !useless.has(term));
  const rest = useful(requested);
  return rest.length > 0
    ? rest
    : useful(defaultRequiredTerms(query).map(normalizeText));
}
