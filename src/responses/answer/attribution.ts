import type { Link } from "./links.ts";
import type { Output, Source } from "./read_output.ts";
import type { Entry } from "./source_entries.ts";
import { isWebUrl, sourceKey } from "./source_url.ts";

/** What the model itself names in its text. */
export interface Named {
  /** The entries of its source lists. */
  readonly entries: readonly Entry[];
  /** The links in the rest of the text. */
  readonly links: readonly Link[];
  /** The pages that it calls by other names, or else only in code. */
  mentioned(): readonly Source[];
}

/** Pages by their keys, the surest evidence first. */
export type Pages = ReadonlyMap<string, Source>;

/**
 * Tells which pages an answer rests on: those that are annotated, those that
 * the model names (first the ones that it is known to have seen), those that it
 * opened. Where there is none of these, addresses that it names and nobody
 * reports, and last what a search merely returned: a page that the model names
 * is never replaced by one that it did not use.
 */
export function rankPages(
  output: Pick<Output, "cited" | "opened" | "searched" | "ids">,
  { entries, links, mentioned }: Named,
): Pages {
  const { cited, opened, searched, ids } = output;
  const seen = new Set(
    [...searched, ...opened].map(({ url }) => sourceKey(url)),
  );
  const isSeen = ({ url }: Source): boolean => seen.has(sourceKey(url));
  const tellsSources = searched.length + ids.length > 0;
  const named: Source[] = [
    ...entries.flatMap(({ sources }) => sources)
      .filter(({ url }) => isWebUrl(url)),
    ...links.filter((link) =>
      link.number !== undefined || isSeen(link) ||
      (link.marked && !tellsSources)
    ),
  ];
  const used = distinct([
    ...cited,
    ...named.filter(isSeen),
    ...named.filter((source) => !isSeen(source)),
    ...opened,
  ]);
  if (used.size > 0) return used;
  const unseen = links.filter((link) => link.marked || isPublic(link.url));
  if (unseen.length > 0) return distinct(unseen);
  const meant = mentioned().filter(isSeen);
  return distinct(meant.length > 0 ? meant : searched);
}

/** Prose names addresses of the reader's own machine, too. */
function isPublic(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname.includes(".") && !/^[\d.]+$/.test(hostname);
}

/** Sources by their keys, in the order of first appearance. */
export function distinct(sources: readonly Source[]): Pages {
  const found = new Map<string, Source>();
  for (const { url, title } of sources) {
    const key = sourceKey(url);
    const before = found.get(key);
    const best = before?.title ?? title;
    found.set(key, {
      url: before?.url ?? url,
      ...best !== undefined && { title: best },
    });
  }
  return found;
}
