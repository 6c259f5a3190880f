import type { Profile } from "../../config/schema.ts";
import { buildInstructions, type Style } from "../../policy/instructions.ts";
import { isObject } from "../../schema/value.ts";
import type { ReadOptions } from "../answer/read_answer.ts";
import type { ResponsesSettings } from "../settings.ts";
import { type Capabilities, capabilitiesOf } from "./capabilities.ts";
import { maxCitationsOf, type ProfileName } from "./profile.ts";
import {
  blockedDomains,
  hasSearch,
  isOpenAISearch,
  type WebSearchTool,
} from "./web_search.ts";

/** Python in a sandbox of the API. */
export interface CodeInterpreterTool {
  type: "code_interpreter";
  container: { type: "auto" };
}

/** What a response is to hold beyond what it always does, if anything. */
export function includeFor(
  settings: ResponsesSettings,
): RequestBody["include"] | undefined {
  if (!isOpenAISearch(settings)) return undefined;
  return ["web_search_call.action.sources"];
}

/** What is sent to `POST /responses`. */
export interface RequestBody {
  model: string;
  instructions: string;
  input: string;
  tools?: (WebSearchTool | CodeInterpreterTool)[];
  tool_choice?: "auto";
  parallel_tool_calls?: true;
  include?: ["web_search_call.action.sources"];
  text?: { verbosity: NonNullable<Profile["verbosity"]> };
  reasoning?: { effort: NonNullable<Profile["reasoning_effort"]> };
  previous_response_id?: string;
  store: boolean;
  max_output_tokens?: number;
  max_tool_calls?: number;
  service_tier?: string;
  prompt_cache_key?: string;
  safety_identifier?: string;
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
  readonly tools: NonNullable<RequestBody["tools"]>;
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
  const { timezone: timeZone } = settings.policy;
  const { store } = settings.responses;
  const { model } = profile;
  const search = hasSearch(settings);
  const supports = capabilitiesOf(model, profile.supports);
  const include = includeFor(settings);
  const body: RequestBody = {
    model,
    instructions: buildInstructions({
      policy,
      today,
      timeZone,
      style,
      search,
    }),
    // A lone surrogate is not UTF-8; the API would refuse the whole request.
    input: parts.input.toWellFormed(),
    // Servers without a search are strict about what they do not know.
    ...parts.tools.length > 0 && { tools: parts.tools, ...parts.choice },
    ...include && { include },
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
    ...optionsIn(settings),
  };
  const reading = {
    model,
    domains,
    blockedDomains: blockedDomains(settings),
    maxCitations: maxCitationsOf(name, profile, settings.policy),
    today,
    store,
    style,
  };
  return {
    name,
    question,
    body: profile.request ? mergeFields(body, profile.request) : body,
    supports,
    reading,
  };
}

/** The optional fields that the settings give a value. */
function optionsIn({ responses }: ResponsesSettings): Partial<RequestBody> {
  const {
    max_output_tokens,
    max_tool_calls,
    service_tier,
    prompt_cache_key,
    safety_identifier,
    metadata,
  } = responses;
  return {
    ...max_output_tokens !== null && { max_output_tokens },
    ...max_tool_calls !== null && { max_tool_calls },
    ...service_tier !== null && { service_tier },
    ...prompt_cache_key !== null && { prompt_cache_key },
    ...safety_identifier !== null && { safety_identifier },
    ...Object.keys(metadata).length > 0 && { metadata },
  };
}

/** Puts fields over those of an object; objects merge, all else is replaced. */
function mergeFields<T extends object>(
  base: T,
  over: Readonly<Record<string, unknown>>,
): T {
  const own = base as Readonly<Record<string, unknown>>;
  const merged = Object.entries(over).map(([name, value]) => {
    const before = Object.hasOwn(own, name) ? own[name] : undefined;
    const both = isObject(before) && isObject(value);
    return [name, both ? mergeFields(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}
