import { openingBracket } from "../../text/brackets.ts";
import { cut } from "../../text/show.ts";
import { plain } from "../../text/plain.ts";
import { ESCAPED, findUrls, type FoundUrl, trimEnd } from "./source_url.ts";

/** An address in a text that people can follow. */
export interface Link extends FoundUrl {
  /** A link of Markdown, not an address that just stands in the text. */
  readonly marked: boolean;
  /** Where the words of the link begin, or the address itself. */
  readonly from: number;
  readonly title?: string;
  /** The link's words are the number of a source: `[1](…)`, `[[1]](…)`. */
  readonly number?: number;
}

// A page chooses its title; the reader pays for it in context.
const MAX_TITLE = 200;
const MAX_WORDS = 400;
// The title of a link: `[words](address "title")`.
const SHOWN_BESIDE = /^>?\s{1,3}(?:"[^"\n]*"|'[^'\n]*')/;
const NUMBER = /^\[?\^?(\d{1,3})\^?\]?$/;

/** Makes a title of any text; `undefined` when it says nothing. */
export function titleIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const title = plain(value.toWellFormed());
  return title === "" || NUMBER.test(title) ? undefined : cut(title, MAX_TITLE);
}

/** Finds the links in a text whose code is masked. Pictures are none. */
export function findLinks(masked: string): Link[] {
  return findUrls(masked).flatMap((found) => {
    const before = masked.slice(Math.max(0, found.start - 3), found.start);
    if (/\]\(\s?<?$/.test(before)) return markdownLink(masked, found);
    const marked = before.endsWith("<") && masked[found.end] === ">" ||
      /\]:\s?<?$/.test(before);
    return [{ ...found, marked, from: found.start }];
  });
}

function markdownLink(masked: string, found: FoundUrl): Link[] {
  const close = masked.lastIndexOf("]", found.start);
  const open = openingBracket(masked, close, MAX_WORDS);
  if (open < 0) return [{ ...found, marked: true, from: found.start }];
  if (masked[open - 1] === "!") return [];
  const words = trimEnd(masked.slice(open + 1, close).trim(), "*_")
    .replace(/^[*_]{1,3}/, "").replace(ESCAPED, "$1");
  const number = NUMBER.exec(words)?.[1];
  const title = isTitle(words) ? titleIn(words) : undefined;
  const shown = SHOWN_BESIDE.exec(
    masked.slice(found.end, found.end + MAX_WORDS),
  );
  return [{
    ...found,
    end: found.end + (shown?.[0].length ?? 0),
    marked: true,
    from: open,
    ...title !== undefined && { title },
    ...number !== undefined && { number: Number(number) },
  }];
}

/** A host name or a picture tells nothing about the page. */
function isTitle(words: string): boolean {
  const isHost = words.includes(".") && !/\s/.test(words);
  return !isHost && !/\]\(|\uFFFC/.test(words);
}
