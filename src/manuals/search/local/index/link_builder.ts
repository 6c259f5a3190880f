// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * The links of a segment's files: where each leads, and what it says. They stay
 * with the file that they stand in, so that a changed file is all that is to be
 * read again; what they lead to is looked up by the queries that they match.
 *
 * @module
 */
import { TokenBuffer } from "../tokens/token_buffer.ts";
import { hashLast, hashName, pathKey } from "./link_place.ts";
import { lowerBound } from "./lower_bound.ts";
import { ownLists, type TokenColumns } from "./own_lists.ts";
import { StringTable } from "./string_table.ts";

/** Columns of a segment: F files, L links, D places, I sections with ids. */
export interface LinkColumns {
  /** A hash of what links call each file: F. */
  readonly fileName: Uint32Array;
  /** The file that each link stands in: L. */
  readonly linkFile: Uint16Array;
  /** The number of the place that each leads to: L. */
  readonly linkPlace: Uint32Array;
  /** Where each link's tokens begin: L + 1. */
  readonly linkStart: Uint32Array;
  /** What links say, as token numbers. */
  readonly linkTokens: Uint16Array;
  /** The lists whose terms links say, ascending. */
  readonly linkTerms: Uint32Array;
  /** Where the links of each of them begin, and the end. */
  readonly linkTermStart: Uint32Array;
  /** The links with each term. */
  readonly linkLists: Uint32Array;
  /** UTF-8 of all places: see `link_place.ts`. */
  readonly placeBytes: Uint8Array;
  /** Where each place begins: D + 1. */
  readonly placeStart: Uint32Array;
  /** The sections that their authors gave ids, ascending: I. */
  readonly idSection: Uint16Array;
  /** The hashes of those: I. */
  readonly idHash: Uint32Array;
}

/** One of the places of a segment, by its number. */
export function placeOf(
  { placeBytes, placeStart }: LinkColumns,
  place: number,
): string {
  return new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(placeBytes.subarray(placeStart[place], placeStart[place + 1]));
}

/** Collects the links of a segment. */
export class LinkBuilder {
  readonly #names: number[] = [];
  readonly #files: number[] = [];
  readonly #placeOf: number[] = [];
  readonly #starts: number[] = [0];
  readonly #tokens = new TokenBuffer();
  readonly #places = new Map<string, number>();
  readonly #idSections: number[] = [];
  readonly #idHashes: number[] = [];

  /** Begins the next file. */
  addFile(path: string): void {
    this.#names.push(hashLast(pathKey(path)));
  }

  /** Adds a link of a file; `write` adds the tokens of what it says. */
  add(
    file: number,
    place: string,
    write: (tokens: TokenBuffer) => void,
  ): void {
    const before = this.#tokens.length;
    write(this.#tokens);
    if (this.#tokens.length === before) return;
    let number = this.#places.get(place);
    if (number === undefined) {
      number = this.#places.size;
      this.#places.set(place, number);
    }
    this.#files.push(file);
    this.#placeOf.push(number);
    this.#starts.push(this.#tokens.length);
  }

  /** Notes what a section's author called it. */
  addId(section: number, id: string): void {
    this.addIdHash(section, hashName(id));
  }

  /** Notes the hash of what a section's author called it. */
  addIdHash(section: number, hash: number): void {
    this.#idSections.push(section);
    this.#idHashes.push(hash);
  }

  /** Copies the links of a file of another segment. */
  copyLinks(
    source: LinkColumns,
    from: number,
    file: number,
    intern: (token: number) => number,
  ): void {
    const { linkFile, linkPlace, linkStart, linkTokens } = source;
    let link = lowerBound(linkFile, from);
    for (; linkFile[link] === from; link++) {
      const start = linkStart[link]!;
      const end = linkStart[link + 1]!;
      this.add(file, placeOf(source, linkPlace[link]!), (tokens) => {
        for (let at = start; at < end; at++) {
          tokens.push(intern(linkTokens[at]!));
        }
      });
    }
  }

  /** Copies the id of a section of another segment, if it has one. */
  copyId(
    { idSection, idHash }: LinkColumns,
    from: number,
    section: number,
  ): void {
    const at = lowerBound(idSection, from);
    if (idSection[at] === from) this.addIdHash(section, idHash[at]!);
  }

  /** The columns; the builder is spent after it. */
  finish(
    tokens: Pick<TokenColumns, "tokenKinds" | "tokenOrder" | "pairs">,
  ): LinkColumns {
    const places = new StringTable();
    for (const place of this.#places.keys()) places.push(place);
    const { bytes: placeBytes, starts: placeStart } = places.pack();
    const linkStart = Uint32Array.from(this.#starts);
    const linkTokens = this.#tokens.data.slice(0, this.#tokens.length);
    return {
      fileName: Uint32Array.from(this.#names),
      linkFile: Uint16Array.from(this.#files),
      linkPlace: Uint32Array.from(this.#placeOf),
      linkStart,
      linkTokens,
      ...invertLinks({
        ...tokens,
        tokens: linkTokens,
        tokenStart: linkStart,
        contextTokens: new Uint8Array(this.#files.length),
      }),
      placeBytes,
      placeStart,
      idSection: Uint16Array.from(this.#idSections),
      idHash: Uint32Array.from(this.#idHashes),
    };
  }
}

/** Which links say each term. */
function invertLinks(
  columns: TokenColumns,
): Pick<LinkColumns, "linkTerms" | "linkTermStart" | "linkLists"> {
  const lists = new Map<number, number[]>();
  for (let link = 0; link + 1 < columns.tokenStart.length; link++) {
    for (const list of ownLists(columns, link)) {
      // Two characters that stand side by side in no text.
      if (list < 0) continue;
      const known = lists.get(list);
      if (known) known.push(link);
      else lists.set(list, [link]);
    }
  }
  const linkTerms = Uint32Array.from(lists.keys()).sort();
  const linkTermStart = new Uint32Array(linkTerms.length + 1);
  const linkLists: number[] = [];
  linkTerms.forEach((list, i) => {
    for (const link of lists.get(list) ?? []) linkLists.push(link);
    linkTermStart[i + 1] = linkLists.length;
  });
  return {
    linkTerms,
    linkTermStart,
    linkLists: Uint32Array.from(linkLists),
  };
}
