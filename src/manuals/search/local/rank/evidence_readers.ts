import { type EvidenceContext, EvidenceReader } from "./evidence.ts";
import { EvidenceTable } from "./evidence_table.ts";
import { TitleReader } from "./title_reader.ts";

/** The readers of a query's evidence, each made with its segment's first row. */
export class EvidenceReaders {
  readonly #context: EvidenceContext;
  readonly #readers: (EvidenceReader | undefined)[] = [];
  readonly #titles: (TitleReader | undefined)[] = [];
  #table: EvidenceTable | undefined;

  /** Looks nothing up yet. */
  constructor(context: EvidenceContext) {
    this.#context = context;
  }

  /** The reader of a segment. */
  of(at: number): EvidenceReader {
    return this.#readers[at] ??= new EvidenceReader(
      this.#context,
      this.#table ??= new EvidenceTable(this.#context.query),
      at,
    );
  }

  /** The reader of a segment's titles. */
  titlesOf(at: number): TitleReader {
    const { view, query } = this.#context;
    return this.#titles[at] ??= new TitleReader(view, query, at);
  }
}
