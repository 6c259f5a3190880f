import type { Output, Source } from "./read_output.ts";
import { isWithinDomains, removeTracking, sourceKey } from "./source_url.ts";

/** A source of an answer. */
export interface Citation {
  /** A URL, or the identifier of a source that has none. */
  url: string;
  /** The page's title, or the source's type. */
  title?: string;
  /** When it was published, or else looked at: YYYY-MM-DD. */
  published_at: string;
}

/** Options of {@linkcode collectCitations}. */
export interface CitationOptions {
  /** Host names to which URLs are limited; empty is no limit. */
  domains: readonly string[];
  /** Host names that are never cited. */
  blockedDomains?: readonly string[] | undefined;
  /** How many there may be. */
  max: number;
  /** Dates that the model gave, by source key. */
  dates: ReadonlyMap<string, string>;
  /** The date of those without one, as YYYY-MM-DD. */
  today: string;
}

/**
 * Makes the citations of an answer: cited URLs by first appearance (or, when
 * nothing was cited, the URLs that the search returned), then the sources that
 * have no URL. When there are too many, URLs are cut first, down to one.
 */
export function collectCitations(
  output: Pick<Output, "cited" | "searched" | "ids">,
  options: CitationOptions,
): Citation[] {
  const { domains, blockedDomains = [], max, dates, today } = options;
  const allowed = ({ url }: Source): boolean =>
    (domains.length === 0 || isWithinDomains(url, domains)) &&
    !isWithinDomains(url, blockedDomains);
  const cited = distinct(output.cited.filter(allowed));
  const urls = cited.length > 0
    ? cited
    : distinct(output.searched.filter(allowed));
  const ids = distinct(output.ids);
  const urlCount = Math.max(Math.min(urls.length, 1), max - ids.length);
  const chosen = urls.slice(0, urlCount);
  chosen.push(...ids.slice(0, max - chosen.length));
  return chosen.map(([key, source]) => ({
    ...source,
    published_at: dates.get(key) ?? today,
  }));
}

/** The sources by their keys, in the order of first appearance. */
function distinct(sources: readonly Source[]): [key: string, Source][] {
  const found = new Map<string, Source>();
  for (const source of sources) {
    const key = sourceKey(source.url);
    const before = found.get(key);
    if (!before) {
      found.set(key, { ...source, url: removeTracking(source.url) });
    } else if (before.title === undefined && source.title !== undefined) {
      found.set(key, { ...before, title: source.title });
    }
  }
  return [...found];
}

/** Writes the list that ends an answer. */
export function formatSources(citations: readonly Citation[]): string {
  const lines = citations.map((c) => `- ${c.url} (${c.published_at})`);
  return ["Sources:", ...lines].join("\n");
}
