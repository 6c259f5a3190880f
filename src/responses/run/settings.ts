import type { Config, Profile } from "../../config/schema.ts";
import type { ProfileName } from "../request/question.ts";
import { ResponsesError } from "./responses_error.ts";

/** The part of the configuration that answers depend on. */
export type ResponsesSettings = Pick<
  Config,
  "openai" | "request" | "responses" | "model_profiles" | "policy" | "search"
>;

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
