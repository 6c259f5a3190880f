// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import {
  type IndexView,
  type Row,
  sectionOf,
  segmentOf,
} from "../index/index_view.ts";
import type { ScoreBoard } from "../index/score_board.ts";
import type { Segment } from "../index/segment.ts";
import type { Query } from "../query/query.ts";
import type { FindSettings } from "../../settings.ts";
import {
  addScores,
  type BaseModel,
  type WeightedTerm,
  worthScoring,
} from "./base_score.ts";
import { addAnchors, type Anchored } from "./anchors.ts";
import { type Candidate, compareCandidates, SIGNALS } from "./candidate.ts";
import { EvidenceReaders } from "./evidence_readers.ts";
import { lexicalScore, QueryWeights } from "./lexical_score.ts";
import type { RowSet } from "./row_set.ts";
import type { MetSection, SectionKeys } from "./section_keys.ts";
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
  /** An empty board to score on. */
  readonly borrowBoard: () => ScoreBoard;
}

/** Scores a query's terms. */
export function scoreQuery(context: PassContext): QueryScores {
  const { view, query, settings, model, borrowBoard } = context;
  const weights = new QueryWeights(view, query, settings.lexical);
  const board = borrowBoard();
  const terms = worthScoring(view, weights.terms);
  addScores(view, terms, model, board);
  const readers = new EvidenceReaders(context);
  const anchored = addAnchors(view, board, {
    terms,
    weight: settings.lexical.anchor_weight,
    readerOf: (at) => readers.titlesOf(at),
  });
  return new QueryScores({ context, weights, readers, board, anchored });
}

interface QueryScoresInit {
  readonly context: PassContext;
  readonly weights: QueryWeights;
  readonly readers: EvidenceReaders;
  readonly board: ScoreBoard;
  readonly anchored: Anchored;
}

/**
 * The scores of a query in one manual. They never change: a pass is a look at
 * them, and may look as often as it likes.
 */
export class QueryScores {
  readonly #init: QueryScoresInit;
  /** What was judged before: passes see many of the same rows. */
  readonly #judged = new Map<Row, Candidate>();

  /** Made by {@linkcode scoreQuery}. */
  constructor(init: QueryScoresInit) {
    this.#init = init;
  }

  /** The terms that the query is looked up by. */
  get terms(): readonly WeightedTerm[] {
    return this.#init.weights.terms;
  }

  /** These scores with those of further terms added; these stay as they are. */
  with(terms: readonly WeightedTerm[]): QueryScores {
    if (terms.length === 0) return this;
    const { view, model, borrowBoard } = this.#init.context;
    const board = borrowBoard();
    board.copyFrom(this.#init.board);
    addScores(view, terms, model, board);
    return new QueryScores({ ...this.#init, board });
  }

  /**
   * The best sections, each once, a few of a file (`per_file_candidate_cap`).
   * Where none of `only` has a score, they are found all the same: they hold
   * what is required in another spelling than the query's.
   */
  best(limit: number, only?: RowSet): Candidate[] {
    const found = this.#best(limit, only);
    return found.length > 0 || !only ? found : this.#best(limit, only, true);
  }

  #best(limit: number, only?: RowSet, unscored = false): Candidate[] {
    const { settings, model } = this.#init.context;
    const { per_file_candidate_cap } = settings.find;
    const found: Candidate[] = [];
    const seen: boolean[] = [];
    const perFile: number[] = [];
    const { fileWeight } = model;
    for (const rows of this.#rounds(limit, { fileWeight, only, unscored })) {
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
      if (found.length * 2 >= limit) break;
    }
    return found.sort(compareCandidates).slice(0, limit);
  }

  /** The best rows by their own text alone, whatever their file's worth. */
  *bestByText(limit: number, only?: RowSet): Generator<Row> {
    for (const rows of this.#rounds(limit, { fileWeight: 0, only })) {
      yield* rows;
    }
  }

  /**
   * The best rows, then the best of the files that were not among them, and so
   * on: one large file must not keep all others out.
   */
  *#rounds(
    limit: number,
    { fileWeight, only, unscored = false }: {
      readonly fileWeight: number;
      readonly only: RowSet | undefined;
      readonly unscored?: boolean;
    },
  ): Generator<Row[]> {
    const { context: { view }, board } = this.#init;
    let skipped: Uint8Array[] | undefined;
    for (;;) {
      const rows = selectTop(view, board, {
        ...{ limit, fileWeight, unscored },
        ...only && { only },
        ...skipped && { skipped },
      });
      yield rows;
      if (rows.length < limit) return;
      skipped ??= view.segments.map(({ deadFiles }) => deadFiles.slice());
      for (const row of rows) {
        const at = segmentOf(row);
        const { sectionFile } = this.#segment(at).columns;
        skipped[at]![sectionFile[sectionOf(row)]!] = 1;
      }
    }
  }

  /** The section that a row is of, numbered. */
  sectionOf(row: Row): MetSection {
    const segment = this.#segment(segmentOf(row));
    const section = sectionOf(row);
    const { sectionFile, sectionLine } = segment.columns;
    const path = segment.path(sectionFile[section]!);
    return this.#init.context.keys.of(path, sectionLine[section]!);
  }

  /** A row's title. */
  titleOf(row: Row): string {
    return this.#segment(segmentOf(row)).title(sectionOf(row));
  }

  /** What a row is called, and its page. */
  namesOf(row: Row): { readonly title: string; readonly page: string } {
    const segment = this.#segment(segmentOf(row));
    const file = segment.columns.sectionFile[sectionOf(row)]!;
    return { title: this.titleOf(row), page: segment.pageTitle(file) };
  }

  /** A row with its score in full. */
  judge(row: Row): Candidate {
    const known = this.#judged.get(row);
    if (known) return known;
    const { context, weights, readers, board, anchored } = this.#init;
    const { query, settings, model, isDefinitionTitle } = context;
    const at = segmentOf(row);
    const section = sectionOf(row);
    const scores = board.peek(at);
    if (!scores) throw new RangeError("Row outside the index");
    const { sectionFile, tokenStart } = this.#segment(at).columns;
    const own = sectionFile[section]!;
    const linked = anchored.has({ segment: at, file: own, section });
    const score = lexicalScore(query, weights, {
      base: scores.sections[section]! +
        model.fileWeight * scores.files[own]!,
      evidence: readers.of(at).read(section),
      title: readers.titlesOf(at).read(section),
      length: tokenStart[section + 1]! - tokenStart[section]!,
      definitionTitle: isDefinitionTitle?.(this.titleOf(row)) ?? false,
    }, settings.lexical);
    const { path, startLine, key, file } = this.sectionOf(row);
    const candidate: Candidate = {
      row,
      key,
      file,
      path,
      startLine,
      score: score.score,
      parts: score.parts,
      coverage: score.coverage,
      matched: score.matched,
      matchedCounts: score.matchedCounts,
      signals: score.signals | (linked ? SIGNALS.anchor : 0),
    };
    this.#judged.set(row, candidate);
    return candidate;
  }

  #segment(at: number): Segment {
    const segment = this.#init.context.view.segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    return segment;
  }
}
