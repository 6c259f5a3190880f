import { makePages, type Page } from "../manuals/make_pages.ts";
import { queriesOf, writePages } from "../manuals/pages.ts";
import { MANUAL_ID } from "../manuals/synthetic_manual.ts";

/** A manual on disk, gone at the end of its scope. */
export interface LargeManual extends AsyncDisposable {
  readonly root: string;
  readonly megabytes: number;
  /** As people ask. */
  readonly queries: readonly string[];
}

/** Writes a manual page by page: a large one does not fit into memory. */
export async function makeLargeManual(files: number): Promise<LargeManual> {
  const root = await Deno.makeTempDir();
  const sample: Page[] = [];
  let bytes = 0;
  let at = 0;
  for (const page of makePages({ files, seed: 1, japanese: 0.2 })) {
    bytes += writePages(`${root}/${MANUAL_ID}`, [page]);
    if (at++ % Math.ceil(files / 200) === 0) sample.push(page);
  }
  return {
    root,
    megabytes: bytes / 1e6,
    queries: queriesOf(sample).mixedQueries,
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}
