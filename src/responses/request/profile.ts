import type { Profile } from "../../config/schema.ts";
import { MODEL_PROFILES } from "../../config/sections/model_profiles.ts";
import { POLICY_SETTINGS } from "../../config/sections/policy.ts";
import { ResponsesError } from "../responses_error.ts";
import type { ResponsesSettings } from "../settings.ts";

/** The profiles of `model_profiles`. */
export type ProfileName = keyof ResponsesSettings["model_profiles"];

/** The profiles by name, that of the usual tool first. */
export const PROFILE_NAMES: readonly ProfileName[] = [
  "answer",
  "answer_detailed",
  "answer_quick",
];

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

/**
 * How many sources a tool cites: as its profile says, as was set for all tools,
 * or as the tool has it of its own, which no other profile takes away.
 */
export function maxCitationsOf(
  name: ProfileName | "iris",
  profile: Pick<Profile, "max_citations">,
  policy: ResponsesSettings["policy"],
): number {
  if (profile.max_citations !== undefined) return profile.max_citations;
  const global = policy.max_citations;
  const isSet = global !== POLICY_SETTINGS.max_citations.default;
  if (isSet || name !== "answer_detailed") return global;
  return MODEL_PROFILES.default.answer_detailed.max_citations;
}
