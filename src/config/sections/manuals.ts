import type { ConfigOf, SettingGroup } from "../setting.ts";
import { FIND_SETTINGS, LEXICAL_SETTINGS } from "./manuals_ranking.ts";

/** The keys below `manuals.cache`: the memory of earlier answers. */
const CACHE_SETTINGS = {
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

/** The keys below `manuals.trace`: what `manual_hits` can page through. */
const TRACE_SETTINGS = {
  max_keep: {
    type: "integer",
    minimum: 1,
    default: 100,
    env: "TRACE_MAX_KEEP",
    description: "How many searches manual_hits can page through.",
  },
  ttl_sec: {
    type: "integer",
    minimum: 1,
    default: 1800,
    env: "TRACE_TTL_SEC",
    description: "Seconds that a search can be paged through.",
  },
} as const satisfies SettingGroup;

const WORDS = {
  type: "array",
  items: { type: "string", minLength: 1 },
  default: [],
} as const;

/** The keys below `manuals.lexicon`: words added to the general patterns. */
const LEXICON_SETTINGS = {
  number_context: {
    ...WORDS,
    description: "Words that name a number (article, table, code).",
  },
  exceptions: {
    ...WORDS,
    description: "Words that announce an exception.",
  },
  exhaustive: {
    ...WORDS,
    description: "Words that ask for everything there is.",
  },
  definition_titles: {
    ...WORDS,
    description: "Words in a title that promise a definition.",
  },
  facets: {
    definition: { ...WORDS, description: "Words of the facet definition." },
    procedure: { ...WORDS, description: "Words of the facet procedure." },
    eligibility: { ...WORDS, description: "Words of the facet eligibility." },
    exceptions: { ...WORDS, description: "Words of the facet exceptions." },
    compare: { ...WORDS, description: "Words of the facet compare." },
  },
} as const satisfies SettingGroup;

/** The keys below `manuals`. */
export const MANUALS_SETTINGS = {
  root: {
    anyOf: [{ type: "string", minLength: 1 }, { type: "null" }],
    default: null,
    env: "MANUALS_ROOT",
    path: true,
    description:
      "Directory whose sub-directories are the manuals; this, paths or engine switches the manual tools on.",
  },
  paths: {
    type: "object",
    properties: {},
    additionalProperties: { type: "string", minLength: 1 },
    propertyNames: { type: "string", format: "manual-name" },
    default: {},
    path: true,
    description:
      "More manuals: a name for each and the directory it lies in, wherever that is.",
  },
  engine: {
    anyOf: [{
      type: "object",
      properties: {
        kind: { type: "string", enum: ["lancedb"] },
        uri: { type: "string", minLength: 1 },
        package_dir: { type: "string", minLength: 1 },
        refresh_ms: { type: "integer", minimum: 0 },
      },
      required: ["kind", "uri"],
      additionalProperties: false,
    }, { type: "null" }],
    default: null,
    path: ["uri", "package_dir"],
    description:
      "Serve manuals that were published, instead of files: kind lancedb, the uri of the store, package_dir with the package, refresh_ms (15000).",
  },
  require_ls: {
    type: "boolean",
    default: true,
    description:
      "Refuse the other manual tools until manual_ls was called, over stdio in a session.",
  },
  cache_dir: {
    anyOf: [{ type: "string", minLength: 1 }, { type: "null" }],
    default: null,
    path: true,
    description: "Where indexes are kept; the user's cache directory if null.",
  },
  refresh_ms: {
    type: "integer",
    minimum: 0,
    default: 1000,
    description:
      "Look for changed files when the last look is older than this.",
  },
  max_file_bytes: {
    type: "integer",
    minimum: 1,
    default: 16777216,
    description: "Larger files are not indexed; manual_scan still reads them.",
  },
  scan_max_chars: {
    type: "integer",
    minimum: 256,
    maximum: 50000,
    default: 12000,
    env: "SCAN_MAX_CHARS",
    description: "Default max_chars of manual_scan.",
  },
  lexical: LEXICAL_SETTINGS,
  find: FIND_SETTINGS,
  cache: CACHE_SETTINGS,
  trace: TRACE_SETTINGS,
  lexicon: LEXICON_SETTINGS,
} as const satisfies SettingGroup;

/** Tells whether there are manuals to offer. */
export function hasManuals(
  { root, paths, engine }: Pick<
    ConfigOf<typeof MANUALS_SETTINGS>,
    "root" | "paths" | "engine"
  >,
): boolean {
  return root !== null || engine !== null || Object.keys(paths).length > 0;
}
