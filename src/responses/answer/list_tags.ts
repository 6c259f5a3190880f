/**
 * The tags of HTML that models lay out lists of sources with.
 *
 * @module
 */
const TAG =
  /<\/?(?:details|summary|h[1-6]|strong|b|em|i|p|u|ul|ol|li|div|section|br)(?:\s[^<>]{0,200}|\/)?>/gi;
const ITEM_TAG = /^<li[\s>]/i;
const OPENING = /<(?:details|ul|ol|div|section)(?:\s[^<>]{0,200})?>/gi;
const CLOSING = /<\/(?:details|ul|ol|div|section)>/gi;

/** The line as long as before, with spaces for tags and `-` for an item's. */
export function maskTags(line: string): string {
  return line.replace(
    TAG,
    (tag) => (ITEM_TAG.test(tag) ? "-" : "").padEnd(tag.length),
  );
}

/** What a list is taken out of. */
interface Cut {
  /** The lines before it that stay. */
  readonly kept: string[];
  readonly start: number;
  readonly end: number;
}

/**
 * Takes off the tags around a list that is taken out, before and behind it.
 *
 * @returns where the text goes on
 */
export function withoutFrame(
  lines: readonly { readonly text: string }[],
  { kept, start, end }: Cut,
): number {
  const inside = lines.slice(start, end).map(({ text }) => text).join("\n");
  let open = countOf(inside, OPENING) - countOf(inside, CLOSING);
  let goesOn = end;
  for (let next = end;; next++) {
    while (lines[next]?.text.trim() === "") next++;
    if (!isOnly(lines[next]?.text, CLOSING)) return goesOn;
    if (open > 0) open--;
    else {
      const before = kept.findLastIndex((line) => line.trim() !== "");
      if (!isOnly(kept[before], OPENING)) return goesOn;
      kept.length = before;
    }
    goesOn = next + 1;
  }
}

function countOf(text: string, tag: RegExp): number {
  return text.match(tag)?.length ?? 0;
}

function isOnly(line: string | undefined, tag: RegExp): boolean {
  return line !== undefined && line.trim() !== "" &&
    line.replace(tag, "").trim() === "";
}
