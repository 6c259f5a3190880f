/** Tells whether a URL is on one of the domains or below it. */
export function isWithinDomains(
  url: string,
  domains: readonly string[],
): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/\.$/, "");
  return domains.some((d) => host === d || host.endsWith(`.${d}`));
}
