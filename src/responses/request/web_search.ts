import { normalizeDomain } from "../../schema/formats.ts";
import type { ResponsesSettings } from "../settings.ts";

/** The search tool, always offered: the model decides whether to use it. */
export interface WebSearchTool {
  /** OpenAI's name, or what another server calls it. */
  type: string;
  search_context_size?: ResponsesSettings["search"]["context_size"];
  user_location?: {
    type: "approximate";
    city?: string;
    country?: string;
    region?: string;
    timezone?: string;
  };
  external_web_access?: boolean;
  filters?: { allowed_domains?: string[]; blocked_domains?: string[] };
}

const NO_SEARCH = "none";

/** Tells whether the server that is asked has a search at all. */
export function hasSearch({ search }: ResponsesSettings): boolean {
  return search.tool.toLowerCase() !== NO_SEARCH;
}

/** Tells whether the search is OpenAI's, or takes what that takes. */
export function isOpenAISearch({ search }: ResponsesSettings): boolean {
  return /^web_search(?![A-Za-z0-9])/.test(search.tool);
}

/** Tells whether the search can be kept to some domains; the preview cannot. */
export function hasFilters(settings: ResponsesSettings): boolean {
  return isOpenAISearch(settings) && !/_preview/.test(settings.search.tool);
}

/** The host names that are never searched. */
export function blockedDomains({ search }: ResponsesSettings): string[] {
  const domains = search.blocked_domains.flatMap((text) =>
    normalizeDomain(text) ?? []
  );
  return [...new Set(domains)];
}

/** The tools that search: one, or none for a server that has no search. */
export function searchTools(
  settings: ResponsesSettings,
  domains: readonly string[],
  contextSize = settings.search.context_size,
): WebSearchTool[] {
  if (!hasSearch(settings)) return [];
  const { tool, user_location, external_web_access } = settings.search;
  // What a search by another name takes, its own server alone knows.
  if (!isOpenAISearch(settings)) return [{ type: tool }];
  const size = { search_context_size: contextSize };
  // Without a location the API assumes the United States.
  const place = { ...user_location, type: "approximate" as const };
  const plain = { type: tool, ...size, user_location: place };
  if (!hasFilters(settings)) return [plain];
  const blocked = blockedDomains(settings);
  const filters = {
    ...domains.length > 0 && { allowed_domains: [...domains] },
    ...blocked.length > 0 && { blocked_domains: blocked },
  };
  return [{
    ...plain,
    ...external_web_access !== null && { external_web_access },
    ...Object.keys(filters).length > 0 && { filters },
  }];
}
