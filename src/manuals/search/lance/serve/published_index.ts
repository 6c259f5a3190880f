import type { WholeManual } from "../../local/index/index_view.ts";
import type { FileLink } from "../../local/index/link_segment.ts";
import { readPiece } from "../../local/index/pieces.ts";
import type { Segment } from "../../local/index/segment.ts";
import type { WeightedTerm } from "../../local/rank/base_score.ts";
import type { CharClasses } from "../../local/tokens/char_class.ts";
import { LinkPlaces } from "./link_places.ts";
import type { OpenManual } from "./lance_store.ts";
import { type Proposal, proposalQuery } from "./propose.ts";
import { column, literal } from "../rows.ts";
import { readVocabulary, type Vocabulary } from "../vocabulary.ts";

/** A row of the manual's table, at its version. */
export type RowId = bigint;

/** How many rows are wanted, and which. */
export interface ProposeOptions {
  readonly limit: number;
  /** Only rows for which this is true. */
  readonly where?: string | undefined;
  /** How many were seen before. */
  readonly offset?: number;
}

// Tokens of the pieces that are kept in memory: a few dozen megabytes.
const MAX_KEPT_TOKENS = 2_000_000;

const MAX_KEPT_PATHS = 10_000;

/** A version of a published manual, as searches see it. */
export class PublishedIndex {
  /** What is known of all of it. */
  readonly whole: WholeManual;
  readonly vocabulary: Vocabulary;
  readonly #manual: OpenManual;
  readonly #classes: CharClasses;
  /** Pieces that were fetched, the last used last. */
  readonly #kept = new Map<RowId, Segment>();
  #tokens = 0;
  /** Rows of files that links lead to. */
  readonly #rows = new Map<string, readonly RowId[]>();

  private constructor(
    manual: OpenManual,
    vocabulary: Vocabulary,
    classes: CharClasses,
  ) {
    const { rows, files, sections, tokens } = manual.published;
    this.#manual = manual;
    this.#classes = classes;
    this.vocabulary = vocabulary;
    this.whole = {
      ...{ rows, files, sections, tokens },
      words: vocabulary.words,
      sectionsWith: (term) => vocabulary.count(term),
    };
  }

  /** Reads the vocabulary: all that is read before the first search. */
  static async open(
    manual: OpenManual,
    classes: CharClasses,
  ): Promise<PublishedIndex> {
    const { table, published } = manual;
    const vocabulary = await readVocabulary(table, published.vocabulary);
    return new PublishedIndex(manual, vocabulary, classes);
  }

  /** The rows that LanceDB proposes, best first. */
  async propose(
    proposal: Proposal,
    { limit, where, offset = 0 }: ProposeOptions,
  ): Promise<RowId[]> {
    const { store: { lancedb }, table } = this.#manual;
    const wanted = proposalQuery(lancedb, proposal, "terms");
    if (!wanted) return [];
    const query = table.query().fullTextSearch(wanted, { columns: ["terms"] })
      .select(["_score"]).withRowId().limit(limit);
    if (where !== undefined) query.where(where);
    if (offset > 0) query.offset(offset);
    return column<RowId>(await query.toArrow(), "_rowid");
  }

  /** The rows that come first. */
  async first({ limit, where }: ProposeOptions): Promise<RowId[]> {
    const rows = await this.#manual.table.query()
      .where(`piece >= 0 AND terms != ''${where ? ` AND (${where})` : ""}`)
      .select(["path"]).withRowId().limit(limit).toArrow();
    return column<RowId>(rows, "_rowid");
  }

  /** The links that LanceDB proposes, best first, those that are alike once. */
  async links(
    terms: readonly WeightedTerm[],
    limit: number,
  ): Promise<FileLink[]> {
    const { store: { lancedb }, table } = this.#manual;
    const wanted = proposalQuery(lancedb, { terms, required: [] }, "anchor");
    if (!wanted) return [];
    const rows = await table.query()
      .fullTextSearch(wanted, { columns: ["anchor"] })
      .select(["path", "text", "bytes", "_score"]).limit(limit).toArrow();
    const paths = column<string>(rows, "path");
    const places = column<string>(rows, "text");
    const links = new Map<string, FileLink>();
    column<Uint8Array>(rows, "bytes").forEach((tokens, i) => {
      const [path = "", place = ""] = [paths[i], places[i]];
      const key = `${place} ${tokens}`;
      if (!links.has(key)) links.set(key, { path, place, tokens });
    });
    return [...links.values()];
  }

  /** Tells where links lead. */
  async places(): Promise<LinkPlaces> {
    return await this.#manual.remember(
      "places",
      async () => new LinkPlaces(await this.#manual.paths()),
    );
  }

  /** The rows of files. */
  async rowsOf(paths: readonly string[]): Promise<RowId[]> {
    const missing = [...new Set(paths)].filter((path) => !this.#rows.has(path));
    if (missing.length > 0) {
      const rows = await this.#manual.table.query()
        .where(`piece >= 0 AND path IN (${missing.map(literal).join(", ")})`)
        .select(["path"]).withRowId().toArrow();
      if (this.#rows.size > MAX_KEPT_PATHS) this.#rows.clear();
      const ids = column<RowId>(rows, "_rowid");
      column<string>(rows, "path").forEach((path, i) =>
        this.#rows.set(path, [
          ...this.#rows.get(path) ?? [],
          ...ids.slice(i, i + 1),
        ])
      );
    }
    return paths.flatMap((path) => this.#rows.get(path) ?? []);
  }

  /** The pieces of rows; those that are not kept are fetched together. */
  async pieces(rows: Iterable<RowId>): Promise<Map<RowId, Segment>> {
    const pieces = new Map<RowId, Segment>();
    const missing: RowId[] = [];
    for (const row of new Set(rows)) {
      const kept = this.#kept.get(row);
      if (kept) {
        this.#kept.delete(row);
        this.#kept.set(row, kept);
        pieces.set(row, kept);
      } else missing.push(row);
    }
    if (missing.length === 0) return pieces;
    const fetched = await this.#manual.table.takeRowIds(missing)
      .select(["bytes"]).withRowId().toArrow();
    const bytes = column<Uint8Array>(fetched, "bytes");
    column<RowId>(fetched, "_rowid").forEach((row, i) => {
      const segment = readPiece(bytes[i] ?? new Uint8Array(), this.#classes);
      pieces.set(row, segment);
      // Another search may have fetched it meanwhile.
      if (!this.#kept.has(row)) this.#tokens += segment.liveTokens;
      this.#kept.set(row, segment);
    });
    this.#forget();
    return pieces;
  }

  #forget(): void {
    for (const [row, { liveTokens }] of this.#kept) {
      if (this.#tokens <= MAX_KEPT_TOKENS) return;
      this.#kept.delete(row);
      this.#tokens -= liveTokens;
    }
  }
}
