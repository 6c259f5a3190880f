import { type EvidenceContext, EvidenceReader } from "./evidence.ts";
import { EvidenceTable } from "./evidence_table.ts";

/** The readers of a query's evidence, each made with its segment's first row. */
export class EvidenceReaders {
  readonly #context: EvidenceContext;
  readonly #readers: (EvidenceReader | undefined)[] = [];
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
}
