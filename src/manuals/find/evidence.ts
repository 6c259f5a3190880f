import type { Row } from "../index/index_view.ts";
import type { Segment } from "../index/segment.ts";
import { NOTHING } from "../index/token_kind.ts";
import { isPair, type Query } from "./query.ts";

/** Tokens this near to each other count as close, or as not far. */
export const NEAR_TOKENS = 8;
const FAR_TOKENS = 24;
const NUMBER_CONTEXT_TOKENS = 3;

/** What a row's text says about the query, beyond the counts. */
export interface Evidence {
  /** How often each term of the query stands in the row; absent ones lack. */
  readonly hits: ReadonlyMap<string, number>;
  /** For token i of the query: longest run of query tokens ending with it. */
  readonly runs: Uint8Array;
  /** For token i: least distance to token i + 1 in the row; 255 = none. */
  readonly gaps: Uint8Array;
  /** A number of the query stands near a word that names it. */
  readonly numberContext: boolean;
}

const NO_GAP = 255;

/** Reads rows of one segment for one query. */
export class EvidenceReader {
  readonly #query: Query;
  readonly #segment: Segment;
  /** Places in the query of each token number of the segment. */
  readonly #places = new Map<number, number[]>();
  /** 1 for the token numbers that matter: most tokens of a row do not. */
  readonly #matters: Uint8Array;
  readonly #namesNumber: ReadonlySet<number>;

  /** Looks the query's tokens up once; `numberWords` name numbers. */
  constructor(
    query: Query,
    segment: Segment,
    numberWords: ReadonlySet<string>,
  ) {
    this.#query = query;
    this.#segment = segment;
    query.tokens.forEach((token, i) => {
      if (query.kinds[i] === NOTHING) return;
      const number = segment.findToken(token);
      if (number < 0) return;
      const places = this.#places.get(number);
      if (places) places.push(i);
      else this.#places.set(number, [i]);
    });
    const names = query.numbers.length === 0 ? [] : [...numberWords];
    this.#namesNumber = new Set(names.map((name) => segment.findToken(name)));
    this.#matters = new Uint8Array(segment.columns.tokenKinds.length);
    for (const token of this.#places.keys()) this.#matters[token] = 1;
    for (const token of this.#namesNumber) this.#matters[token] = 1;
  }

  /** Walks over a row's own text once. */
  read({ section }: Pick<Row, "section">): Evidence {
    const { tokens, tokenStart, contextTokens } = this.#segment.columns;
    const query = this.#query;
    const count = query.tokens.length;
    const hits = new Map<string, number>();
    const runs = new Uint8Array(count);
    const gaps = new Uint8Array(count).fill(NO_GAP);
    const last = new Int32Array(count).fill(-NO_GAP);
    let run = new Uint8Array(count);
    let before = new Uint8Array(count);
    let nameAt = -NO_GAP;
    let numberContext = false;
    const start = tokenStart[section] ?? 0;
    const end = (tokenStart[section + 1] ?? 0) - (contextTokens[section] ?? 0);
    let runEnd = start;
    for (let at = start; at < end; at++) {
      const token = tokens[at] ?? 0;
      if (this.#matters[token] === 0) continue;
      if (this.#namesNumber.has(token)) {
        nameAt = at;
        if (this.#numberNear(last, at)) numberContext = true;
      }
      const places = this.#places.get(token);
      if (!places) continue;
      if (runEnd !== at) before.fill(0);
      runEnd = at + 1;
      run.fill(0);
      for (let p = 0; p < places.length; p++) {
        const i = places[p] ?? 0;
        const length = Math.min(255, (before[i - 1] ?? 0) + 1);
        run[i] = length;
        if (length > (runs[i] ?? 0)) runs[i] = length;
        this.#note(i, length, hits, p === 0);
        noteGap(gaps, i - 1, at - (last[i - 1] ?? -NO_GAP));
        noteGap(gaps, i, at - (last[i + 1] ?? -NO_GAP));
        last[i] = at;
        if (this.#isNumber(i) && at - nameAt <= NUMBER_CONTEXT_TOKENS) {
          numberContext = true;
        }
      }
      const spent = before;
      before = run;
      run = spent;
    }
    return { hits, runs, gaps, numberContext };
  }

  #isNumber(i: number): boolean {
    return this.#query.numbers.includes(this.#query.tokens[i] ?? "");
  }

  #numberNear(last: Int32Array, at: number): boolean {
    return last.some((position, i) =>
      at - position <= NUMBER_CONTEXT_TOKENS && this.#isNumber(i)
    );
  }

  /** Counts the terms that end with token i of the query. */
  #note(
    i: number,
    run: number,
    hits: Map<string, number>,
    first: boolean,
  ): void {
    const { tokens, terms } = this.#query;
    const token = tokens[i] ?? "";
    if (first && terms.has(token)) hits.set(token, (hits.get(token) ?? 0) + 1);
    if (run < 2 || !isPair(this.#query, i - 1)) return;
    const pair = (tokens[i - 1] ?? "") + token;
    hits.set(pair, (hits.get(pair) ?? 0) + 1);
  }
}

function noteGap(gaps: Uint8Array, i: number, gap: number): void {
  if (i >= 0 && i < gaps.length && gap > 0 && gap < (gaps[i] ?? 0)) {
    gaps[i] = gap;
  }
}

/** How close two neighbours of the query come: 1 near, 0.5 far, 0 not. */
export function closeness(gap: number): "near" | "far" | "none" {
  if (gap <= NEAR_TOKENS) return "near";
  return gap <= FAR_TOKENS ? "far" : "none";
}
