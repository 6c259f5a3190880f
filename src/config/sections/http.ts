import type { SettingGroup } from "../setting.ts";

/** The keys below `http`: they take effect with `--http` only. */
export const HTTP_SETTINGS = {
  host: {
    type: "string",
    minLength: 1,
    default: "127.0.0.1",
    description:
      "Address to listen on. Any but a loopback address needs authentication.",
  },
  port: {
    type: "integer",
    minimum: 0,
    maximum: 65535,
    default: 8931,
    description: "Port to listen on; 0 takes a free one.",
  },
  path: {
    type: "string",
    pattern: "^/[\\w.~/-]*$",
    default: "/mcp",
    description: "Path of the MCP endpoint.",
  },
  public_url: {
    anyOf: [{ type: "string", format: "http-url" }, { type: "null" }],
    default: null,
    description:
      "URL by which clients reach the server behind a proxy; without a path, http.path is added.",
  },
  allowed_hosts: {
    type: "array",
    items: { type: "string", pattern: "^(?:[\\w.-]+|\\[[\\da-fA-F:.]+\\])$" },
    default: [],
    description:
      "Names in Host that are answered besides the server's own, without ports.",
  },
  allowed_origins: {
    type: "array",
    items: { type: "string", pattern: "^[a-z][a-z0-9+.-]*://[^/?#\\s*]+$" },
    default: [],
    description:
      "Origins of web pages that may call, such as https://example.com.",
  },
  max_per_caller: {
    type: "integer",
    minimum: 1,
    maximum: 10000,
    default: 16,
    description: "Calls that one caller may have in flight; more get 429.",
  },
  drain_ms: {
    type: "integer",
    minimum: 0,
    maximum: 3600000,
    default: 30000,
    description: "How long answers in flight may take after SIGTERM.",
  },
  jwt: {
    anyOf: [
      {
        type: "object",
        properties: {
          issuer: { type: "string", minLength: 1 },
          audience: { type: "string", minLength: 1 },
          jwks_url: { type: "string", format: "http-url" },
        },
        required: ["issuer", "audience", "jwks_url"],
        additionalProperties: false,
      },
      { type: "null" },
    ],
    default: null,
    description:
      "Accept JWTs of this issuer for this audience, checked by its key set (jwks_url).",
  },
} as const satisfies SettingGroup;

/** The variable with the callers' tokens: `alice=…,bob=…`. */
export const HTTP_TOKENS_ENV = "ORMCP_HTTP_TOKENS";

/** The variable with the secret that replicas share. */
export const HTTP_SECRET_ENV = "ORMCP_HTTP_SECRET";
