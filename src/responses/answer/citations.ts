import { distinct, type Named, type Pages, rankPages } from "./attribution.ts";
import { numberSources } from "./numbering.ts";
import type { Output, Source } from "./read_output.ts";
import type { References } from "./references.ts";
import {
  hasOtherScheme,
  isWebUrl,
  isWithinDomains,
  sourceKey,
} from "./source_url.ts";

/** A source of an answer. */
export interface Citation {
  /** A URL, or the identifier of a source that has none. */
  url: string;
  /** The page's title, or the source's type. */
  title?: string;
  /** When it was published, or else looked at: YYYY-MM-DD. */
  published_at: string;
  /** Which of the two {@linkcode Citation.published_at} is. */
  date_kind: "published" | "accessed";
}

/** Options of {@linkcode collectCitations}. */
export interface CitationOptions {
  /** Host names to which URLs are limited; empty is no limit. */
  readonly domains: readonly string[];
  /** Host names whose URLs are never cited. */
  readonly blockedDomains?: readonly string[] | undefined;
  /** How many there may be, besides those that the text refers to. */
  readonly maxCitations: number;
  /** The access date, as YYYY-MM-DD. */
  readonly today: string;
}

/** The sources of an answer. */
export interface Citations {
  readonly citations: Citation[];
  /** The lines of the list that ends the answer. */
  readonly lines: readonly string[];
}

const MAX_CITATIONS = 10;

/**
 * Makes the citations of an answer and its list of sources: pages, then the
 * sources that have no URL. When there are too many, pages are cut first, down
 * to one, but none that the text refers to by its number.
 */
export function collectCitations(
  output: Pick<Output, "cited" | "opened" | "searched" | "ids">,
  named: Named & { readonly references: References },
  options: CitationOptions,
): Citations {
  const { domains, blockedDomains = [], maxCitations, today } = options;
  const isLimited = domains.length + blockedDomains.length > 0;
  const refusal = (url: string): string | undefined => {
    if (!isLimited || !isWebUrl(url)) return undefined;
    if (isWithinDomains(url, blockedDomains)) return "on a blocked domain";
    return domains.length === 0 || isWithinDomains(url, domains)
      ? undefined
      : "outside the allowed domains";
  };
  const isAllowed = ({ url }: { readonly url: string }): boolean =>
    refusal(url) === undefined;
  const pages = new Map(
    [...rankPages(output, named)].filter(([, page]) => isAllowed(page)),
  );
  const ids = distinct(output.ids);
  const { slots, referred, unknown } = numberSources(
    { ...named, cited: output.cited },
    named.references,
  );
  const needed = [
    ...[...slots].filter(([n]) => referred.has(n)).map(([, slot]) => slot),
    ...named.entries.filter(({ attached }) => attached),
  ].flatMap(({ sources }) => sources).filter(isAllowed);
  const chosen = chooseSources(
    { pages, ids },
    needed.map(({ url }) => sourceKey(url)),
    maxCitations,
  );
  const dates = datesIn(named);
  const citations = new Map<string, Citation>();
  const cite = (key: string, source: Source, mark: string): string => {
    const date = dates.get(key);
    citations.set(key, {
      ...source,
      published_at: date ?? today,
      date_kind: date === undefined ? "accessed" : "published",
    });
    return `${mark} ${source.url} (${date ?? `accessed ${today}`})`;
  };
  const numbered: [number, string][] = unknown.map((n) => [
    n,
    `[${n}] not in the model's list of sources`,
  ]);
  for (const [n, { sources, text }] of slots) {
    const keys = new Set(sources.map(({ url }) => sourceKey(url)));
    const shown = [...chosen].filter(([key]) => keys.has(key));
    for (const [key, source] of shown) {
      numbered.push([n, cite(key, source, `[${n}]`)]);
    }
    if (shown.length > 0 || !referred.has(n)) continue;
    const why = sources.map(({ url }) => refusal(url)).find(Boolean);
    numbered.push([n, `[${n}] ${why ? `omitted: ${why}` : textOf(text)}`]);
  }
  const lines = numbered.sort(([a], [b]) => a - b).map(([, line]) => line);
  const pageLines = [...chosen].filter(([key]) => !citations.has(key))
    .map(([key, source]) => cite(key, source, "-"));
  // They cannot be distinguished from sites that the caller excluded.
  const texts = isLimited ? [] : textsOf(named, slots).slice(0, MAX_CITATIONS);
  // What the model names comes before what a search merely returned.
  const isNamed = named.entries.some(({ sources }) => sources.length > 0);
  lines.push(...isNamed ? [...pageLines, ...texts] : [...texts, ...pageLines]);
  return { citations: [...citations.values()].slice(0, MAX_CITATIONS), lines };
}

/**
 * The pages and ids that are cited, in the order of their importance.
 *
 * @param needed Keys of those that the text refers to
 */
function chooseSources(
  { pages, ids }: { readonly pages: Pages; readonly ids: Pages },
  needed: readonly string[],
  max: number,
): Pages {
  const spare = Math.max(0, max - Math.min(pages.size, 1));
  const keptIds = [...ids.keys()].slice(0, spare);
  const chosen = new Set(needed.filter((key) => pages.has(key)));
  const room = Math.max(chosen.size, max - keptIds.length);
  for (const key of pages.keys()) {
    if (chosen.size >= room) break;
    chosen.add(key);
  }
  for (const key of [...needed, ...keptIds]) chosen.add(key);
  return new Map([...pages, ...ids].filter(([key]) => chosen.has(key)));
}

/** The dates that the model gave its sources, by their keys. */
function datesIn({ entries }: Named): Map<string, string> {
  const dates = new Map<string, string>();
  for (const { url, date } of entries.flatMap(({ sources }) => sources)) {
    const key = sourceKey(url);
    if (date !== undefined && !dates.has(key)) dates.set(key, date);
  }
  return dates;
}

/** A source that is neither a page nor an id is what the model says of it. */
function textOf(text: string): string {
  if (/https?:\/\//i.test(text)) return "omitted: not a whole web address";
  return text === "" || hasOtherScheme(text)
    ? "omitted: not a web address"
    : text;
}

/** What the model lists without an address, besides what has a number. */
function textsOf(
  { entries }: Named,
  slots: ReadonlyMap<number, unknown>,
): string[] {
  return entries.filter(({ item, sources, text, number }) =>
    item && sources.length === 0 && text !== "" && !hasOtherScheme(text) &&
    !/https?:\/\//i.test(text) &&
    (number === undefined || !slots.has(number))
  ).map(({ text }) => `- ${text}`);
}

/** Writes the list that ends an answer. */
export function formatSources(lines: readonly string[]): string {
  return ["Sources:", ...lines].join("\n");
}
