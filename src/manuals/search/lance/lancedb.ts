/**
 * What is used of LanceDB. The package is no dependency: it is loaded from where
 * its user installed it.
 *
 * @module
 */
import {
  packageVersion,
  programDirectory,
  requirePackage,
} from "../../../runtime/packages.ts";
import type { Runtime } from "../../../runtime/runtime.ts";
import { ManualError } from "../../errors.ts";
import { LANCEDB_VERSION } from "../../problem_text.ts";

/** A column of a result. */
interface Column<T> {
  get(row: number): T | null;
}

/** A result, column by column. */
export interface Rows {
  readonly numRows: number;
  getChild<T>(name: string): Column<T> | null;
}

/** A query that is being put together. */
export interface LanceQuery {
  fullTextSearch(query: object, options: { columns: string[] }): LanceQuery;
  where(predicate: string): LanceQuery;
  select(columns: readonly string[]): LanceQuery;
  withRowId(): LanceQuery;
  limit(rows: number): LanceQuery;
  offset(rows: number): LanceQuery;
  toArrow(options?: { timeoutMs?: number }): Promise<Rows>;
}

/** A table, at a version. */
export interface LanceTable {
  query(): LanceQuery;
  takeRowIds(
    ids: readonly bigint[],
  ): Pick<LanceQuery, "select" | "withRowId" | "toArrow">;
  add(data: object): Promise<Written>;
  delete(predicate: string): Promise<Written>;
  update(options: {
    readonly where: string;
    readonly values: Readonly<Record<string, string | number>>;
  }): Promise<{ readonly rowsUpdated: number }>;
  createIndex(column: string, options: { config: object }): Promise<void>;
  optimize(options?: { cleanupOlderThan: Date }): Promise<unknown>;
  version(): Promise<number>;
  checkout(version: number): Promise<void>;
  checkoutLatest(): Promise<void>;
  restore(): Promise<void>;
  close(): void;
}

/** What a write came to. */
export interface Written {
  /** The version of the table that it made. */
  readonly version: number;
}

/** A database: some tables. */
export interface LanceConnection {
  tableNames(options?: { startAfter?: string }): Promise<string[]>;
  openTable(name: string): Promise<LanceTable>;
  createTable(name: string, data: object): Promise<LanceTable>;
  dropTable(name: string): Promise<void>;
  close(): void;
}

/** The package `@lancedb/lancedb`. */
export interface LanceDb {
  connect(
    uri: string,
    options: {
      readonly storageOptions?: Readonly<Record<string, string>>;
      readonly apiKey?: string;
      readonly region?: string;
    },
    session: object,
  ): Promise<LanceConnection>;
  /** What connections keep in memory, in bytes. */
  readonly Session: new (indexes: bigint, metadata: bigint) => object;
  readonly Index: {
    fts(options: Readonly<Record<string, unknown>>): object;
    btree(): object;
  };
  readonly MatchQuery: new (
    text: string,
    column: string,
    options?: { boost?: number; operator?: string },
  ) => object;
  readonly BooleanQuery: new (
    queries: readonly (readonly [occur: string, query: object])[],
  ) => object;
}

/** What is used of `apache-arrow`, in which LanceDB takes its rows. */
export interface Arrow {
  readonly Table: new (batch: object) => object;
  readonly RecordBatch: new (schema: object, data: object) => object;
  readonly Schema: new (fields: readonly object[]) => object;
  readonly Field: new (name: string, type: object, nullable: boolean) => object;
  readonly Utf8: new () => object;
  readonly Binary: new () => object;
  readonly Int32: new () => object;
  readonly Float64: new () => object;
  readonly Struct: new (fields: readonly object[]) => object;
  makeData(data: Readonly<Record<string, unknown>>): object;
}

/** Both packages. */
export interface LancePackages {
  readonly lancedb: LanceDb;
  readonly arrow: Arrow;
}

const NAME = "@lancedb/lancedb";
// It would write to standard error itself, past our own log.
const QUIET = { LANCEDB_LOG: "off" };

/** Where a store is, and what reads it. */
export interface StoreSettings {
  /** A directory, `s3://bucket/prefix`, or `db://name`. */
  readonly uri: string;
  /** The directory in which the package was installed. */
  readonly package_dir?: string | undefined;
}

/**
 * Loads LanceDB from the directory that the settings name, from beside this
 * program, or from the working directory. Of another version even what seems to
 * work may not: an older one finds nothing in what a newer one has indexed.
 */
export function loadLanceDb(
  { uri, package_dir }: StoreSettings,
  { cwd }: Pick<Runtime, "cwd">,
): LancePackages {
  const places = package_dir === undefined
    ? [programDirectory(), cwd()].filter((place) => place !== "")
    : [package_dir];
  try {
    for (const place of places) {
      const lancedb = requirePackage(place, NAME, QUIET) as LanceDb | undefined;
      if (!lancedb) continue;
      const version = packageVersion(place, NAME);
      if (minorOf(version) !== minorOf(LANCEDB_VERSION)) {
        throw new Error(`version ${version} is`);
      }
      const arrow = requirePackage(place, "apache-arrow") as Arrow | undefined;
      if (arrow) return { lancedb, arrow };
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ManualError({ kind: "store", uri, fault: "package", detail });
  }
  throw new ManualError({ kind: "store", uri, fault: "package" });
}

/** The part of a version whose change may mean anything, before 1.0. */
function minorOf(version: string): string {
  return version.slice(0, version.lastIndexOf("."));
}
