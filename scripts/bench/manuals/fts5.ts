import { DatabaseSync, type StatementSync } from "node:sqlite";
import { plainWords } from "../../eval/baselines.ts";

/** Sections in SQLite's full-text search, with its English stemmer. */
export class Fts5 {
  readonly #database: DatabaseSync;
  readonly #select: StatementSync;

  /** Fills a database; `file` may be `:memory:`. */
  constructor(texts: readonly string[], file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(
      "CREATE VIRTUAL TABLE docs USING fts5(text, content='', tokenize='porter unicode61')",
    );
    const insert = this.#database.prepare(
      "INSERT INTO docs(rowid, text) VALUES (?, ?)",
    );
    this.#database.exec("BEGIN");
    texts.forEach((text, i) => insert.run(i + 1, text));
    this.#database.exec("COMMIT");
    this.#select = this.#database.prepare(
      "SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT 50",
    );
  }

  /** Runs one query: sections with any of the words, the best 50. */
  search(query: string): unknown[] {
    const words = [...new Set(plainWords(query))];
    return this.#select.all(words.map((word) => `"${word}"`).join(" OR "));
  }

  /** Lets go of the database. */
  close(): void {
    this.#database.close();
  }
}
