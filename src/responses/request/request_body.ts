import type { Profile } from "../../config/schema.ts";
import { type Capabilities, capabilitiesOf } from "./capabilities.ts";
import type {
  ContextSize,
  Effort,
  IrisQuestion,
  ProfileName,
  Question,
} from "./question.ts";
import { resolveProfile, type ResponsesSettings } from "../run/settings.ts";

/** The search tool, always offered: the model decides whether to use it. */
export interface WebSearchTool {
  type: "web_search";
  search_context_size: ContextSize;
  user_location: {
    type: "approximate";
    city?: string;
    country?: string;
    region?: string;
    timezone?: string;
  };
  filters?: { allowed_domains: string[] };
}

/** Python in a sandbox of the API. */
export interface CodeInterpreterTool {
  type: "code_interpreter";
  container: { type: "auto" };
}

/** What is sent to `POST /responses`. */
export interface RequestBody {
  model: string;
  instructions: string;
  input: string;
  tools: (WebSearchTool | CodeInterpreterTool)[];
  tool_choice?: "auto";
  parallel_tool_calls?: true;
  include: ["web_search_call.action.sources"];
  text?: { verbosity: "low" | "medium" | "high" };
  reasoning?: { effort: Effort };
  previous_response_id?: string;
  store: boolean;
}

/** A request body with what reading its response needs to know. */
export interface PreparedRequest {
  readonly body: RequestBody;
  readonly supports: Capabilities;
  /** Host names to which citations are limited; empty is no limit. */
  readonly domains: readonly string[];
}

/** What a body is built from besides the question. */
export interface BodyContext {
  readonly settings: ResponsesSettings;
  readonly instructions: string;
  /** Host names to search; empty is no limit. */
  readonly domains: readonly string[];
}

/** Builds the request of an answer tool. */
export function buildAnswerRequest(
  question: Question,
  profile: ProfileName,
  context: BodyContext,
): PreparedRequest {
  const { settings, domains } = context;
  const { defaults } = settings.search;
  const hints = [
    `recency_days=${question.recency_days ?? defaults.recency_days}`,
    `max_results=${question.max_results ?? defaults.max_results}`,
  ];
  if (domains.length > 0) hints.push(`domains=${domains.join(", ")}`);
  return prepare({
    input: `${question.query}\n\n[Hints] ${hints.join(", ")}`,
    profile: resolveProfile(settings.model_profiles, profile),
    tools: [webSearch(context)],
    previousResponseId: question.previous_response_id,
  }, context);
}

/** Builds the request of the tool `iris`: 002 §3.2 with our instructions. */
export function buildIrisRequest(
  question: IrisQuestion,
  context: BodyContext,
): PreparedRequest {
  const tools: RequestBody["tools"] = [
    webSearch(context, question.searchContextSize),
  ];
  if (question.useCodeInterpreter) {
    tools.push({ type: "code_interpreter", container: { type: "auto" } });
  }
  return prepare({
    input: question.input,
    profile: irisProfile(question, context.settings),
    tools,
    choice: { tool_choice: "auto", parallel_tool_calls: true },
    previousResponseId: question.previous_response_id,
  }, context);
}

/** A model that the caller names does not take over the profile's effort. */
function irisProfile(
  question: IrisQuestion,
  settings: ResponsesSettings,
): Profile {
  const { model, reasoningEffort: effort } = question;
  const base = model === undefined
    ? resolveProfile(settings.model_profiles, "answer")
    : { model };
  return effort === undefined ? base : { ...base, reasoning_effort: effort };
}

function webSearch(
  { settings, domains }: BodyContext,
  contextSize?: ContextSize,
): WebSearchTool {
  return {
    type: "web_search",
    search_context_size: contextSize ?? settings.search.context_size,
    // Without a location the API assumes the United States.
    user_location: { ...settings.search.user_location, type: "approximate" },
    ...domains.length > 0 && { filters: { allowed_domains: [...domains] } },
  };
}

interface Parts {
  input: string;
  profile: Profile;
  tools: RequestBody["tools"];
  choice?: Pick<RequestBody, "tool_choice" | "parallel_tool_calls">;
  previousResponseId: string | undefined;
}

function prepare(parts: Parts, context: BodyContext): PreparedRequest {
  const { profile, previousResponseId } = parts;
  const supports = capabilitiesOf(profile.model, profile.supports);
  const body: RequestBody = {
    model: profile.model,
    instructions: context.instructions,
    // A lone surrogate is not UTF-8; the API would refuse the whole request.
    input: parts.input.toWellFormed(),
    tools: parts.tools,
    ...parts.choice,
    include: ["web_search_call.action.sources"],
    ...supports.verbosity && {
      text: { verbosity: profile.verbosity ?? "medium" },
    },
    ...supports.reasoning && {
      reasoning: { effort: profile.reasoning_effort ?? "medium" },
    },
    ...previousResponseId !== undefined && {
      previous_response_id: previousResponseId,
    },
    store: context.settings.responses.store,
  };
  return { body, supports, domains: context.domains };
}
