import { checkQuestion } from "./check_question.ts";
import { type ProfileName, resolveProfile } from "./profile.ts";
import type { NothingLeft, Question } from "./question.ts";
import {
  buildRequest,
  type PreparedRequest,
  type RequestContext,
} from "./request_body.ts";
import {
  blockedDomains,
  hasFilters,
  hasSearch,
  searchTools,
} from "./web_search.ts";

/**
 * Builds the request of a question with the settings of a profile.
 *
 * @throws {ResponsesError} when an argument or the profile cannot be used
 */
export function answerRequest(
  question: Question,
  profile: ProfileName,
  context: RequestContext,
): PreparedRequest {
  const {
    query,
    recency_days: recencyDays,
    max_results: maxResults,
    domains: givenDomains,
    style,
    previous_response_id: previousResponseId,
    ...rest
  } = question;
  rest satisfies NothingLeft;
  const { settings } = context;
  const domains = checkQuestion({
    text: ["query", query],
    domains: givenDomains,
    previousResponseId,
  }, settings);
  const { defaults } = settings.search;
  const hints = [
    `recency_days=${recencyDays ?? defaults.recency_days}`,
    `max_results=${maxResults ?? defaults.max_results}`,
  ];
  if (domains.length > 0) hints.push(`domains=${domains.join(", ")}`);
  const blocked = blockedDomains(settings);
  // A search without filters is told in words.
  if (blocked.length > 0 && !hasFilters(settings)) {
    hints.push(`blocked_domains=${blocked.join(", ")}`);
  }
  return buildRequest({
    name: profile,
    profile: resolveProfile(settings.model_profiles, profile),
    question: query,
    // All hints are about the search.
    input: hasSearch(settings)
      ? `${query}\n\n[Hints] ${hints.join(", ")}`
      : query,
    tools: searchTools(settings, domains),
    domains,
    style,
    previousResponseId,
  }, context);
}
