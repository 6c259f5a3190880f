// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * Links of files one by one, so that each can be found and replaced by itself,
 * and a segment that holds nothing but some of them.
 *
 * @module
 */
import { restoreHalves } from "../../../../text/utf16_halves.ts";
import type { CharClasses } from "../tokens/char_class.ts";
import { LinkBuilder, placeOf } from "./link_builder.ts";
import { makeSegment } from "./make_segment.ts";
import type { Segment } from "./segment.ts";
import { packStrings } from "./string_table.ts";
import { TokenWriter } from "./token_writer.ts";

/** A link. */
export interface FileLink {
  /** The file that it stands in. */
  readonly path: string;
  /** Where it leads: see `link_place.ts`. */
  readonly place: string;
  /** What it says: its tokens in UTF-8 (`escapeHalves`), one a line. */
  readonly tokens: Uint8Array;
}

/** A link with the terms by which another engine may find it. */
export interface WrittenLink extends FileLink {
  readonly terms: Uint8Array;
}

/** The links of some segments, each of a file once. */
export function* linksOf(segments: readonly Segment[]): Generator<WrittenLink> {
  for (const segment of segments) {
    const { linkFile, linkPlace, linkStart, linkTokens } = segment.columns;
    if (linkFile.length === 0) continue;
    const writer = new TokenWriter(segment);
    const decoder = new TextDecoder();
    let file = -1;
    let seen = new Set<string>();
    for (let link = 0; link < linkFile.length; link++) {
      if (linkFile[link] !== file) seen = new Set();
      file = linkFile[link]!;
      const start = linkStart[link]!;
      const end = linkStart[link + 1]!;
      for (let at = start; at < end; at++) writer.addLine(linkTokens[at]!);
      const tokens = writer.take();
      const key = `${linkPlace[link]} ${decoder.decode(tokens)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      writer.addTerms(linkTokens, start, end);
      const place = placeOf(segment.columns, linkPlace[link]!);
      const path = segment.path(file);
      yield { path, place, tokens, terms: writer.take() };
    }
  }
}

/** A segment without sections, with links that were found elsewhere. */
export function linkSegment(
  found: readonly FileLink[],
  classes: CharClasses,
): Segment {
  const links = new LinkBuilder();
  const numbers = new Map<string, number>();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const paths = [...new Set(found.map(({ path }) => path))].sort();
  paths.forEach((path, file) => {
    links.addFile(path);
    for (const link of found) {
      if (link.path !== path) continue;
      links.add(file, link.place, (buffer) => {
        const names = restoreHalves(decoder.decode(link.tokens)).split("\n");
        for (const name of names) {
          if (!numbers.has(name)) numbers.set(name, numbers.size);
          buffer.push(numbers.get(name) ?? 0);
        }
      });
    }
  });
  return makeSegment({
    names: [...numbers.keys()],
    tokens: new Uint16Array(),
    tokenStart: new Uint32Array(1),
    titleTokens: new Uint8Array(),
    contextTokens: new Uint8Array(),
    sectionFile: new Uint16Array(),
    sectionLine: new Uint32Array(),
    parts: new Uint16Array(),
    splitFiles: new Uint16Array(),
    titles: packStrings([]),
    paths: packStrings(paths),
    pages: packStrings(paths.map(() => "")),
    words: packStrings([]),
    links,
  }, classes);
}
