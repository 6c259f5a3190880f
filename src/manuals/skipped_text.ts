import { list } from "../text/show.ts";
import type { SkippedCount } from "./library/skipped_documents.ts";

/** Documents that are not read, by how they end. */
export function skippedText(skipped: readonly SkippedCount[]): string {
  const of = (reason: SkippedCount["reason"]): string[] =>
    skipped.filter((count) => count.reason === reason)
      .map(({ ending, count }) => `${count} ${ending}`);
  const parts: string[] = [];
  const inRoot = of("in_root");
  if (inRoot.length > 0) {
    parts.push(
      `in no manual: ${
        list(inRoot, "and")
      } directly in the root: move them into a directory of it`,
    );
  }
  const others = of("other_format");
  if (others.length > 0) parts.push(`not read: ${list(others, "and")}`);
  const broken = of("undecodable");
  if (broken.length > 0) {
    parts.push(`not decodable: ${list(broken, "and")}`);
  }
  return parts.join("; ");
}
