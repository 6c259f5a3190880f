/**
 * Answers that run in the background: which do, what their requests carry, and
 * how to read one that another process asked for.
 *
 * @module
 */
import { STYLES } from "../../policy/instructions.ts";
import type { ReadOptions } from "../answer/read_answer.ts";
import { type ApiObject, fieldsOf, objectsIn, textIn } from "../api_object.ts";
import type { ResponsesSettings } from "../settings.ts";
import { PROFILE_NAMES, type ProfileName } from "./profile.ts";
import type { PreparedRequest } from "./request_body.ts";
import { blockedDomains } from "./web_search.ts";

const OPENAI_HOST = "api.openai.com";

/** Tells OpenAI's own server from all others. */
export function isOpenAI(
  { base_url }: Pick<ResponsesSettings["openai"], "base_url">,
): boolean {
  return new URL(base_url).hostname === OPENAI_HOST;
}

/** What our requests say of themselves: users have the other 12 of 16 pairs. */
const Pair = {
  Version: "ormcp_v",
  Tool: "ormcp_tool",
  Style: "ormcp_style",
  Cap: "ormcp_cap",
} as const;

/** The settings that decide what runs in the background. */
export type BackgroundSettings = Pick<
  ResponsesSettings,
  "openai" | "responses" | "model_profiles"
>;

/** Tells whether answers of a profile run in the background. */
export function runsInBackground(
  { openai, responses, model_profiles: profiles }: BackgroundSettings,
  name: PreparedRequest["name"],
): boolean {
  if (name === "iris" || !responses.store) return false;
  const profile = profiles[name] ?? profiles.answer;
  switch (profile?.background ?? responses.background) {
    case "always":
      return true;
    case "auto":
      return name !== "answer_quick" && isOpenAI(openai);
    default:
      return false;
  }
}

/** Tells whether any answer can run in the background. */
export function canRunInBackground(settings: BackgroundSettings): boolean {
  return PROFILE_NAMES.some((name) => runsInBackground(settings, name));
}

/** The same request, to be run in the background and found again by its id. */
export function inBackground(request: PreparedRequest): PreparedRequest {
  const { name, body, reading: { maxCitations, style } } = request;
  const metadata = {
    ...body.metadata,
    [Pair.Version]: "1",
    [Pair.Tool]: name,
    ...style !== undefined && { [Pair.Style]: style },
    [Pair.Cap]: String(maxCitations),
  };
  return {
    ...request,
    body: { ...body, background: true, store: true, metadata },
  };
}

/** The tool that asked for a response; `answer` when it is not known. */
export function toolOf(response: ApiObject): ProfileName {
  const name = fieldsOf(response.metadata)[Pair.Tool];
  return PROFILE_NAMES.find((profile) => profile === name) ?? "answer";
}

/** Finds out how to read a response from what it says of itself. */
export function readingOf(
  response: ApiObject,
  settings: ResponsesSettings,
  today: string,
): ReadOptions {
  const metadata = fieldsOf(response.metadata);
  const cap = Number(metadata[Pair.Cap]);
  const style = STYLES.find((style) => style === metadata[Pair.Style]);
  return {
    model: settings.model_profiles[toolOf(response)]?.model ?? "",
    domains: domainsIn(response, "allowed_domains"),
    blockedDomains: [
      ...domainsIn(response, "blocked_domains"),
      ...blockedDomains(settings),
    ],
    maxCitations: cap >= 1 && cap <= 10
      ? Math.floor(cap)
      : settings.policy.max_citations,
    today,
    store: true,
    style,
  };
}

function domainsIn(
  response: ApiObject,
  filter: "allowed_domains" | "blocked_domains",
): string[] {
  return objectsIn(response.tools).flatMap((tool) => {
    const domains = fieldsOf(tool.filters)[filter];
    return Array.isArray(domains)
      ? domains.flatMap((d) => textIn(d) ?? [])
      : [];
  });
}
