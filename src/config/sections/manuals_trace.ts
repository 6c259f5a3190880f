import type { SettingGroup } from "../setting.ts";

/** The keys below `manuals.trace`: what `manual_hits` can page through. */
export const TRACE_SETTINGS = {
  max_keep: {
    type: "integer",
    minimum: 1,
    default: 100,
    env: "TRACE_MAX_KEEP",
    description: "How many finds manual_hits can page through.",
  },
  ttl_sec: {
    type: "integer",
    minimum: 1,
    default: 1800,
    env: "TRACE_TTL_SEC",
    description: "Seconds that a find can be paged through.",
  },
} as const satisfies SettingGroup;
