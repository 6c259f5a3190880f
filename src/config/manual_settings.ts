import type { Section } from "./setting.ts";

const WORDS = {
  type: "array",
  items: { type: "string", minLength: 1 },
  default: [],
} as const;

/** The keys below `manuals`. */
export const MANUAL_SETTINGS = {
  root: {
    anyOf: [{ type: "string", minLength: 1 }, { type: "null" }],
    default: null,
    env: "MANUALS_ROOT",
    path: true,
    description:
      "Directory whose sub-directories are the manuals; switches the manual tools on.",
  },
  require_ls: {
    type: "boolean",
    default: true,
    description: "Refuse the other manual tools until manual_ls was called.",
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
  lexical: {
    coverage_weight: {
      type: "number",
      minimum: 0,
      default: 0.5,
      env: "LEXICAL_COVERAGE_WEIGHT",
      description: "Bonus for the share of query words that a section holds.",
    },
    phrase_weight: {
      type: "number",
      minimum: 0,
      default: 0.5,
      env: "LEXICAL_PHRASE_WEIGHT",
      description: "Bonus for query words that stand together.",
    },
    number_context_bonus: {
      type: "number",
      minimum: 0,
      default: 0.8,
      env: "LEXICAL_NUMBER_CONTEXT_BONUS",
      description: "Bonus for a query number next to a word that names it.",
    },
    proximity_bonus_near: {
      type: "number",
      minimum: 0,
      default: 1,
      env: "LEXICAL_PROXIMITY_BONUS_NEAR",
      description: "Bonus for query words close to each other.",
    },
    proximity_bonus_far: {
      type: "number",
      minimum: 0,
      default: 0.5,
      env: "LEXICAL_PROXIMITY_BONUS_FAR",
      description: "Bonus for query words at some distance.",
    },
    length_penalty_weight: {
      type: "number",
      minimum: 0,
      default: 0.2,
      env: "LEXICAL_LENGTH_PENALTY_WEIGHT",
      description: "Penalty for very long sections.",
    },
  },
  find: {
    exploration_enabled: {
      type: "boolean",
      default: true,
      env: "MANUAL_FIND_EXPLORATION_ENABLED",
      description: "Mix some low-ranked sections into the candidates.",
    },
    exploration_ratio: {
      type: "number",
      minimum: 0,
      maximum: 1,
      default: 0.2,
      env: "MANUAL_FIND_EXPLORATION_RATIO",
      description: "Share of the candidates that exploration may fill.",
    },
    exploration_min_candidates: {
      type: "integer",
      minimum: 0,
      default: 2,
      env: "MANUAL_FIND_EXPLORATION_MIN_CANDIDATES",
      description: "Least number of candidates that exploration may fill.",
    },
    exploration_score_scale: {
      type: "number",
      minimum: 0,
      default: 0.35,
      env: "MANUAL_FIND_EXPLORATION_SCORE_SCALE",
      description: "Factor on the score of an explored section.",
    },
    query_decomp_enabled: {
      type: "boolean",
      default: true,
      env: "MANUAL_FIND_QUERY_DECOMP_ENABLED",
      description: "Split a comparing question into its sides.",
    },
    query_decomp_max_sub_queries: {
      type: "integer",
      minimum: 1,
      maximum: 10,
      default: 3,
      env: "MANUAL_FIND_QUERY_DECOMP_MAX_SUB_QUERIES",
      description: "How many sub-queries a question may become.",
    },
    query_decomp_rrf_k: {
      type: "integer",
      minimum: 1,
      default: 60,
      env: "MANUAL_FIND_QUERY_DECOMP_RRF_K",
      description: "Rank constant of the fusion of sub-queries.",
    },
    query_decomp_base_weight: {
      type: "number",
      minimum: 0,
      maximum: 1,
      default: 0.3,
      env: "MANUAL_FIND_QUERY_DECOMP_BASE_WEIGHT",
      description: "Weight of the whole question beside its parts.",
    },
    claim_graph_enabled: {
      type: "boolean",
      default: true,
      env: "MANUAL_FIND_CLAIM_GRAPH_ENABLED",
      description: "Build a claim graph when a call asks for one.",
    },
    scan_hard_cap: {
      type: "integer",
      minimum: 1,
      default: 5000,
      env: "MANUAL_FIND_SCAN_HARD_CAP",
      description: "How many sections are scored in full at most.",
    },
    per_file_candidate_cap: {
      type: "integer",
      minimum: 1,
      default: 8,
      env: "MANUAL_FIND_PER_FILE_CANDIDATE_CAP",
      description: "How many sections of one file may become candidates.",
    },
    file_prescan_enabled: {
      type: "boolean",
      default: true,
      env: "MANUAL_FIND_FILE_PRESCAN_ENABLED",
      description: "Prefer files whose path or titles hold query words.",
    },
  },
  cache: {
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
      description:
        "Search again when a cached result has more gaps; -1: never.",
    },
    max_summary_conflict: {
      type: "integer",
      minimum: -1,
      default: -1,
      env: "SEM_CACHE_MAX_SUMMARY_CONFLICT",
      description:
        "Search again when a cached result has more conflicts; -1: never.",
    },
  },
  trace: {
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
  },
  lexicon: {
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
  },
} as const satisfies Section;
