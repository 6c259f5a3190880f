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
