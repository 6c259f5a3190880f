import {
  readFileText,
  walkManual,
} from "../../../src/manuals/library/corpus.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { makePages, type Page } from "./make_pages.ts";

const SYNTHETIC = { seed: 1, japanese: 0.2 };
const SAMPLED = 100;
const FEW = 10;
const MIN_WORDS = 7;
const QUERY_CHARS = 20;
const IDENTIFIER = /\b(?:[A-Za-z]+[-_.]\d+|[A-Za-z]+_\w+|[a-z]+[A-Z]\w*)\b/g;
const HEADING = /^#{1,6} +([\x20-\x7e]+)$/gm;

export type { Page };

/** The pages of a synthetic manual of that many files. */
export function madePages(files: number): Page[] {
  return [...pagesOnTheWay(files)];
}

/** The same one by one: a large manual need not lie in memory. */
export function pagesOnTheWay(files: number): Generator<Page> {
  return makePages({ ...SYNTHETIC, files });
}

/** The pages below a directory, which is only read. */
export async function readPages(dir: string): Promise<Page[]> {
  const { files } = await walkManual(runtime.files, dir);
  return files.flatMap(({ path }) => {
    const read = readFileText(runtime.files, `${dir}/${path}`);
    return "text" in read ? [{ path, text: read.text }] : [];
  });
}

/** The same pages, each in a folder of its own: `x.md` as `x/index.md`. */
export function folderEach(pages: readonly Page[]): Page[] {
  return pages.map(({ path, text }) => ({
    path: path.replace(/\.(\w+)$/, "/index.$1"),
    text,
  }));
}

/** Writes pages below a directory; returns how many bytes they have. */
export function writePages(dir: string, pages: Iterable<Page>): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const { path, text } of pages) {
    const place = `${dir}/${path}`;
    Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), { recursive: true });
    const data = encoder.encode(text);
    Deno.writeFileSync(place, data);
    bytes += data.length;
  }
  return bytes;
}

/** Queries from the pages' own text. */
export interface Queries {
  /**
   * As people ask: headings, and two to five words of a sentence, common and
   * rare as they come.
   */
  readonly mixedQueries: string[];
  /** Some words of a sentence: most match more than half of all sections. */
  readonly queries: string[];
  /** Two words that few sections hold. */
  readonly rareQueries: string[];
  /** Names that stand in one page of the sample, such as `CODE-4711`. */
  readonly identifierQueries: string[];
}

/** Makes queries from some pages, spread over all of them. */
export function queriesOf(pages: readonly Page[]): Queries {
  const step = Math.max(1, Math.floor(pages.length / SAMPLED));
  const sample = pages.filter((_, i) => i % step === 0).slice(0, SAMPLED);
  const counts = new Map<string, number>();
  for (const { text } of sample) {
    for (const [word] of text.matchAll(/\b[a-z]{6,}\b/g)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  // The other engines find nothing in scripts without spaces: only where there
  // is nothing else do such texts give queries.
  const worded = sample.flatMap(({ text }) => wordsOf(text));
  const queries = worded.length >= FEW
    ? worded
    : sample.flatMap(({ text }) => charsOf(text));
  const rare = [...counts].flatMap(([word, n]) => n === 1 ? [word] : []);
  const rareQueries = queries.map((_, i) => rare.slice(2 * i, 2 * i + 2))
    .filter(({ length }) => length === 2).map((words) => words.join(" "));
  const mixed = sample.flatMap(({ text }, i) => mixedOf(text, i));
  const mixedQueries = mixed.length >= FEW ? mixed : queries;
  const identifierQueries = rareIdentifiers(sample);
  return { mixedQueries, queries, rareQueries, identifierQueries };
}

/** One from each page that has any. */
function rareIdentifiers(pages: readonly Page[]): string[] {
  const found = pages.map(({ text }) => new Set(text.match(IDENTIFIER)));
  const counts = new Map<string, number>();
  for (const name of found.flatMap((names) => [...names])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return found.flatMap((names) =>
    [...names].filter((name) => counts.get(name) === 1).slice(0, 1)
  );
}

/** The heading of a section from every other page, words from the others. */
function mixedOf(text: string, i: number): string[] {
  const headings = [...text.matchAll(HEADING)].map(([, title = ""]) => title)
    .filter((title) => title.includes(" "));
  const heading = headings[i % Math.max(1, headings.length)];
  if (i % 2 === 0 && heading !== undefined) return [heading];
  const sentences = text.split(/\n|(?<=[.!?]) /)
    .filter((s) => /^[A-Z][\x20-\x7e]*[.!?]$/.test(s))
    .map((s) => s.slice(0, -1).split(" ")).filter((s) => s.length >= MIN_WORDS);
  const words = sentences[i % Math.max(1, sentences.length)];
  if (!words) return [];
  const wanted = 2 + (i >> 1) % 4;
  const step = Math.floor(words.length / wanted);
  return [words.filter((_, at) => at % step === 0).slice(0, wanted).join(" ")];
}

/** Words of the last sentence. */
function wordsOf(text: string): string[] {
  const line = text.split("\n").findLast((l) => /^[A-Z]/.test(l)) ?? "";
  const words = line.split(" ");
  return words.length >= MIN_WORDS ? [words.slice(2, MIN_WORDS).join(" ")] : [];
}

/** Characters of the last sentence. */
function charsOf(text: string): string[] {
  const line = text.split("\n").findLast((l) => /^\p{Lo}/u.test(l)) ?? "";
  return line === "" ? [] : [line.slice(0, QUERY_CHARS).trim()];
}
