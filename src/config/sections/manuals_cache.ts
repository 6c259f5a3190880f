import type { SettingGroup } from "../setting.ts";

/** The keys below `manuals.cache`: the memory of earlier answers. */
export const CACHE_SETTINGS = {
  enabled: {
    type: "boolean",
    default: true,
    env: "SEM_CACHE_ENABLED",
    description: "Answer repeated and near-identical queries from memory.",
  },
  ttl_sec: {
    type: "integer",
    minimum: 0,
    default: 1800,
    env: "SEM_CACHE_TTL_SEC",
    description: "Seconds that a cached result lives.",
  },
  max_keep: {
    type: "integer",
    minimum: 0,
    default: 500,
    env: "SEM_CACHE_MAX_KEEP",
    description: "How many results are cached.",
  },
  sim_threshold: {
    type: "number",
    minimum: 0,
    maximum: 1,
    default: 0.92,
    env: "SEM_CACHE_SIM_THRESHOLD",
    description: "How alike two queries must be to share a result.",
  },
  max_summary_gap: {
    type: "integer",
    minimum: -1,
    default: -1,
    env: "SEM_CACHE_MAX_SUMMARY_GAP",
    description: "Search again when a cached result has more gaps; -1: never.",
  },
} as const satisfies SettingGroup;
