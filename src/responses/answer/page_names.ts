/**
 * Pages by what people call them where they give no whole address: the address
 * without its scheme, the host alone, or the title.
 *
 * @module
 */
import type { Source } from "./read_output.ts";
import { sourceKey, trimEnd, webUrlIn } from "./source_url.ts";

/** A page that a text names, and where. */
export interface NamedPage {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** The pages that were seen. */
export interface PageNames {
  /** Those that a text calls by their addresses, or else by their titles. */
  namedIn(text: string): NamedPage[];
}

// Shorter ones are words that stand anywhere.
const MIN_TITLE = 8;
const MAX_TITLES = 300;
const WORD = /[^\s()<>[\]|,"'*、。（）「」【】]+/g;
// An address without a scheme looks like the name of a file or of a program:
// `main.rs`, `Node.js`. With `www`, or one of these ends, it is hardly ever that.
const ADDRESS =
  /^(?:www\.(?:[\w-]{1,63}\.){1,5}[a-z]{2,24}|(?:[\w-]{1,63}\.){1,5}(?:com|org|net|edu|gov|int|info|io|dev|ai|app|blog|jp|de|fr|es|uk|eu|cn|tw|hk|kr|ca|au|nz|ch|at|it|nl|se|dk|fi|br|mx|sg|ie|pl|pt|tv|cloud|tech|news|wiki|example))(?::\d{2,5})?(?:[/?#]\S{0,2000})?$/;

/** Tells whether a text names an address, with or without a scheme. */
export function namesAddress(text: string): boolean {
  return /https?:\/\//i.test(text) ||
    (text.includes(".") && wordsOf(text).some(({ word }) => isAddress(word)));
}

/** Gives pages names, when a text is first looked through for them. */
export function namesOf(seen: readonly Source[]): PageNames {
  let names: Names | undefined;
  return {
    namedIn(text): NamedPage[] {
      const { pages, titles } = names ??= collectNames(seen);
      const found = wordsOf(text).flatMap(({ word, start }) => {
        const url = pages.get(nameOf(word)) ??
          (isAddress(word) ? webUrlIn(`https://${word}`) : undefined);
        return url === undefined
          ? []
          : [{ url, start, end: start + word.length }];
      });
      return found.length > 0 ? found : byTitle(text, titles);
    },
  };
}

/** The addresses of pages, by what these are called. */
interface Names {
  readonly pages: ReadonlyMap<string, string>;
  readonly titles: ReadonlyMap<string, string>;
}

/** A host alone is the first page of it. */
function collectNames(seen: readonly Source[]): Names {
  const pages = new Map<string, string>();
  const titles = new Map<string, string>();
  for (const { url, title = "" } of seen) {
    const name = nameOf(sourceKey(url));
    const [host = ""] = name.split("/");
    for (const each of [name, host]) {
      if (!pages.has(each)) pages.set(each, url);
    }
    const words = title.toLowerCase();
    if (words.length >= MIN_TITLE && titles.size < MAX_TITLES) {
      titles.set(words, titles.get(words) ?? url);
    }
  }
  return { pages, titles };
}

function byTitle(
  text: string,
  titles: ReadonlyMap<string, string>,
): NamedPage[] {
  const lower = text.toLowerCase();
  for (const [title, url] of titles) {
    const start = lower.indexOf(title);
    if (start >= 0) return [{ url, start, end: start + title.length }];
  }
  return [];
}

function wordsOf(text: string): { word: string; start: number }[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: trimEnd(word, "/.,;:!?"),
    start: index,
  }));
}

function isAddress(word: string): boolean {
  return ADDRESS.test(word);
}

/** An address without scheme and `www`. */
function nameOf(address: string): string {
  const [host = "", ...path] = trimEnd(address, "/.,;:")
    .replace(/^https:\/\//, "").split("/");
  return [host.toLowerCase().replace(/^www\./, ""), ...path].join("/");
}
