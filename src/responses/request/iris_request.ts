import type { Profile } from "../../config/schema.ts";
import { checkQuestion } from "./check_question.ts";
import { resolveProfile } from "./profile.ts";
import type { IrisQuestion, NothingLeft } from "./question.ts";
import {
  buildRequest,
  type PreparedRequest,
  type RequestContext,
  type RequestParts,
} from "./request_body.ts";
import { searchTools } from "./web_search.ts";

/**
 * Builds the request of 002 §3.2, with our instructions.
 *
 * @throws {ResponsesError} when an argument or the profile cannot be used
 */
export function irisRequest(
  question: IrisQuestion,
  context: RequestContext,
): PreparedRequest {
  const {
    input,
    searchContextSize,
    reasoningEffort,
    model,
    useCodeInterpreter,
    previous_response_id: previousResponseId,
    ...rest
  } = question;
  rest satisfies NothingLeft;
  const { settings } = context;
  const text = ["input", input] as const;
  const domains = checkQuestion({ text, previousResponseId }, settings);
  // A model that the caller names does not take over the profile's effort.
  const cap = settings.model_profiles.answer?.max_citations;
  const base: Profile = model === undefined
    ? resolveProfile(settings.model_profiles, "answer")
    : { model, ...cap !== undefined && { max_citations: cap } };
  const tools: RequestParts["tools"] = [
    ...searchTools(settings, domains, searchContextSize),
  ];
  if (useCodeInterpreter) {
    tools.push({ type: "code_interpreter", container: { type: "auto" } });
  }
  return buildRequest({
    name: "iris",
    profile: reasoningEffort === undefined
      ? base
      : { ...base, reasoning_effort: reasoningEffort },
    question: input,
    input,
    tools,
    choice: { tool_choice: "auto", parallel_tool_calls: true },
    domains,
    previousResponseId,
  }, context);
}
