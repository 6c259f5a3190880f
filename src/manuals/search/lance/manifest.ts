import type { FileProblem } from "../../library/corpus.ts";
import type { SkippedCount } from "../../library/skipped_documents.ts";
import { ManualError } from "../../errors.ts";
import { FORMAT } from "../local/index/index_file.ts";

/** To be raised whenever the same manual would be published differently. */
const STORE_FORMAT = 2;

/** What a store must say of itself: also how text was cut into terms. */
export const PUBLISHED_FORMAT = `${STORE_FORMAT}.${FORMAT}`;

/** The table with the manifest. */
export const MANIFEST_TABLE = "ormcp_manifest";

/** What the names of our other tables begin with. */
export const TABLE_PREFIX = "ormcp_manual_";
const TABLE = new RegExp(`${TABLE_PREFIX}[\\w-]+`, "g");

/** A manual of a store. */
export interface PublishedManual {
  /** Its table, and the version of it that is published. */
  readonly table: string;
  readonly version: number;
  /** When the publication that made this version began. */
  readonly begun: number;
  readonly files: number;
  readonly rows: number;
  readonly sections: number;
  readonly tokens: number;
  /** The parts of its vocabulary, the one with everything first. */
  readonly vocabulary: readonly string[];
  /** Files that are not searched. */
  readonly problems: readonly (readonly [path: string, FileProblem])[];
  /** Documents that do not belong to it, by directory. */
  readonly skipped: readonly (readonly [
    directory: string,
    readonly SkippedCount[],
  ])[];
  /** Directories without any file, below them neither; each ends with `/`. */
  readonly bare: readonly string[];
}

/** What is published in a store. */
export interface Manifest {
  readonly format: string;
  readonly manuals: Readonly<Record<string, PublishedManual>>;
  /** Larger files were not taken. */
  readonly maxFileBytes: number;
  /** Documents beside the manuals. */
  readonly besides: readonly SkippedCount[];
}

/** A store into which nothing was published yet. */
export const NOTHING_PUBLISHED: Manifest = {
  format: PUBLISHED_FORMAT,
  manuals: {},
  maxFileBytes: 0,
  besides: [],
};

/** Reads a manifest, which must be one of this version. */
export function readManifest(uri: string, published: string): Manifest {
  const manifest: Manifest = JSON.parse(published);
  // Of another one nothing else is known.
  if (manifest.format === PUBLISHED_FORMAT) return manifest;
  throw new ManualError({
    kind: "store",
    uri,
    fault: "otherVersion",
    detail: `format ${manifest.format}, this version reads ${PUBLISHED_FORMAT}`,
  });
}

/** The tables that a manifest names, whichever version wrote it. */
export function tablesIn(published: string): ReadonlySet<string> {
  const names = published.matchAll(TABLE);
  return new Set([...names].map(([name]) => name));
}
