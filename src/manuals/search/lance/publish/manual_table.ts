import { wordsOf } from "../../local/index/words.ts";
import { stem } from "../../local/tokens/stem.ts";
import type { Connected } from "../connect.ts";
import type { LanceTable, Written } from "../lancedb.ts";
import type { Lease } from "./lease.ts";
import { type PublishedManual, TABLE_PREFIX } from "../manifest.ts";
import type { ManualChange } from "./manual_writer.ts";
import {
  arrowRows,
  column,
  EMPTY_ROW,
  literal,
  type StoreRow,
} from "../rows.ts";
import { encodePart, readVocabulary } from "../vocabulary.ts";

/** Names in one predicate. */
const MAX_NAMES = 200;
// All terms are written anew once those that changed are more than this share.
const REWRITE_SHARE = 0.25;
const MIN_REWRITE = 20_000;

/** Our terms are words already: nothing is to be done to them. */
const TERMS_INDEX = {
  baseTokenizer: "whitespace",
  stem: false,
  lowercase: false,
  asciiFolding: false,
  removeStopWords: false,
  withPosition: false,
  maxTokenLength: null,
} as const;

interface TableContext {
  readonly store: Connected;
  readonly lease: Lease;
}

type Counted = Omit<PublishedManual, "problems" | "skipped" | "bare">;

/** The table of a manual while it is written. */
export class ManualTable {
  readonly #context: TableContext;
  readonly #before: PublishedManual | undefined;
  readonly #name: string;
  #table: LanceTable | undefined;
  /** What the last write of this publication made of it. */
  #version = 0;
  /** One write goes on while the next rows are made. */
  #writing: Promise<void> = Promise.resolve();

  /** Takes what is published of the manual; nothing for a new one. */
  constructor(
    context: TableContext,
    before: PublishedManual | undefined,
  ) {
    this.#context = context;
    this.#before = before;
    this.#name = before?.table ?? TABLE_PREFIX + crypto.randomUUID();
  }

  /** The hashes of what is published, by path. */
  async files(): Promise<Map<string, string>> {
    const table = await this.#open();
    if (!table) return new Map();
    const rows = await table.query().where("piece = 0 AND path != ''")
      .select(["path", "hash"]).toArrow();
    const hashes = column<string>(rows, "hash");
    return new Map(
      column<string>(rows, "path").map((path, i) => [path, hashes[i] ?? ""]),
    );
  }

  /** Opens the table as it is published, whatever a dead publisher left. */
  async #open(): Promise<LanceTable | undefined> {
    if (this.#table || !this.#before) return this.#table;
    const { version } = this.#before;
    const { connection } = this.#context.store;
    const table = await connection.openTable(this.#name);
    if (await table.version() !== version) {
      await table.checkout(version);
      await table.restore();
    }
    this.#version = await table.version();
    return this.#table = table;
  }

  /** Whoever was halted may write once more, before it sees that it is late. */
  #note({ version }: Written): void {
    const { lease } = this.#context;
    if (version > this.#version + 1) throw lease.taken();
    this.#version = version;
  }

  /** Removes the rows of files; tells what they were. */
  async remove(
    paths: readonly string[],
    tell: (pieces: readonly Uint8Array[]) => void,
  ): Promise<void> {
    const table = await this.#open();
    if (!table) return;
    for (let at = 0; at < paths.length; at += MAX_NAMES) {
      await this.#context.lease.check();
      const names = paths.slice(at, at + MAX_NAMES).map(literal).join(", ");
      const where = `path IN (${names})`;
      const rows = await table.query().where(`${where} AND piece >= 0`)
        .select(["bytes"]).toArrow();
      tell(column<Uint8Array>(rows, "bytes"));
      this.#note(await table.delete(where));
    }
  }

  /** Writes rows, once those before are written. */
  async add(rows: readonly StoreRow[]): Promise<void> {
    const { store, lease } = this.#context;
    await this.#writing;
    await lease.check();
    if (rows.length === 0) return;
    const data = arrowRows(store, rows);
    const write = async (): Promise<void> => {
      if (this.#table) this.#note(await this.#table.add(data));
      else {
        this.#table = await store.connection.createTable(this.#name, data);
        this.#version = await this.#table.version();
      }
    };
    this.#writing = write();
    // Who waits for it next hears of a failure.
    this.#writing.catch(() => undefined);
  }

  /** Writes the vocabulary and the indexes; all is then in one version. */
  async finish(change: ManualChange, begun: number): Promise<Counted> {
    const vocabulary = await this.#writeVocabulary(change);
    await this.#writing;
    const { store: { lancedb: { Index } }, lease } = this.#context;
    const before = this.#before;
    const table = this.#table;
    if (!table) throw new TypeError("A table without rows");
    if (before) {
      // What was before the last publication, no reader needs any more.
      await table.optimize({ cleanupOlderThan: new Date(before.begun) });
    } else {
      for (const column of ["terms", "anchor"]) {
        await table.createIndex(column, { config: Index.fts(TERMS_INDEX) });
      }
      await table.createIndex("path", { config: Index.btree() });
    }
    await lease.check();
    return {
      table: this.#name,
      version: await table.version(),
      begun,
      files: (before?.files ?? 0) + change.files,
      rows: (before?.rows ?? 0) + change.rows,
      sections: (before?.sections ?? 0) + change.sections,
      tokens: (before?.tokens ?? 0) + change.tokens,
      vocabulary,
    };
  }

  /** Adds what changed, or writes all terms where that is too much. */
  async #writeVocabulary(
    { counts, words }: ManualChange,
  ): Promise<readonly string[]> {
    const table = await this.#open();
    const before = this.#before?.vocabulary ?? [];
    if (!table || before.length === 0) {
      return [await this.#writePart({ counts, words })];
    }
    const known = await readVocabulary(table, before);
    for (const word of wordsOf(known.words)) words.delete(word);
    for (const [term, count] of counts) {
      if (count === 0) counts.delete(term);
    }
    const most = Math.max(MIN_REWRITE, REWRITE_SHARE * known.size);
    if (known.changed + counts.size <= most) {
      return [...before, await this.#writePart({ counts, words })];
    }
    const all = known.counts();
    for (const [term, count] of counts) {
      all.set(term, (all.get(term) ?? 0) + count);
    }
    for (const [term, count] of all) if (count <= 0) all.delete(term);
    const living = [...words, ...wordsOf(known.words)]
      .filter((word) => all.has(stem(word)));
    const names = before.map(literal).join(", ");
    await this.#writing;
    this.#note(await table.delete(`path = '' AND hash IN (${names})`));
    return [await this.#writePart({ counts: all, words: living })];
  }

  async #writePart(part: Parameters<typeof encodePart>[0]): Promise<string> {
    const hash = crypto.randomUUID();
    await this.add([{ ...EMPTY_ROW, hash, bytes: encodePart(part) }]);
    return hash;
  }
}
