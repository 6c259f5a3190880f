import { isHidden, isManualId } from "../text/manual_names.ts";
import type { StringSchema } from "./schema.ts";

type Format = NonNullable<StringSchema["format"]>;

interface FormatRules {
  readonly words: string;
  accepts(text: string): boolean;
  /** Tells whether a text that is not accepted may hold a secret. */
  hides?(text: string): boolean;
}

/** Headers that the key, the body or the connection decides. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "expect",
  "host",
  "keep-alive",
  "openai-organization",
  "openai-project",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const OWN_PREFIXES = ["content-", "proxy-"] as const;

function isOwnHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return OWN_HEADERS.has(lower) ||
    OWN_PREFIXES.some((prefix) => lower.startsWith(prefix));
}

/** How each kind of text is recognised, and what it is called. */
export const FORMATS: Readonly<
  Record<Format, FormatRules>
> = {
  "country": {
    words: "a country code of two letters such as JP",
    accepts: (text) => /^[A-Za-z]{2}$/.test(text),
  },
  "header-name": {
    words:
      "the name of an HTTP header such as X-Title, and none that has a setting of its own or that HTTP needs",
    accepts: (text) => /^[!#$%&'*+.^`|~\w-]+$/.test(text) && !isOwnHeader(text),
  },
  "host-name": {
    words: "a host name such as example.com",
    accepts: (text) => normalizeDomain(text) !== undefined,
  },
  "http-url": {
    words: "an http or https URL without spaces, ? and #",
    // The URL parser drops line ends, and takes a path for a missing host.
    accepts: (text) =>
      /^https?:\/\/[^/?#\s][^?#\s]*$/i.test(text) && URL.canParse(text),
    // A password stands before an @, a key after a question mark.
    hides: (text) => /[@?]/.test(text),
  },
  "manual-name": {
    words:
      'a plain name such as docs: no "/", no dot in front, and not "manuals"',
    accepts: (text) =>
      isManualId(text) && !isHidden(text) &&
      // deno-lint-ignore no-control-regex
      /^[^/\x00-\x1f\x7f]+$/.test(text),
  },
  "time-zone": {
    words: "an IANA time zone such as Asia/Tokyo",
    accepts: isTimeZone,
  },
  "variable": {
    words: "the name of a variable such as OPENAI_API_KEY",
    accepts: (text) => /^[A-Za-z_]\w*$/.test(text),
  },
};

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Tells whether a host name is one of some domains, or below one. */
export function isWithin(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) =>
    host === domain || host.endsWith(`.${domain}`)
  );
}

const LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
const HOST = new RegExp(
  `^(?=.{1,253}$)(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`,
);

/**
 * Gives the host name in what a user wrote for a domain: a scheme, a path, a
 * port or a leading `*.` is dropped, an international name becomes ASCII.
 * `undefined` when no host name is left.
 */
export function normalizeDomain(text: string): string | undefined {
  const bare = text.trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d*$/, "")
    .replace(/^\*\./, "")
    .replace(/\.$/, "");
  // The URL parser would take these for something else, or drop them.
  if (/[\s@:\\*%]/.test(bare) || !URL.canParse(`https://${bare}/`)) {
    return undefined;
  }
  const host = new URL(`https://${bare}/`).hostname;
  return HOST.test(host) ? host : undefined;
}
