/**
 * A collection made from any directory of Markdown: what a link says asks for
 * the page that it leads to.
 *
 * @module
 */
import { FORMATS } from "../../src/manuals/formats/formats.ts";
import { walk } from "../../tests/kit/walk.ts";
import {
  areJapanese,
  type Collection,
  type Document,
  type EvalQuery,
  plainText,
  withoutLinks,
} from "./collection.ts";
import { lots } from "./typos.ts";

const LINK = /(?<!!)\[([^\[\]]{3,100})\]\(([^()\s]+)(?: "[^"]*")?\)/g;
const ELSEWHERE = /^(?:[a-z]+:|\/\/|#|\{)/i;
const PAGES = /\.(?:md|markdown|mdx)$/i;
/** Headings of fewer characters stand in anything. */
const MIN_HEADING_CHARS = 4;
const MAX_QUERIES = 500;
const MAX_PER_TARGET = 2;

/** What links say, but for case and marks. */
interface Said {
  readonly shown: string;
  readonly targets: Set<string>;
  /** The pages that say it. */
  readonly pages: Set<string>;
}

/** Makes the collection of a directory. */
export function linkCollection(directory: string): Collection {
  const documents = walk(directory).filter((path) => PAGES.test(path))
    .map((path) => ({
      path,
      text: Deno.readTextFileSync(`${directory}/${path}`),
    }));
  const queries = queriesOf(documents);
  if (queries.length === 0) throw new Error(`No links to ask in ${directory}`);
  const asked = queries.map(({ text }) => text);
  return {
    name: `links of ${directory}`,
    japanese: areJapanese(queries),
    documents: withoutLinks(documents, asked),
    queries,
  };
}

/** What links say that lead to one page alone and do not repeat its headings. */
function queriesOf(documents: readonly Document[]): EvalQuery[] {
  const pages = new Map(documents.map((page) => [page.path, page]));
  const said = new Map<string, Said>();
  for (const { path, text } of documents) {
    for (const [, shown = "", place = ""] of text.matchAll(LINK)) {
      const target = targetOf(place, path, pages);
      const key = plainText(shown);
      if (target === path || key === "") continue;
      const own = said.get(key) ??
        { shown, targets: new Set(), pages: new Set() };
      // One that leads out of the directory has another target, too.
      own.targets.add(target ?? place);
      own.pages.add(path);
      said.set(key, own);
    }
  }
  const counts = new Map<string, number>();
  const order = [...said].sort(([a], [b]) => a < b ? -1 : 1);
  return shuffled(order).flatMap(([id, { shown, targets, pages: exclude }]) => {
    const [target = ""] = targets;
    const page = pages.get(target);
    const count = counts.get(target) ?? 0;
    if (
      targets.size !== 1 || !page || count === MAX_PER_TARGET ||
      exclude.has(target) || isInHeading(id, page)
    ) return [];
    counts.set(target, count + 1);
    return [{ id, text: shown, relevant: new Map([[target, 1]]), exclude }];
  }).slice(0, MAX_QUERIES);
}

/** The page that a link leads to, if it is one of these. */
function targetOf(
  place: string,
  from: string,
  pages: ReadonlyMap<string, Document>,
): string | undefined {
  if (ELSEWHERE.test(place)) return undefined;
  const base = new URL(from, "file:///");
  if (!URL.canParse(place, base)) return undefined;
  const path = decoded(new URL(place, base).pathname).replace(/^\/|\/$/g, "");
  // A site's own paths may begin with a language that its folder is not below.
  const paths = place.startsWith("/")
    ? [path, path.slice(path.indexOf("/") + 1)]
    : [path];
  return paths.flatMap((one) => [
    one,
    `${one}.md`,
    `${one}/index.md`,
    `${one}/_index.md`,
    `${one}/README.md`,
  ]).find((one) => pages.has(one));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Whether a text and a title or heading of a page hold one another. */
function isInHeading(text: string, { path, text: whole }: Document): boolean {
  const { title: own = "", sections } = FORMATS.parse(
    path,
    FORMATS.searchText(path, whole),
  );
  // What has no heading is called after its file.
  const headings = sections.filter(({ level }) => level > 0);
  return [own, ...headings.map(({ title }) => title)].some((title) => {
    const heading = plainText(title);
    return heading.includes(text) ||
      heading.length >= MIN_HEADING_CHARS && text.includes(heading);
  });
}

/** In an order that looks drawn by lot, but is always the same. */
function shuffled<T>(all: readonly T[]): T[] {
  const lot = lots(7);
  return all.map((one) => ({ one, at: lot(2 ** 32) }))
    .sort((a, b) => a.at - b.at).map(({ one }) => one);
}
