import type { FindResult } from "../../manuals/find/finder.ts";
import type { UnscannedItem } from "../../manuals/find/hit_items.ts";
import type { HitsResult } from "../../manuals/find/hits.ts";
import type { SkippedCount } from "../../manuals/library/skipped_documents.ts";
import { skippedText } from "../../manuals/skipped_text.ts";
import { oneLine } from "../../text/plain.ts";
import { show } from "../../text/show.ts";

const MAX_NAMED = 5;

/** Tells whether it matters what no search looks into. */
export function foundTooLittle({ summary, applied }: FindResult): boolean {
  return summary.candidates === 0 || applied.required_terms_missing.length > 0;
}

/** Says that terms were not found: where time ran out, nothing is known of the rest. */
export function notFound(
  terms: readonly string[],
  unscanned: readonly UnscannedItem[] = [],
): string {
  const where = hasRunOut(unscanned)
    ? "in what was searched so far"
    : "in this manual";
  return `not ${where}: ${terms.join(", ")}`;
}

function hasRunOut(unscanned: readonly UnscannedItem[]): boolean {
  return unscanned.some(({ reason }) => reason === "time_budget");
}

/**
 * What a reader of hits should know of the search; nothing if all went well.
 *
 * @param unread Documents that no search looks into.
 */
export function noteOn(
  { applied, unscanned }: FindResult,
  unread: readonly SkippedCount[],
): string | undefined {
  const notes: string[] = [];
  const missing = applied.required_terms_missing;
  if (missing.length > 0) {
    notes.push(notFound(missing.map((term) => show(term)), unscanned?.items));
  }
  for (const { term, as } of applied.required_terms_searched_as) {
    notes.push(`searched ${show(term)} as ${show(as)}`);
  }
  if (unscanned && unscanned.total > 0) {
    notes.push(unsearched(unscanned));
  }
  if (unread.length > 0) notes.push(skippedText(unread));
  return notes.length > 0 ? oneLine(notes.join("; ")) : undefined;
}

function unsearched({ total, items }: HitsResult<UnscannedItem>): string {
  if (hasRunOut(items)) {
    const files = items.some(({ path }) => path === "")
      ? "the files are"
      : total === 1
      ? "1 file is"
      : `${total} files are`;
    return `${files} not searched yet: repeat the call, or give more budget.time_ms`;
  }
  const named = items.slice(0, MAX_NAMED)
    .map(({ path, reason }) => `${path} (${reason})`).join(", ");
  const more = total > MAX_NAMED ? ` and ${total - MAX_NAMED} more` : "";
  return `not searched: ${named}${more}`;
}
