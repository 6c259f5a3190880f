import type { Profile } from "../../config/schema.ts";
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
