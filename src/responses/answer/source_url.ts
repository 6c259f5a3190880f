import { isWithin } from "../../schema/host_name.ts";

// The API tags the URLs that it cites; the tag is noise for people and makes
// one page look like two.
const TAG_BEFORE = /\?utm_source=openai&/g;
const TAG = /[?&]utm_source=openai(?![\w-]|\.\w)/g;

/** Removes `utm_source=openai` from every URL in a text. */
export function removeTracking(text: string): string {
  if (!text.includes("utm_source=openai")) return text;
  return text.replace(TAG_BEFORE, "?").replace(TAG, "");
}

/** Tells a web address from the identifier of another source. */
export function isWebUrl(source: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(source);
}

/** Tells whether a URL is on one of the domains or below it. */
export function isWithinDomains(
  url: string,
  domains: readonly string[],
): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/\.$/, "");
  return isWithin(host, domains);
}

/**
 * What two sources have in common when they are the same: for a URL, all but
 * its fragment, tracking and trailing slash.
 */
export function sourceKey(source: string): string {
  if (!isWebUrl(source)) return source.toLowerCase();
  try {
    const url = new URL(removeTracking(source));
    const path = trimEnd(url.pathname, "/");
    return `${url.protocol}//${url.host}${path}${url.search}`;
  } catch (error) {
    // No URL after all: then it is the same only as itself.
    if (error instanceof TypeError) return source;
    throw error;
  }
}

// Ends at white space, quotes, brackets and Japanese punctuation.
const URL_IN_TEXT = /https?:\/\/[^\s<>"'`|[\]（）「」『』【】、。，]+/gi;

/** A URL found in a text, and where. */
export interface FoundUrl {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the URLs in prose or Markdown, without the punctuation after them. */
export function findUrls(text: string): FoundUrl[] {
  return Array.from(text.matchAll(URL_IN_TEXT), (match) => {
    const url = trimEnd(upToUnopenedBracket(match[0]), ".,;:!?*_");
    return { url, start: match.index, end: match.index + url.length };
  });
}

/** As a pattern, this would take the square of many such characters. */
function trimEnd(text: string, chars: string): string {
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
