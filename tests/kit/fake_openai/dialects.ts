/**
 * How servers that speak the Responses API differ from OpenAI's, as their
 * documentation has it: nobody has seen them live here. `docs/backends.md` has
 * the same table for people, and `env` is what it tells them to set.
 *
 * @module
 */
import type { RequestBody } from "../../../src/responses/request/request_body.ts";
import type { ApiError } from "./check_request.ts";

/** What sets a server apart. */
export interface Dialect {
  /** What comes before the path of an endpoint. */
  readonly basePath: string;
  /** What its search is called; `null` where it has none. */
  readonly search: string | null;
  /** It keeps nothing, and refuses to be asked to. */
  readonly stateless: boolean;
  /** Its models have any names. */
  readonly anyModel: boolean;
  /** It lists the URLs that it has seen beside the output. */
  readonly topLevelCitations: boolean;
  /** What a user sets for it, besides address, key and model. */
  readonly env: Readonly<Record<string, string>>;
}

const OPENAI: Dialect = {
  basePath: "/v1",
  search: "web_search",
  stateless: false,
  anyModel: false,
  topLevelCitations: false,
  env: {},
};

/** Every dialect by its name. */
export const DIALECTS = {
  "OpenAI": OPENAI,
  // A model is called by the name of its deployment.
  "Azure OpenAI v1": { ...OPENAI, basePath: "/openai/v1", anyModel: true },
  "OpenRouter": {
    ...OPENAI,
    basePath: "/api/v1",
    search: "openrouter:web_search",
    stateless: true,
    anyModel: true,
    env: {
      ORMCP_SEARCH_TOOL: "openrouter:web_search",
      ORMCP_RESPONSES_STORE: "false",
    },
  },
  "xAI": { ...OPENAI, anyModel: true, topLevelCitations: true },
  "Ollama": {
    ...OPENAI,
    stateless: true,
    anyModel: true,
    env: { ORMCP_RESPONSES_STORE: "false" },
  },
  "vLLM, LM Studio, llama.cpp": {
    ...OPENAI,
    search: null,
    anyModel: true,
    env: { ORMCP_SEARCH_TOOL: "none" },
  },
} as const satisfies Record<string, Dialect>;

/** The name of a dialect. */
export type DialectName = keyof typeof DIALECTS;

/** What a server refuses that OpenAI's would take, and the other way round. */
export function dialectRefusal(
  body: RequestBody,
  { search, stateless }: Dialect,
): Partial<ApiError> | undefined {
  // Those that took over OpenAI's name are held to OpenAI's fields.
  const tools = search === OPENAI.search ? [] : body.tools ?? [];
  for (const { type, ...fields } of tools) {
    const known = search ?? "function";
    if (type !== known) {
      return { message: `'type' of tool must be '${known}', not '${type}'` };
    }
    const [field] = Object.keys(fields);
    if (field) return { message: `Unknown field of ${known}: ${field}` };
  }
  if (!stateless) return undefined;
  const param = body.previous_response_id !== undefined
    ? "previous_response_id"
    : body.store
    ? "store"
    : undefined;
  return param && {
    message: `${param} is not supported: this API is stateless`,
    param,
    code: "unsupported_parameter",
  };
}
