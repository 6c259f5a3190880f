import type { SettingGroup } from "../setting.ts";
import { CACHE_SETTINGS } from "./manuals_cache.ts";
import { FIND_SETTINGS } from "./manuals_find.ts";
import { LEXICAL_SETTINGS } from "./manuals_lexical.ts";
import { LEXICON_SETTINGS } from "./manuals_lexicon.ts";
import { TRACE_SETTINGS } from "./manuals_trace.ts";

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
