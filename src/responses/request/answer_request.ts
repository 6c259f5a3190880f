import { checkQuestion } from "./check_question.ts";
import { type ProfileName, resolveProfile } from "./profile.ts";
import type { NothingLeft, Question } from "./question.ts";
import {
  buildRequest,
  type PreparedRequest,
  type RequestContext,
  webSearch,
} from "./request_body.ts";

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
  return buildRequest({
    name: profile,
    profile: resolveProfile(settings.model_profiles, profile),
    question: query,
    input: `${query}\n\n[Hints] ${hints.join(", ")}`,
    tools: [webSearch(settings, domains)],
    domains,
    style,
    previousResponseId,
  }, context);
}
