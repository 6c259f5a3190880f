// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { CharClasses } from "../tokens/char_class.ts";
import { tokenKind } from "../tokens/token_kind.ts";
import { invert } from "./invert.ts";
import type { LinkBuilder } from "./link_builder.ts";
import { Segment, type SegmentColumns } from "./segment.ts";
import type { StringTable } from "./string_table.ts";

type Strings = ReturnType<StringTable["pack"]>;

/** What the columns of a segment are made of: all else follows from it. */
export interface SegmentParts extends
  Pick<
    SegmentColumns,
    | "tokens"
    | "tokenStart"
    | "titleTokens"
    | "contextTokens"
    | "sectionFile"
    | "sectionLine"
    | "parts"
    | "splitFiles"
  > {
  /** The tokens, by number. */
  readonly names: readonly string[];
  readonly titles: Strings;
  readonly paths: Strings;
  readonly pages: Strings;
  readonly words: Strings;
  readonly links: LinkBuilder;
}

/** Makes a segment: sorts its tokens, and turns sections into lists. */
export function makeSegment(
  { names, titles, paths, pages, words, links, ...columns }: SegmentParts,
  classes: CharClasses,
): Segment {
  const tokenKinds = Uint8Array.from(
    names,
    (name) => tokenKind(name, classes),
  );
  const tokenColumns = {
    ...packTokens(names),
    tokenKinds,
    ...invert(columns, tokenKinds),
  };
  return new Segment({
    ...tokenColumns,
    ...links.finish(tokenColumns),
    ...columns,
    titleBytes: titles.bytes,
    titleStart: titles.starts,
    pathBytes: paths.bytes,
    pathStart: paths.starts,
    pageBytes: pages.bytes,
    pageStart: pages.starts,
    wordBytes: words.bytes,
    wordStart: words.starts,
  });
}

type TokenColumns = Pick<
  SegmentColumns,
  "tokenChars" | "charStart" | "tokenOrder"
>;

function packTokens(names: readonly string[]): TokenColumns {
  const charStart = new Uint32Array(names.length + 1);
  names.forEach((name, i) => charStart[i + 1] = charStart[i]! + name.length);
  const tokenChars = new Uint16Array(charStart[names.length]!);
  names.forEach((name, i) => {
    const start = charStart[i]!;
    for (let at = 0; at < name.length; at++) {
      tokenChars[start + at] = name.charCodeAt(at);
    }
  });
  return { tokenChars, charStart, tokenOrder: orderOf(names) };
}

function orderOf(names: readonly string[]): Uint16Array {
  const tokenOrder = new Uint16Array(names.length);
  if (names.every((name, i) => i === 0 || names[i - 1]! < name)) {
    return tokenOrder.map((_, i) => i);
  }
  const numbers = new Map(names.map((name, i) => [name, i]));
  // The default order is that of UTF-16 units, and needs no call per comparison.
  const sorted = [...names].sort();
  sorted.forEach((name, i) => tokenOrder[i] = numbers.get(name) ?? 0);
  return tokenOrder;
}
