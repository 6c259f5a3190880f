import type { Profile } from "../../config/schema.ts";
import { buildInstructions, type Style } from "../../policy/instructions.ts";
import type { ReadOptions } from "../answer/read_answer.ts";
import type { ResponsesSettings } from "../settings.ts";
import { type Capabilities, capabilitiesOf } from "./capabilities.ts";
import type { ProfileName } from "./profile.ts";

/** The search tool, always offered: the model decides whether to use it. */
export interface WebSearchTool {
  type: "web_search";
  search_context_size: ResponsesSettings["search"]["context_size"];
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

/** What a response is to hold beyond what it always does. */
export const INCLUDE = ["web_search_call.action.sources"] as const;

/** What is sent to `POST /responses`. */
export interface RequestBody {
  model: string;
  instructions: string;
  input: string;
  tools: (WebSearchTool | CodeInterpreterTool)[];
  tool_choice?: "auto";
  parallel_tool_calls?: true;
  include: ["web_search_call.action.sources"];
  text?: { verbosity: NonNullable<Profile["verbosity"]> };
  reasoning?: { effort: NonNullable<Profile["reasoning_effort"]> };
  previous_response_id?: string;
  store: boolean;
  background?: boolean;
  metadata?: Readonly<Record<string, string>>;
}

/** A request, and how its response is to be read. */
export interface PreparedRequest {
  /** The profile that is asked with, or the form of the question. */
  readonly name: ProfileName | "iris";
  /** The question as it was asked. */
  readonly question: string;
  readonly body: RequestBody;
  readonly supports: Capabilities;
  readonly reading: ReadOptions;
}

/** What a request is built from besides its question. */
export interface RequestContext {
  readonly settings: ResponsesSettings;
  /** The system policy. */
  readonly policy: string;
  /** The date of the call, as YYYY-MM-DD. */
  readonly today: string;
}

/** What the two forms of a question come to. */
export interface RequestParts {
  readonly name: PreparedRequest["name"];
  readonly profile: Profile;
  /** The question as it was asked, and as it is sent. */
  readonly question: string;
  readonly input: string;
  readonly tools: RequestBody["tools"];
  readonly choice?: Pick<RequestBody, "tool_choice" | "parallel_tool_calls">;
  /** Host names to search; empty is no limit. */
  readonly domains: readonly string[];
  readonly style?: Style | undefined;
  readonly previousResponseId: string | undefined;
}

/** Builds a request from the parts that its question has. */
export function buildRequest(
  parts: RequestParts,
  { settings, policy, today }: RequestContext,
): PreparedRequest {
  const { name, question, profile, domains, style, previousResponseId } = parts;
  const { timezone: timeZone, max_citations: maxCitations } = settings.policy;
  const { store } = settings.responses;
  const { model } = profile;
  const supports = capabilitiesOf(model, profile.supports);
  const body: RequestBody = {
    model,
    instructions: buildInstructions({ policy, today, timeZone, style }),
    // A lone surrogate is not UTF-8; the API would refuse the whole request.
    input: parts.input.toWellFormed(),
    tools: parts.tools,
    ...parts.choice,
    include: [...INCLUDE],
    ...supports.verbosity && {
      text: { verbosity: profile.verbosity ?? "medium" },
    },
    ...supports.reasoning && {
      reasoning: { effort: profile.reasoning_effort ?? "medium" },
    },
    ...previousResponseId !== undefined && {
      previous_response_id: previousResponseId,
    },
    store,
  };
  const reading = { model, domains, maxCitations, today, store, style };
  return { name, question, body, supports, reading };
}

/** Offers the search, within some domains if there are any. */
export function webSearch(
  { search }: ResponsesSettings,
  domains: readonly string[],
  contextSize = search.context_size,
): WebSearchTool {
  return {
    type: "web_search",
    search_context_size: contextSize,
    // Without a location the API assumes the United States.
    user_location: { ...search.user_location, type: "approximate" },
    ...domains.length > 0 && { filters: { allowed_domains: [...domains] } },
  };
}
