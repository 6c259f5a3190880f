import type { IndexView, Row } from "../index/index_view.ts";
import type { ScoreBoard } from "../index/score_board.ts";
import { addScores, type BaseModel, type WeightedTerm } from "./base_score.ts";
import { type Candidate, compareCandidates, sectionKey } from "./candidate.ts";
import { EvidenceReader } from "./evidence.ts";
import { lexicalScore, QueryWeights } from "./lexical_score.ts";
import type { Query } from "./query.ts";
import type { RowSet } from "./row_set.ts";
import { type ScoredRow, selectTop } from "./select_top.ts";
import type { FindSettings } from "./settings.ts";

/** What all passes of one query share. */
export interface PassContext {
  readonly view: IndexView;
  readonly query: Query;
  readonly settings: FindSettings;
  /** Tokens that name a number beside them. */
  readonly numberWords: ReadonlySet<string>;
  /** Tells whether a title promises what the query asks for. */
  readonly isDefinitionTitle: (title: string) => boolean;
}

/** The constants of the base score, from the settings. */
export function baseModel({ lexical, find }: FindSettings): BaseModel {
  const prior = find.file_prescan_enabled;
  return {
    k1: lexical.k1,
    b: lexical.b,
    titleWeight: lexical.title_weight,
    contextWeight: prior ? lexical.context_weight : 0,
    fileWeight: prior ? lexical.file_weight : 0,
    fileB: lexical.b,
  };
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
  readonly #judged = new Map<number, Candidate>();

  /** Does the scoring. */
  constructor(context: PassContext) {
    const { view, query, settings } = context;
    this.#context = context;
    this.#model = baseModel(settings);
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

  /** The best sections, each once, at most `cap` of a file. */
  run(limit: number, only?: RowSet): Candidate[] {
    const { scan_hard_cap, per_file_candidate_cap } =
      this.#context.settings.find;
    const judged = this.#select(Math.min(limit, scan_hard_cap), only)
      .map((row) => this.#judge(row)).sort(compareCandidates);
    const seen = new Set<string>();
    const perFile = new Map<string, number>();
    return judged.filter((candidate) => {
      const { key, path } = candidate;
      const before = perFile.get(path) ?? 0;
      if (seen.has(key) || before >= per_file_candidate_cap) return false;
      seen.add(key);
      perFile.set(path, before + 1);
      return true;
    });
  }

  /** The best sections by their own text alone, whatever their file's worth. */
  explore(limit: number, only?: RowSet): Candidate[] {
    return this.#select(limit, only, 0).map((row) => this.#judge(row));
  }

  #select(limit: number, only?: RowSet, fileWeight?: number): ScoredRow[] {
    return selectTop(this.#context.view, this.#board, {
      limit,
      fileWeight: fileWeight ?? this.#model.fileWeight,
      ...only && { only },
    });
  }

  #judge(row: Row): Candidate {
    const key = row.segment * 65536 + row.section;
    const known = this.#judged.get(key);
    if (known) return known;
    const { view, query, settings, isDefinitionTitle } = this.#context;
    const segment = view.segments[row.segment];
    const scores = this.#board.peek(row.segment);
    if (!segment || !scores) throw new RangeError("Row outside the index");
    const { sectionFile, sectionLine, tokenStart } = segment.columns;
    const file = sectionFile[row.section] ?? 0;
    const title = segment.title(row.section);
    const length = (tokenStart[row.section + 1] ?? 0) -
      (tokenStart[row.section] ?? 0);
    const text = {
      base: (scores.sections[row.section] ?? 0) +
        this.#model.fileWeight * (scores.files[file] ?? 0),
      evidence: this.#reader(row.segment).read(row.section),
      length,
      definitionTitle: isDefinitionTitle(title),
    };
    const path = segment.path(file);
    const line = sectionLine[row.section] ?? 1;
    const candidate: Candidate = {
      row: { segment: row.segment, section: row.section },
      key: sectionKey(path, line),
      path,
      line,
      title,
      ...lexicalScore(query, this.#weights, text, settings.lexical),
    };
    this.#judged.set(key, candidate);
    return candidate;
  }

  #reader(at: number): EvidenceReader {
    const { view, query, numberWords } = this.#context;
    const segment = view.segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    return this.#readers[at] ??= new EvidenceReader(
      query,
      segment,
      numberWords,
    );
  }
}
