/**
 * Every key of the configuration: the one source of its type, default, bounds,
 * environment variable and documentation. One file per section.
 *
 * @module
 */
import type { Static } from "../schema/schema.ts";
import { HTTP_SETTINGS } from "./sections/http.ts";
import { MANUALS_SETTINGS } from "./sections/manuals.ts";
import { MODEL_PROFILES } from "./sections/model_profiles.ts";
import { OPENAI_SETTINGS } from "./sections/openai.ts";
import { POLICY_SETTINGS } from "./sections/policy.ts";
import { REQUEST_SETTINGS } from "./sections/request.ts";
import { RESPONSES_SETTINGS } from "./sections/responses.ts";
import { SEARCH_SETTINGS } from "./sections/search.ts";
import { SERVER_SETTINGS } from "./sections/server.ts";
import type { ConfigOf, SettingGroup } from "./setting.ts";

/** The keys, in the order in which they are documented. */
export const SETTINGS = {
  openai: OPENAI_SETTINGS,
  request: REQUEST_SETTINGS,
  responses: RESPONSES_SETTINGS,
  model_profiles: MODEL_PROFILES,
  policy: POLICY_SETTINGS,
  search: SEARCH_SETTINGS,
  server: SERVER_SETTINGS,
  http: HTTP_SETTINGS,
  manuals: MANUALS_SETTINGS,
} as const satisfies SettingGroup;

/** A complete, validated configuration. */
export type Config = ConfigOf<typeof SETTINGS>;

/** A model and how hard it works: the settings behind one answer tool. */
export type Profile = Static<
  typeof SETTINGS["model_profiles"]["properties"]["answer"]
>;
