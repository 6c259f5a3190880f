// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { HAN_CHAR, NOTHING, WORD } from "../tokens/token_kind.ts";
import { addBody, addContext, addTitle } from "./packed_frequency.ts";
import { PairCache } from "./pair_cache.ts";
import { entrySize, writeEntry } from "./posting_list.ts";
import type { SegmentColumns } from "./segment.ts";

/** What sections consist of. */
export type SectionTokens = Pick<
  SegmentColumns,
  "tokens" | "tokenStart" | "titleTokens" | "contextTokens"
>;

type Lists = Pick<
  SegmentColumns,
  "pairs" | "listSections" | "listStart" | "postings"
>;

/** Where in a section a token stands. */
const TITLE = 0;
const BODY = 1;
const CONTEXT = 2;

/** Turns tokens by section into sections by term. */
export function invert(sections: SectionTokens, kinds: Uint8Array): Lists {
  const found = collect(sections, kinds);
  return pack(found, kinds.length);
}

/** Occurrences in the order of the text: list, section and frequency. */
interface Occurrences {
  /** List numbers, pairs in the order of discovery. */
  readonly list: Uint32Array;
  readonly section: Uint16Array;
  readonly packed: Uint8Array;
  readonly count: number;
  readonly pairKeys: readonly number[];
  readonly own: Uint16Array;
}

/** Walks all sections once; a term that repeats in one adds to its entry. */
function collect(sections: SectionTokens, kinds: Uint8Array): Occurrences {
  const { tokens, tokenStart, titleTokens, contextTokens } = sections;
  const pairCache = new PairCache();
  const pairKeys: number[] = [];
  const capacity = 2 * tokens.length;
  const list = new Uint32Array(capacity);
  const section = new Uint16Array(capacity);
  const packed = new Uint8Array(capacity);
  // Where each list's entry of the current section is, + 1.
  let entryOf = new Uint32Array(kinds.length + 1024);
  let own = new Uint16Array(kinds.length + 1024);
  let count = 0;
  let first = 0;

  function add(term: number, s: number, field: number): void {
    let entry = entryOf[term]! - 1;
    if (entry < first) {
      entry = count++;
      list[entry] = term;
      section[entry] = s;
      entryOf[term] = count;
      if (field !== CONTEXT) own[term] = own[term]! + 1;
    }
    const before = packed[entry]!;
    packed[entry] = field === BODY
      ? addBody(before)
      : field === TITLE
      ? addTitle(before)
      : addContext(before);
  }

  function pairList(key: number): number {
    let pair = pairCache.find(key);
    if (pair < 0) {
      pair = pairKeys.length;
      pairCache.add(key, pair);
      pairKeys.push(key);
      if (kinds.length + pair >= entryOf.length) {
        entryOf = grow32(entryOf);
        own = grow16(own);
      }
    }
    return kinds.length + pair;
  }

  for (let s = 0; s < titleTokens.length; s++) {
    const start = tokenStart[s]!;
    const end = tokenStart[s + 1]!;
    const bodyStart = start + titleTokens[s]!;
    const contextStart = end - contextTokens[s]!;
    let before = -1;
    first = count;
    for (let i = start; i < end; i++) {
      const token = tokens[i]!;
      const field = i < bodyStart ? TITLE : i < contextStart ? BODY : CONTEXT;
      const kind = kinds[token] ?? WORD;
      if (kind === WORD || kind === NOTHING) {
        if (kind === WORD) add(token, s, field);
        before = -1;
        continue;
      }
      if (before >= 0) add(pairList(before * 65536 + token), s, field);
      const next = i + 1 < end ? kinds[tokens[i + 1]!] : WORD;
      const alone = before < 0 && (next === WORD || next === NOTHING);
      if (kind === HAN_CHAR || alone) add(token, s, field);
      before = token;
    }
  }
  return { list, section, packed, count, pairKeys, own };
}

/** Sorts by list, keeping the order of sections: count, then place. */
function pack(found: Occurrences, tokenCount: number): Lists {
  const { list, section, packed, count, pairKeys } = found;
  const order = pairKeys.map((_, i) => i)
    .sort((a, b) => pairKeys[a]! - pairKeys[b]!);
  const final = new Uint32Array(tokenCount + pairKeys.length);
  for (let t = 0; t < tokenCount; t++) final[t] = t;
  order.forEach((old, rank) => final[tokenCount + old] = tokenCount + rank);

  const listStart = new Uint32Array(final.length + 1);
  const previous = new Int32Array(final.length).fill(-1);
  for (let i = 0; i < count; i++) {
    const at = final[list[i]!]!;
    const s = section[i]!;
    listStart[at + 1] = listStart[at + 1]! +
      entrySize(s - previous[at]!, packed[i]!);
    previous[at] = s;
  }
  for (let at = 0; at < final.length; at++) {
    listStart[at + 1] = listStart[at + 1]! + listStart[at]!;
  }
  const postings = new Uint8Array(listStart[final.length]!);
  const cursor = listStart.slice(0, final.length);
  previous.fill(-1);
  for (let i = 0; i < count; i++) {
    const at = final[list[i]!]!;
    const s = section[i]!;
    cursor[at] = writeEntry(
      postings,
      cursor[at]!,
      s - previous[at]!,
      packed[i]!,
    );
    previous[at] = s;
  }
  const listSections = new Uint16Array(final.length);
  final.forEach((at, old) => listSections[at] = found.own[old]!);
  const pairs = Uint32Array.from(order, (old) => pairKeys[old]!);
  return { pairs, listSections, listStart, postings };
}

function grow32(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(array.length * 2);
  grown.set(array);
  return grown;
}

function grow16(array: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const grown = new Uint16Array(array.length * 2);
  grown.set(array);
  return grown;
}
