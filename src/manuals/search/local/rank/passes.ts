import {
  type IndexView,
  type Row,
  sectionOf,
  segmentOf,
} from "../index/index_view.ts";
import type { ScoreBoard } from "../index/score_board.ts";
import type { Segment } from "../index/segment.ts";
import type { Query } from "../query/query.ts";
import type { FindSettings } from "../settings.ts";
import { addScores, type BaseModel, type WeightedTerm } from "./base_score.ts";
import { type Candidate, compareCandidates } from "./candidate.ts";
import { EvidenceReader } from "./evidence.ts";
import { EvidenceTable } from "./evidence_table.ts";
import { lexicalScore, QueryWeights } from "./lexical_score.ts";
import type { RowSet } from "./row_set.ts";
import type { SectionKeys } from "./section_keys.ts";
import { selectTop } from "./select_top.ts";

/** What all passes of one query share. */
export interface PassContext {
  readonly view: IndexView;
  readonly query: Query;
  readonly settings: FindSettings;
  readonly model: BaseModel;
  readonly keys: SectionKeys;
  /** Tokens that name a number beside them; asked only if there is one. */
  readonly numberWords: () => ReadonlySet<string>;
  /** Tells whether a title promises the definition that the query asks for. */
  readonly isDefinitionTitle?: (title: string) => boolean;
}

/** Where a row is. */
export interface Place {
  readonly path: string;
  readonly line: number;
  /** Its section's number in this search. */
  readonly key: number;
  /** Its file's number in this search. */
  readonly file: number;
}

/**
 * Scores a query once and selects from the scores as often as needed: each pass
 * is one more look at the same numbers. Whoever makes one closes it.
 */
export class QueryPasses {
  readonly #context: PassContext;
  readonly #model: BaseModel;
  readonly #weights: QueryWeights;
  readonly #board: ScoreBoard;
  readonly #readers: (EvidenceReader | undefined)[] = [];
  #evidence: EvidenceTable | undefined;
  readonly #judged = new Map<Row, Candidate>();

  /** Does the scoring. */
  constructor(context: PassContext) {
    const { view, query, settings } = context;
    this.#context = context;
    this.#model = context.model;
    this.#weights = new QueryWeights(view, query, settings.lexical);
    this.#board = view.borrowBoard();
    addScores(view, this.#weights.terms, this.#model, this.#board);
  }

  /** What was looked up. */
  get terms(): readonly WeightedTerm[] {
    return this.#weights.terms;
  }

  /** Adds terms to the scores of the passes that follow. */
  addTerms(terms: readonly WeightedTerm[]): void {
    if (terms.length === 0) return;
    addScores(this.#context.view, terms, this.#model, this.#board);
    this.#judged.clear();
  }

  /** Gives back what scoring needed; no pass may follow. */
  close(): void {
    this.#context.view.returnBoard(this.#board);
  }

  /** The best sections, each once, a few of a file (`per_file_candidate_cap`). */
  run(limit: number, only?: RowSet): Candidate[] {
    const { scan_hard_cap, per_file_candidate_cap } =
      this.#context.settings.find;
    const size = Math.min(limit, scan_hard_cap);
    const found: Candidate[] = [];
    const seen: boolean[] = [];
    const perFile: number[] = [];
    for (const rows of this.#rounds(size, only)) {
      for (
        const candidate of rows.map((row) => this.judge(row))
          .sort(compareCandidates)
      ) {
        const { key, file } = candidate;
        const before = perFile[file] ?? 0;
        if (seen[key] || before >= per_file_candidate_cap) continue;
        seen[key] = true;
        perFile[file] = before + 1;
        found.push(candidate);
      }
      // More would cost as much again, for rows that rank low.
      if (found.length * 2 >= size) break;
    }
    return found.sort(compareCandidates).slice(0, size);
  }

  /** The best rows by their own text alone, whatever their file's worth. */
  *explore(limit: number, only?: RowSet): Generator<Row> {
    for (const rows of this.#rounds(limit, only, 0)) yield* rows;
  }

  /**
   * The best rows, then the best of the files that were not among them, and so
   * on: one large file must not keep all others out.
   */
  *#rounds(
    limit: number,
    only?: RowSet,
    fileWeight: number = this.#model.fileWeight,
  ): Generator<Row[]> {
    const { view } = this.#context;
    let skipped: Uint8Array[] | undefined;
    for (;;) {
      const rows = selectTop(view, this.#board, {
        limit,
        fileWeight,
        ...only && { only },
        ...skipped && { skipped },
      });
      yield rows;
      if (rows.length < limit) return;
      skipped ??= view.segments.map(({ deadFiles }) => deadFiles.slice());
      for (const row of rows) {
        const at = segmentOf(row);
        const { sectionFile } = this.#segment(at).columns;
        const own = skipped[at];
        if (own) own[sectionFile[sectionOf(row)] ?? 0] = 1;
      }
    }
  }

  /** Where a row is. */
  placeOf(row: Row): Place {
    const segment = this.#segment(segmentOf(row));
    const section = sectionOf(row);
    const { sectionFile, sectionLine } = segment.columns;
    const path = segment.path(sectionFile[section] ?? 0);
    const line = sectionLine[section] ?? 1;
    const { key, file } = this.#context.keys.of(path, line);
    return { path, line, key, file };
  }

  /** A row's title. */
  titleOf(row: Row): string {
    return this.#segment(segmentOf(row)).title(sectionOf(row));
  }

  /** A row with its score in full. */
  judge(row: Row): Candidate {
    const known = this.#judged.get(row);
    if (known) return known;
    const at = segmentOf(row);
    const section = sectionOf(row);
    const { query, settings, isDefinitionTitle } = this.#context;
    const scores = this.#board.peek(at);
    if (!scores) throw new RangeError("Row outside the index");
    const { sectionFile, tokenStart } = this.#segment(at).columns;
    const own = sectionFile[section] ?? 0;
    const score = lexicalScore(query, this.#weights, {
      base: (scores.sections[section] ?? 0) +
        this.#model.fileWeight * (scores.files[own] ?? 0),
      evidence: this.#reader(at).read(section),
      length: (tokenStart[section + 1] ?? 0) -
        (tokenStart[section] ?? 0),
      definitionTitle: isDefinitionTitle?.(this.titleOf(row)) ?? false,
    }, settings.lexical);
    const { path, line, key, file } = this.placeOf(row);
    const candidate: Candidate = {
      row,
      key,
      file,
      path,
      line,
      score: score.score,
      parts: score.parts,
      coverage: score.coverage,
      matched: score.matched,
      matchedCounts: score.matchedCounts,
      signals: score.signals,
    };
    this.#judged.set(row, candidate);
    return candidate;
  }

  #segment(at: number): Segment {
    const segment = this.#context.view.segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    return segment;
  }

  #reader(at: number): EvidenceReader {
    return this.#readers[at] ??= new EvidenceReader(
      this.#context,
      this.#evidence ??= new EvidenceTable(this.#context.query),
      at,
    );
  }
}
