/**
 * The strictness of the API: it refuses fields and values that it does not
 * know, so the fake API does too. Otherwise a typing error would pass here and
 * fail with a real key.
 *
 * @module
 */
import { validate } from "../../../src/schema/validate.ts";
import type { ObjectSchema } from "../../../src/schema/schema.ts";

const LEVELS = ["low", "medium", "high"];
const INCLUDABLE = [
  "web_search_call.action.sources",
  "web_search_call.results",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
];

const HOSTS = {
  type: "array",
  maxItems: 100,
  // No scheme, no path: the API refuses those.
  items: { type: "string", pattern: "^[a-z0-9_.-]+$" },
} as const;

const WEB_SEARCH = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["web_search", "web_search_2025_08_26"] },
    external_web_access: { type: "boolean" },
    search_context_size: { type: "string", enum: LEVELS },
    user_location: {
      type: "object",
      properties: {
        type: { type: "string", enum: ["approximate"] },
        city: { type: "string" },
        country: { type: "string", pattern: "^[A-Za-z]{2}$" },
        region: { type: "string" },
        timezone: { type: "string" },
      },
      additionalProperties: false,
    },
    filters: {
      type: "object",
      properties: { allowed_domains: HOSTS, blocked_domains: HOSTS },
      additionalProperties: false,
    },
  },
  required: ["type"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const CODE_INTERPRETER = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["code_interpreter"] },
    container: {
      type: "object",
      properties: { type: { type: "string", enum: ["auto"] } },
      required: ["type"],
      additionalProperties: false,
    },
  },
  required: ["type", "container"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const REQUEST = {
  type: "object",
  properties: {
    model: { type: "string", minLength: 1 },
    instructions: { type: "string" },
    input: { type: "string", minLength: 1 },
    tools: { type: "array", items: { anyOf: [WEB_SEARCH, CODE_INTERPRETER] } },
    tool_choice: { type: "string", enum: ["none", "auto", "required"] },
    parallel_tool_calls: { type: "boolean" },
    include: { type: "array", items: { type: "string", enum: INCLUDABLE } },
    text: {
      type: "object",
      properties: { verbosity: { type: "string", enum: LEVELS } },
      additionalProperties: false,
    },
    reasoning: {
      type: "object",
      properties: {
        effort: {
          type: "string",
          enum: ["none", "minimal", ...LEVELS, "xhigh", "max"],
        },
        summary: { type: "string", enum: ["auto", "concise", "detailed"] },
      },
      additionalProperties: false,
    },
    previous_response_id: { type: "string", minLength: 1 },
    store: { type: "boolean" },
    background: { type: "boolean" },
    max_output_tokens: { type: "integer", minimum: 16 },
    max_tool_calls: { type: "integer", minimum: 1 },
    service_tier: {
      type: "string",
      enum: ["auto", "default", "flex", "priority", "scale", "fast"],
    },
    prompt_cache_key: { type: "string" },
    safety_identifier: { type: "string", maxLength: 128 },
    metadata: {
      type: "object",
      properties: {},
      additionalProperties: { type: "string", maxLength: 512 },
      propertyNames: { type: "string", maxLength: 64 },
      maxProperties: 16,
    },
    truncation: { type: "string", enum: ["auto", "disabled"] },
    stream: { type: "boolean" },
  },
  required: ["model", "input"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

/** An error object of the API. */
export interface ApiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** Says what an API refuses in a request; `undefined` when nothing. */
export function checkRequest(body: unknown): ApiError | undefined {
  const checked = validate<{ model: string }>(REQUEST, body);
  const type = "invalid_request_error";
  if (!checked.ok) {
    const issue = checked.issues[0];
    const param = issue?.path.join(".") ?? null;
    const unknown = issue?.known !== undefined;
    return {
      message: unknown
        ? `Unknown parameter: '${param}'.`
        : `Invalid value: ${issue?.got}. Supported: ${issue?.want}.`,
      type,
      param,
      code: unknown ? "unknown_parameter" : "invalid_value",
    };
  }
  const { model } = checked.value;
  const param = unsupportedField(model, checked.value);
  if (param === undefined) return undefined;
  const message =
    `Unsupported parameter: '${param}' is not supported with the model '${model}'.`;
  return { message, type, param, code: "unsupported_parameter" };
}

/** What the model families of the API do not take. */
function unsupportedField(model: string, body: object): string | undefined {
  const early = /^(ft:)?gpt-[34]/.test(model);
  if ("reasoning" in body && early) return "reasoning.effort";
  const fixed = early || /^o\d/.test(model);
  return "text" in body && fixed ? "text.verbosity" : undefined;
}
