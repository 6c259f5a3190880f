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

/** Occurrences in the order of the text. */
interface Occurrences {
  /** List numbers, pairs in the order of discovery. */
  readonly list: Uint32Array;
  /** How far each is from the list's section before. */
  readonly distance: Uint16Array;
  readonly packed: Uint8Array;
  readonly count: number;
  readonly pairKeys: readonly number[];
  readonly states: Uint32Array;
}

// What is known of a list lies side by side: one line of the processor's cache.
const WIDTH = 4;
/** Where the list's last entry is, + 1. */
const ENTRY = 0;
/** The section of that entry, + 1. */
const SECTION = 1;
/** How many sections have the term of their own. */
const OWN = 2;
/** How many bytes the entries take. */
const BYTES = 3;

/** Walks all sections once; a term that repeats in one adds to its entry. */
function collect(sections: SectionTokens, kinds: Uint8Array): Occurrences {
  const { tokens, tokenStart, titleTokens, contextTokens } = sections;
  const pairCache = new PairCache();
  const pairKeys: number[] = [];
  const capacity = 2 * tokens.length;
  const list = new Uint32Array(capacity);
  const distance = new Uint16Array(capacity);
  const packed = new Uint8Array(capacity);
  let states = new Uint32Array((kinds.length + 1024) * WIDTH);
  let count = 0;
  let first = 0;

  function add(term: number, s: number, field: number): void {
    const state = term * WIDTH;
    let entry = states[state + ENTRY]! - 1;
    if (entry < first) {
      entry = count++;
      list[entry] = term;
      distance[entry] = s + 1 - states[state + SECTION]!;
      states[state + ENTRY] = count;
      states[state + SECTION] = s + 1;
      if (field !== CONTEXT) states[state + OWN] = states[state + OWN]! + 1;
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
      if ((kinds.length + pair) * WIDTH >= states.length) {
        states = grown(states);
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
    for (let entry = first; entry < count; entry++) {
      const bytes = list[entry]! * WIDTH + BYTES;
      states[bytes] = states[bytes]! +
        entrySize(distance[entry]!, packed[entry]!);
    }
  }
  return { list, distance, packed, count, pairKeys, states };
}

/** Sorts by list, keeping the order of sections: place by place. */
function pack(found: Occurrences, tokenCount: number): Lists {
  const { list, distance, packed, count, pairKeys, states } = found;
  const listCount = tokenCount + pairKeys.length;
  const sortedPairs = pairKeys.map((_, pair) => pair)
    .sort((a, b) => pairKeys[a]! - pairKeys[b]!);
  const listSections = new Uint16Array(listCount);
  const listStart = new Uint32Array(listCount + 1);
  const cursor = new Uint32Array(listCount);
  for (let at = 0; at < listCount; at++) {
    const old = at < tokenCount
      ? at
      : tokenCount + sortedPairs[at - tokenCount]!;
    listSections[at] = states[old * WIDTH + OWN]!;
    cursor[old] = listStart[at]!;
    listStart[at + 1] = listStart[at]! + states[old * WIDTH + BYTES]!;
  }
  const postings = new Uint8Array(listStart[listCount]!);
  for (let i = 0; i < count; i++) {
    const at = list[i]!;
    cursor[at] = writeEntry(postings, cursor[at]!, distance[i]!, packed[i]!);
  }
  const pairs = Uint32Array.from(sortedPairs, (pair) => pairKeys[pair]!);
  return { pairs, listSections, listStart, postings };
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
