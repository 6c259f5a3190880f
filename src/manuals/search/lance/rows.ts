/**
 * The rows of a store: the table of a manual, and the one row of the manifest.
 *
 * @module
 */
import type { Arrow, LancePackages, Rows } from "./lancedb.ts";

/**
 * A row of a manual's table: a piece of a file, one of its links, or a part of
 * the vocabulary.
 */
export interface StoreRow {
  /** Of the file; empty for the vocabulary. */
  readonly path: string;
  /** The number of the piece; the first one has the file's text. */
  readonly piece: number;
  /** Of the file's content; what the part of a vocabulary is called. */
  readonly hash: string;
  /** Why it is not searched; empty where it is. */
  readonly problem: string;
  /** The file's text; where a link leads. */
  readonly text: Uint8Array;
  /** What a piece is found by. */
  readonly terms: Uint8Array;
  /** What a link is found by. */
  readonly anchor: Uint8Array;
  readonly bytes: Uint8Array;
}

const NOTHING = new Uint8Array();

/** A row without anything. */
export const EMPTY_ROW: StoreRow = {
  ...{ path: "", piece: 0, hash: "", problem: "" },
  ...{ text: NOTHING, terms: NOTHING, anchor: NOTHING, bytes: NOTHING },
};

/** The piece number of links. */
export const LINK = -1;

/** Makes a table of rows. */
export function arrowRows(
  { arrow }: LancePackages,
  rows: readonly StoreRow[],
): object {
  const encoder = new TextEncoder();
  const strings = (key: "path" | "hash" | "problem"): Uint8Array[] =>
    rows.map((row) => encoder.encode(row[key]));
  const utf8 = new arrow.Utf8();
  const binary = new arrow.Binary();
  return tableOf(arrow, rows.length, [
    ["path", utf8, packed(strings("path"))],
    ["piece", new arrow.Int32(), {
      data: Int32Array.from(rows, ({ piece }) => piece),
    }],
    ["hash", utf8, packed(strings("hash"))],
    ["problem", utf8, packed(strings("problem"))],
    ["text", utf8, packed(rows.map(({ text }) => text))],
    ["terms", utf8, packed(rows.map(({ terms }) => terms))],
    ["anchor", utf8, packed(rows.map(({ anchor }) => anchor))],
    ["bytes", binary, packed(rows.map(({ bytes }) => bytes))],
  ]);
}

/** The one row of the manifest. */
export interface ManifestRow {
  /** Who publishes; empty for nobody. */
  readonly owner: string;
  /** Until when it is believed to, in milliseconds since the epoch. */
  readonly until: number;
  /** What is published, as JSON. */
  readonly published: string;
}

/** Makes a table of it. */
export function manifestRow(
  { arrow }: LancePackages,
  { owner, until, published }: ManifestRow,
): object {
  const utf8 = new arrow.Utf8();
  const text = (value: string): object =>
    packed([new TextEncoder().encode(value)]);
  return tableOf(arrow, 1, [
    ["owner", utf8, text(owner)],
    ["until", new arrow.Float64(), { data: Float64Array.of(until) }],
    ["published", utf8, text(published)],
  ]);
}

type ColumnData = readonly [name: string, type: object, data: object];

function tableOf(
  arrow: Arrow,
  length: number,
  columns: readonly ColumnData[],
): object {
  const fields = columns.map(([name, type]) =>
    new arrow.Field(name, type, false)
  );
  const children = columns.map(([, type, data]) =>
    arrow.makeData({ type, length, nullCount: 0, ...data })
  );
  const type = new arrow.Struct(fields);
  const data = arrow.makeData({ type, length, nullCount: 0, children });
  const schema = new arrow.Schema(fields);
  return new arrow.Table(new arrow.RecordBatch(schema, data));
}

/** Values one after the other. */
function packed(
  values: readonly Uint8Array[],
): { data: Uint8Array; valueOffsets: Int32Array } {
  const valueOffsets = new Int32Array(values.length + 1);
  let end = 0;
  values.forEach((value, i) => {
    end += value.length;
    valueOffsets[i + 1] = end;
  });
  const data = new Uint8Array(end);
  values.forEach((value, i) => data.set(value, valueOffsets[i]));
  return { data, valueOffsets };
}

/** A column of a result; empty where it has none. */
export function column<T>(rows: Rows, name: string): T[] {
  const values = rows.getChild<T>(name);
  const found: T[] = [];
  for (let i = 0; i < rows.numRows; i++) {
    const value = values?.get(i);
    if (value !== null && value !== undefined) found.push(value);
  }
  return found;
}

/** A text in a predicate. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
