import { defaultConfig } from "../../../src/config/draft.ts";
import {
  type Corpus,
  readFileText,
  walkManual,
} from "../../../src/manuals/library/corpus.ts";
import type { FindParams } from "../../../src/manuals/find/find_params.ts";
import type { Finder } from "../../../src/manuals/find/finder.ts";
import { openFinder } from "../../../src/manuals/find/open_finder.ts";
import { defaultRequiredTerms } from "../../../src/manuals/search/default_required.ts";
import { FORMATS } from "../../../src/manuals/formats/formats.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { type Page, type Queries, queriesOf, writePages } from "./pages.ts";

const HOUR_MS = 3_600_000;

/** The id of every synthetic manual. */
export const MANUAL_ID = "manual";

/** A manual to measure on, gone at the end of its scope. */
export interface SyntheticManual extends AsyncDisposable, Readonly<Queries> {
  /** The directory with the manual in it. */
  readonly root: string;
  /** The manual's own directory. */
  readonly place: string;
  readonly corpus: Corpus;
  /** Size of all files. */
  readonly bytes: number;
}

/** Writes a manual to measure on, with queries from its own sentences. */
export async function makeManual(
  pages: readonly Page[],
): Promise<SyntheticManual> {
  const root = await Deno.makeTempDir();
  const place = `${root}/${MANUAL_ID}`;
  await Deno.mkdir(place);
  const bytes = writePages(place, pages);
  const corpus = await walkManual(runtime.files, place);
  const remove = () => Deno.remove(root, { recursive: true });
  return {
    root,
    place,
    ...queriesOf(pages),
    corpus,
    bytes,
    [Symbol.asyncDispose]: remove,
  };
}

/** A finder over a synthetic manual; by default it looks at the files only once. */
export function openManual(
  { root }: Pick<SyntheticManual, "root">,
  { refreshMs = HOUR_MS, cacheDir }: {
    readonly refreshMs?: number;
    readonly cacheDir?: string;
  } = {},
): Finder {
  return openFinder({
    runtime,
    root,
    settings: { ...defaultConfig().manuals, refresh_ms: refreshMs },
    ...cacheDir !== undefined && { cacheDir },
  });
}

/** A find that is not answered from memory. */
export function ask(query: string): FindParams {
  return {
    query,
    manual_id: MANUAL_ID,
    required_terms: defaultRequiredTerms(query),
    use_cache: false,
  };
}

/** Reads and splits every file, as all engines must. */
export function readSections(
  { place, corpus }: Pick<SyntheticManual, "place" | "corpus">,
): string[] {
  const texts: string[] = [];
  for (const { path } of corpus.files) {
    const read = readFileText(runtime.files, `${place}/${path}`);
    if ("problem" in read) continue;
    for (const { start, ownEnd } of FORMATS.parse(path, read.text).sections) {
      texts.push(read.text.slice(start, ownEnd));
    }
  }
  return texts;
}

/** How long something takes, in milliseconds. */
export async function time(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
