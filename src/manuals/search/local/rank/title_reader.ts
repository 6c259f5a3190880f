// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { IndexView } from "../index/index_view.ts";
import type { Segment } from "../index/segment.ts";
import { isPair, type Query } from "../query/query.ts";
import { DENSE_CHAR, formsPairs, NOTHING, WORD } from "../tokens/token_kind.ts";
import { inverseFrequency } from "./base_score.ts";
import { LeftOut } from "./left_out.ts";

// Words that only ask are not what a title might say.
const MAX_ASKING = 0.3;
const FIRST_KATAKANA = 0x30a1;
// Kana have no list of their own where they stand in a row.
const KATAKANA_WEIGHT = 1.5;
const HIRAGANA_WEIGHT = 0.3;

/** How much of a section's title a query says, in idf. */
export interface TitleCover {
  readonly covered: number;
  readonly total: number;
  /** What all of the query comes to. */
  readonly whole: number;
}

/** Compares titles, and what links say, with one query in one segment. */
export class TitleReader {
  readonly #view: IndexView;
  readonly #segment: Segment;
  /** By token of the segment: how much the query's token counts. */
  readonly #words = new Map<number, number>();
  /** By two neighbouring characters, the first × 65,536 + the second. */
  readonly #pairs = new Map<number, number>();
  readonly #at: number;
  readonly #whole: number;
  readonly #left: LeftOut;

  /** Looks the query's tokens up once, for segment `at` of the view. */
  constructor(view: IndexView, query: Query, at: number) {
    const segment = view.segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    this.#view = view;
    this.#segment = segment;
    this.#at = at;
    this.#left = new LeftOut(segment);
    const { tokens, kinds, emphasis } = query;
    const numbers = tokens.map((token) => segment.findToken(token));
    numbers.forEach((number, i) => {
      if (number < 0 || kinds[i] === NOTHING) return;
      const own = emphasis[i]!;
      keepMost(this.#words, number, own);
      const before = numbers[i - 1] ?? -1;
      if (before < 0 || !isPair(query, i - 1)) return;
      const both = Math.min(own, emphasis[i - 1]!);
      keepMost(this.#pairs, before * 65536 + number, both);
    });
    const seen = new Set<string>();
    this.#whole = tokens.reduce((sum, token, i) => {
      const kind = kinds[i]!;
      if (kind === NOTHING || seen.has(token)) return sum;
      seen.add(token);
      const weight = kind === DENSE_CHAR
        ? kanaWeight(token.charCodeAt(0))
        : inverseFrequency(view.rows, view.sectionsWith(token));
      return sum + (emphasis[i]! > MAX_ASKING ? emphasis[i]! * weight : 0);
    }, 0);
  }

  /** Reads a section's title. */
  read(section: number): TitleCover {
    this.#segment.needTokens(section);
    const { tokens, tokenStart, titleTokens } = this.#segment.columns;
    const start = tokenStart[section]!;
    return this.#read(tokens, start, start + titleTokens[section]!);
  }

  /** Reads what a link says. */
  readLink(link: number): TitleCover {
    const { linkTokens, linkStart } = this.#segment.columns;
    return this.#read(linkTokens, linkStart[link]!, linkStart[link + 1]!);
  }

  #read(tokens: Uint16Array, start: number, end: number): TitleCover {
    const { tokenKinds } = this.#segment.columns;
    let covered = 0;
    let total = 0;
    if (!this.#saysAny(tokens, start, end)) {
      return { covered, total, whole: 0 };
    }
    this.#left.begin();
    for (let at = start; at < end; at++) {
      const token = tokens[at]!;
      const kind = tokenKinds[token]!;
      if (kind === NOTHING) continue;
      const said = kind === WORD
        ? this.#words.get(token)
        : this.#charSaid(tokens, at, start, end);
      if (this.#left.has(token, kind, said !== undefined)) continue;
      const weight = this.#weightOf(token, kind);
      covered += weight * (said ?? 0);
      total += weight * (said ?? 1);
    }
    return { covered, total, whole: this.#whole };
  }

  #saysAny(tokens: Uint16Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      if (this.#words.has(tokens[at]!)) return true;
    }
    return false;
  }

  /** A character counts beside a neighbour that the query has beside it too. */
  #charSaid(
    tokens: Uint16Array,
    at: number,
    start: number,
    end: number,
  ): number | undefined {
    const { tokenKinds } = this.#segment.columns;
    const isChar = (i: number): boolean =>
      i >= start && i < end && formsPairs(tokenKinds[tokens[i]!]);
    const token = tokens[at]!;
    const before = isChar(at - 1)
      ? this.#pairs.get(tokens[at - 1]! * 65536 + token)
      : undefined;
    const after = isChar(at + 1)
      ? this.#pairs.get(token * 65536 + tokens[at + 1]!)
      : undefined;
    if (!isChar(at - 1) && !isChar(at + 1)) return this.#words.get(token);
    if (before === undefined) return after;
    return after === undefined ? before : Math.max(before, after);
  }

  /** What a token is worth in a title, by its number in the segment. */
  #weightOf(token: number, kind: number): number {
    if (kind === DENSE_CHAR) {
      const { tokenChars, charStart } = this.#segment.columns;
      return kanaWeight(tokenChars[charStart[token]!]!);
    }
    const { rows } = this.#view;
    const sections = this.#view.sectionsWithToken(this.#at, token);
    return inverseFrequency(rows, sections);
  }
}

function kanaWeight(code: number): number {
  return code >= FIRST_KATAKANA ? KATAKANA_WEIGHT : HIRAGANA_WEIGHT;
}

function keepMost(map: Map<number, number>, key: number, value: number): void {
  map.set(key, Math.max(map.get(key) ?? 0, value));
}
