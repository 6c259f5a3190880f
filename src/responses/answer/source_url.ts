import { isWithin } from "../../schema/formats.ts";
import { plain } from "../../text/plain.ts";

// The API tags the URLs that it cites; the tag is noise for people and makes
// one page look like two.
const TAG_BEFORE = /\?utm_source=openai&/g;
const TAG = /[?&]utm_source=openai(?![\w-]|\.\w)/g;
// Says where a visitor came from, not what is shown.
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/i;

// `doi:10.1000/1` is no address, and no harm.
const OTHER_SCHEME =
  /(?:^|[\s(<"'\]])(?:(?!https?:)[a-z][a-z0-9+.-]{1,20}:\/\/|(?:javascript|vbscript|data|blob|about|mailto|tel|file|intent|view-source):\S)/i;

/** Removes `utm_source=openai` from every URL in a text. */
export function removeTracking(text: string): string {
  if (!text.includes("utm_source=openai")) return text;
  return text.replace(TAG_BEFORE, "?").replace(TAG, "");
}

/** Tells a web address from the identifier of another source. */
export function isWebUrl(source: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(source) && URL.canParse(source);
}

/** Whether a text has an address that is none of the web. */
export function hasOtherScheme(text: string): boolean {
  return OTHER_SCHEME.test(text);
}

/** A web address without anything that hides or moves what it says. */
export function webUrlIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  // Before an `@` anything can stand, such as the name of another site.
  const url = plain(value.toWellFormed()).replaceAll(" ", "%20")
    .replace(/^(https?:\/\/)[^/?#\\]*@/i, "$1");
  return isWebUrl(url) ? removeTracking(url) : undefined;
}

/** The identifier of a source that has no address, such as `oai-weather`. */
export function sourceIdIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const id = value.trim();
  return /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}

/** Tells whether a URL is on one of the domains or below it. */
export function isWithinDomains(
  url: string,
  domains: readonly string[],
): boolean {
  if (domains.length === 0 || !URL.canParse(url)) return false;
  return isWithin(new URL(url).hostname.replace(/\.$/, ""), domains);
}

/**
 * What two sources have in common when they are the same: for a URL, all but
 * its scheme, `www`, fragment, tracking, trailing slash and way of escaping.
 */
export function sourceKey(source: string): string {
  const known = KEYS.get(source);
  if (known !== undefined) return known;
  if (KEYS.size >= MAX_KEYS) KEYS.clear();
  const key = keyOf(source);
  KEYS.set(source, key);
  return key;
}

// Reading one answer compares its few pages again and again.
const KEYS = new Map<string, string>();
const MAX_KEYS = 100;

function keyOf(source: string): string {
  if (!isWebUrl(source)) return source.toLowerCase();
  const url = new URL(source);
  const path = trimEnd(url.pathname, "/")
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  const query = url.search.slice(1).split("&")
    .filter((part) => part !== "" && !TRACKING.test(part.split("=")[0] ?? ""))
    .join("&");
  const host = url.host.replace(/^www\.(?=[^.]+\.)/, "");
  return `https://${host}${path}${query === "" ? "" : `?${query}`}`;
}

// Ends at white space, quotes, brackets, code and Japanese punctuation.
const URL_IN_TEXT =
  /https?:\/\/[^\s<>"`|[\]（）「」『』【】《》［］“”、。，；！？\uFFFC]+/gi;

/** What Markdown shows without its backslash. */
export const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** A URL found in a text, and where. */
export interface FoundUrl {
  /** As {@linkcode webUrlIn} has it. */
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the URLs in prose or Markdown, without the punctuation after them. */
export function findUrls(text: string): FoundUrl[] {
  return [...text.matchAll(URL_IN_TEXT)].flatMap(({ 0: match, index }) => {
    const written = trimEnd(upToUnopenedBracket(match), ".,;:!?*_'~…");
    const url = webUrlIn(written.replace(ESCAPED, "$1"));
    if (url === undefined) return [];
    return [{ url, start: index, end: index + written.length }];
  });
}

/**
 * Removes some characters from the end of a text. As a pattern, this would take
 * the square of many such characters.
 */
export function trimEnd(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A closing bracket belongs to a URL only if it was opened in it. */
function upToUnopenedBracket(url: string): string {
  let depth = 0;
  for (let i = 0; i < url.length; i++) {
    if (url[i] === "(") depth++;
    else if (url[i] === ")" && --depth < 0) return url.slice(0, i);
  }
  return url;
}
