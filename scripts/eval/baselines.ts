/**
 * What people use today, on the same documents, each a whole file in one field.
 * For Japanese every system gets a tokenizer that works: their own find next to
 * nothing.
 *
 * @module
 */
import MiniSearch from "minisearch";
import { DatabaseSync } from "node:sqlite";
import { TextAnalyzer } from "../../src/manuals/search/local/tokens/text_analyzer.ts";
import type { Collection, Document } from "./collection.ts";
import type { System } from "./systems.ts";

const DEPTH = 50;
const WORDS = /[\p{L}\p{N}]+/gu;

type Tokenize = (text: string) => string[];

/** Words as they stand, lower case. */
export const plainWords: Tokenize = (text) =>
  text.toLowerCase().match(WORDS) ?? [];

/** Words by `Intl.Segmenter`. */
function segmenterWords(): Tokenize {
  const segmenter = new Intl.Segmenter("ja", { granularity: "word" });
  return (text) =>
    [...segmenter.segment(text.normalize("NFKC").toLowerCase())]
      .filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** The terms of our index: stems, pairs of characters and single Han. */
function ourTerms(): Tokenize {
  const analyzer = new TextAnalyzer();
  return (text) => analyzer.terms(text);
}

/** Plain BM25 (k1 1.2, b 0.75) over an inverted index. */
function openBm25(
  name: string,
  documents: readonly Document[],
  tokenize: Tokenize,
): System {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map(({ text }, id) => {
    const terms = tokenize(text);
    for (const term of terms) {
      const list = postings.get(term) ?? new Map<number, number>();
      postings.set(term, list.set(id, (list.get(id) ?? 0) + 1));
    }
    return terms.length;
  });
  const mean = lengths.reduce((sum, l) => sum + l, 0) / documents.length;
  return {
    name,
    rank(query): string[] {
      const scores = new Map<number, number>();
      for (const term of tokenize(query)) {
        const list = postings.get(term);
        if (!list) continue;
        const rest = documents.length - list.size;
        const idf = Math.log(1 + (rest + 0.5) / (list.size + 0.5));
        for (const [id, tf] of list) {
          const norm = 1.2 * (0.25 + 0.75 * (lengths[id] ?? 0) / mean);
          scores.set(id, (scores.get(id) ?? 0) + idf * tf * 2.2 / (tf + norm));
        }
      }
      return [...scores].sort((a, b) => b[1] - a[1]).slice(0, DEPTH)
        .map(([id]) => documents[id]?.path ?? "");
    },
  };
}

/** `minisearch` with its default scoring. */
function openMiniSearch(
  name: string,
  documents: readonly Document[],
  tokenize?: Tokenize,
): System {
  const index = new MiniSearch({
    idField: "path",
    fields: ["text"],
    ...tokenize && { tokenize },
  });
  index.addAll(documents);
  return {
    name,
    rank: (query) =>
      index.search(query).slice(0, DEPTH).map(({ id }) => String(id)),
  };
}

/** SQLite FTS5, in memory; the query is an OR of its terms. */
function openFts5(
  name: string,
  documents: readonly Document[],
  { tokenizer, terms }: { tokenizer: string; terms?: Tokenize },
): System {
  const database = new DatabaseSync(":memory:");
  database.exec(
    `CREATE VIRTUAL TABLE docs USING fts5(text, content='', tokenize='${tokenizer}')`,
  );
  const insert = database.prepare(
    "INSERT INTO docs(rowid, text) VALUES (?, ?)",
  );
  database.exec("BEGIN");
  documents.forEach(({ text }, i) =>
    insert.run(i + 1, terms ? terms(text).join(" ") : text)
  );
  database.exec("COMMIT");
  const select = database.prepare(
    `SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT ${DEPTH}`,
  );
  return {
    name,
    rank(query): string[] {
      const words = [...new Set((terms ?? plainWords)(query))];
      if (words.length === 0) return [];
      const match = words.map((w) => `"${w.replaceAll('"', "")}"`).join(" OR ");
      return select.all(match)
        .map((row) => documents[Number(row.rowid) - 1]?.path ?? "");
    },
    close: () => database.close(),
  };
}

/** Every baseline for a collection. */
export function openBaselines(
  { documents, japanese }: Collection,
): System[] {
  if (!japanese) {
    return [
      openBm25("BM25, plain words", documents, plainWords),
      openFts5("FTS5 unicode61", documents, { tokenizer: "unicode61" }),
      openFts5("FTS5 porter", documents, { tokenizer: "porter unicode61" }),
      openMiniSearch("minisearch", documents),
    ];
  }
  const terms = ourTerms();
  const words = segmenterWords();
  const tokenizer = "unicode61";
  return [
    openBm25("BM25, pairs + single Han", documents, terms),
    openBm25("BM25, Intl.Segmenter", documents, words),
    openFts5("FTS5, Intl.Segmenter", documents, { tokenizer, terms: words }),
    openFts5("FTS5, pairs + single Han", documents, { tokenizer, terms }),
    openMiniSearch("minisearch, our tokens", documents, terms),
  ];
}
