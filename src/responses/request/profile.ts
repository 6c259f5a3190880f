import type { Profile } from "../../config/schema.ts";
import { POLICY_SETTINGS } from "../../config/sections/policy.ts";
import { ResponsesError } from "../responses_error.ts";
import type { ResponsesSettings } from "../settings.ts";

/** The profiles of `model_profiles`. */
export type ProfileName = keyof ResponsesSettings["model_profiles"];

/**
 * Finds a profile; one that is not configured falls back to `answer`.
 *
 * @throws {ResponsesError} when there is no `answer` either
 */
export function resolveProfile(
  profiles: ResponsesSettings["model_profiles"],
  name: ProfileName,
): Profile {
  const profile = profiles[name] ?? profiles.answer;
  if (profile) return profile;
  throw new ResponsesError(
    "profile_missing",
    "model_profiles.answer is not configured: add it to the YAML with at least a model, or remove model_profiles to get the built-in profiles",
  );
}

// What a tool cites unless somebody sets it: depth needs more sources.
const OWN_MAX_CITATIONS: Readonly<Partial<Record<ProfileName, number>>> = {
  answer_detailed: 10,
};

/**
 * How many sources a tool cites: as its profile says, as is set for all tools,
 * or as the tool has it.
 */
export function maxCitationsOf(
  name: ProfileName | "iris",
  profile: Pick<Profile, "max_citations">,
  policy: ResponsesSettings["policy"],
): number {
  if (profile.max_citations !== undefined) return profile.max_citations;
  const global = policy.max_citations;
  if (global !== POLICY_SETTINGS.max_citations.default) return global;
  return (name === "iris" ? undefined : OWN_MAX_CITATIONS[name]) ?? global;
}
