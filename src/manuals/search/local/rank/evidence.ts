// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { IndexView } from "../index/index_view.ts";
import type { Segment } from "../index/segment.ts";
import { NOTHING } from "../tokens/token_kind.ts";
import type { Query } from "../query/query.ts";
import { type EvidenceTable, NO_GAP } from "./evidence_table.ts";

/** Tokens this near to each other count as close, or as not far. */
const NEAR_TOKENS = 8;
const FAR_TOKENS = 24;
const NUMBER_CONTEXT_TOKENS = 3;
// Bits for 512 tokens, more share one: a larger table is memory of its own,
// which costs more than what it saves.
const FILTER_WORDS = 16;

/** What a row's text says about the query, beyond the counts. */
export interface Evidence {
  /** How often term t of the query stands in the row. */
  readonly counts: Uint16Array;
  /** For token i of the query: longest run of query tokens ending with it. */
  readonly runs: Uint8Array;
  /** For token i: least distance to token i + 1 in the row; 255 = none. */
  readonly gaps: Uint8Array;
  /** A number of the query stands near a word that names it. */
  readonly numberContext: boolean;
}

/** What a reader looks for, and where. */
export interface EvidenceContext {
  readonly view: IndexView;
  readonly query: Query;
  /** Tokens that name a number beside them; asked only if there is one. */
  readonly numberWords: () => ReadonlySet<string>;
}

/** How close two neighbours of the query come. */
export function closeness(gap: number): "near" | "far" | "none" {
  if (gap <= NEAR_TOKENS) return "near";
  return gap <= FAR_TOKENS ? "far" : "none";
}

/**
 * Reads rows of one segment for one query. The table is used again by the next
 * row: what is read must be judged at once.
 */
export class EvidenceReader {
  readonly #segment: Segment;
  /** Where in the query each token number of the segment stands. */
  readonly #positions = new Map<number, readonly number[]>();
  readonly #namesNumber = new Set<number>();
  /** Bits of the tokens that may matter: most tokens of a row do not. */
  readonly #matters = new Int32Array(FILTER_WORDS);
  readonly #table: EvidenceTable;

  /** Looks the query's tokens up once, for segment `at` of the view. */
  constructor(
    { view, query, numberWords }: EvidenceContext,
    table: EvidenceTable,
    at: number,
  ) {
    const segment = view.segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    const { tokens, kinds } = query;
    const { length: known } = segment.columns.tokenOrder;
    const find = (token: string): number => {
      const list = view.find(token).lists[at]!;
      return list < known ? list : -1;
    };
    this.#segment = segment;
    this.#table = table;
    const positions = new Map<number, number[]>();
    tokens.forEach((token, i) => {
      const number = kinds[i] === NOTHING ? -1 : find(token);
      if (number < 0) return;
      this.#note(number);
      const known = positions.get(number);
      if (known) known.push(i);
      else positions.set(number, [i]);
    });
    this.#positions = positions;
    if (query.numbers.length === 0) return;
    for (const name of numberWords()) {
      const number = find(name);
      if (number < 0) continue;
      this.#namesNumber.add(number);
      this.#note(number);
    }
  }

  #note(token: number): void {
    const word = (token >> 5) % FILTER_WORDS;
    this.#matters[word] = this.#matters[word]! | (1 << (token & 31));
  }

  /** Walks over a row's own text once. */
  read(section: number): Evidence {
    this.#segment.needTokens(section);
    const { tokens, tokenStart, contextTokens } = this.#segment.columns;
    const matters = this.#matters;
    const { counts, runs, gaps } = this.#table;
    this.#table.clear();
    let nameAt = -NO_GAP;
    let numberAt = -NO_GAP;
    let numberContext = false;
    const start = tokenStart[section]!;
    const end = tokenStart[section + 1]! - contextTokens[section]!;
    for (let at = start; at < end; at++) {
      const token = tokens[at]!;
      const bits = matters[(token >> 5) % FILTER_WORDS]!;
      if ((bits >> (token & 31) & 1) === 0) continue;
      if (this.#namesNumber.has(token)) nameAt = at;
      const positions = this.#positions.get(token);
      if (positions && this.#meet(positions, at)) numberAt = at;
      if (Math.abs(nameAt - numberAt) <= NUMBER_CONTEXT_TOKENS) {
        numberContext ||= nameAt >= start && numberAt >= start;
      }
    }
    return { counts, runs, gaps, numberContext };
  }

  /** Notes that a token of the query stands at `at`; tells if it is a number. */
  #meet(positions: readonly number[], at: number): boolean {
    const table = this.#table;
    const { counts, runs, lastAt, lastRun } = table;
    const [first = 0] = positions;
    const term = table.term[first]!;
    if (term >= 0) counts[term] = counts[term]! + 1;
    // From the back: the run of position i - 1 must still be the one before.
    for (let p = positions.length - 1; p >= 0; p--) {
      const i = positions[p] ?? 0;
      const follows = i > 0 && lastAt[i - 1] === at - 1;
      const run = follows ? Math.min(255, lastRun[i - 1]! + 1) : 1;
      const pair = table.pair[i]!;
      if (follows && pair >= 0) {
        counts[pair] = counts[pair]! + 1;
      }
      if (run > runs[i]!) runs[i] = run;
      if (i > 0) this.#near(i - 1, at - lastAt[i - 1]!);
      if (i + 1 < lastAt.length) this.#near(i, at - lastAt[i + 1]!);
      lastRun[i] = run;
      lastAt[i] = at;
    }
    return table.isNumber[first] === 1;
  }

  #near(i: number, gap: number): void {
    const { gaps } = this.#table;
    if (gap > 0 && gap < gaps[i]!) gaps[i] = gap;
  }
}
