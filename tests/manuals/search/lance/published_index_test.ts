import assert from "node:assert/strict";
import type {
  LanceTable,
  Rows,
} from "../../../../src/manuals/search/lance/lancedb.ts";
import type { OpenManual } from "../../../../src/manuals/search/lance/serve/lance_store.ts";
import { PublishedIndex } from "../../../../src/manuals/search/lance/serve/published_index.ts";
import { piecesOf } from "../../../../src/manuals/search/local/index/pieces.ts";
import { CharClasses } from "../../../../src/manuals/search/local/tokens/char_class.ts";
import { segmentOf } from "../../../kit/segments.ts";

/** A manual of one file, which counts the rows that are fetched. */
function manualOf(text: string): { manual: OpenManual; fetched: number } {
  const [piece] = piecesOf([segmentOf({ "a.md": `A\n${text}` })]);
  const rowsOf = (columns: Readonly<Record<string, unknown[]>>): Rows => ({
    numRows: Object.values(columns)[0]?.length ?? 0,
    getChild: <T>(name: string) => ({
      get: (row: number) => columns[name]?.[row] as T,
    }),
  });
  const answer = (rows: Rows): unknown => {
    const query = {
      where: () => query,
      select: () => query,
      withRowId: () => query,
      toArrow: () => Promise.resolve(rows),
    };
    return query;
  };
  const table = {
    query: () => answer(rowsOf({})),
    takeRowIds(ids: readonly bigint[]) {
      made.fetched += ids.length;
      const bytes = ids.map(() => piece?.bytes);
      return answer(rowsOf({ bytes, _rowid: [...ids] }));
    },
  };
  const published = { rows: 1, files: 1, sections: 1, tokens: 1 };
  const made = {
    fetched: 0,
    manual: {
      table: table as unknown as LanceTable,
      published: { ...published, vocabulary: [] },
    } as unknown as OpenManual,
  };
  return made;
}

Deno.test("PublishedIndex keeps a piece that several searches fetched at once", async () => {
  const made = manualOf("alpha beta gamma delta\n".repeat(1800));
  const index = await PublishedIndex.open(made.manual, new CharClasses());
  // Together they have more tokens than are kept.
  await Promise.all(Array.from({ length: 300 }, () => index.pieces([1n])));
  made.fetched = 0;
  const pieces = await index.pieces([1n]);
  assert.equal(pieces.get(1n)?.path(0), "a.md");
  assert.equal(made.fetched, 0);
});
