import fc from "fast-check";
import { isObject } from "../../src/schema/value.ts";
import { brokenText, goodText } from "./messages.ts";
import { ODD_TEXTS } from "./odd_values.ts";

/** What clients prove themselves with; `MALLORY` is nobody's. */
export const TOKENS = {
  ada: "token-of-ada-0123456789",
  bob: "bob.token/+9876",
};
export const MALLORY = "token-of-mallory-55555";

/** Whose session a request names, if any. */
export type Named = "none" | "ada" | "bob" | "ended" | "made up";

/** One HTTP request of a case. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly token: string | undefined;
  readonly session: Named;
  /** Whether the headers that repeat the body do so. */
  readonly told: boolean;
  /** Headers that replace the right ones; null takes one away. */
  readonly headers: readonly (readonly [string, string | null])[];
  /** The client leaves at once. */
  readonly leaves: boolean;
  /** The body breaks off in the middle. */
  readonly breaks: boolean;
}

/** Requests of a case, one after another or all at once. */
export interface Visit {
  readonly sent: readonly Sent[];
  readonly together: boolean;
}

/** Mostly the first, now and then one of the others. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    fc.constantFrom(...others),
  );
}

// What no header can hold no client can send.
const headerValue = fc.constantFrom(
  null,
  ...ODD_TEXTS.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)),
  "text/plain",
  "application/json; charset=utf-16",
  "text/event-stream",
  "*/*;q=0",
  "2025-03-26",
  "2026-07-28",
  "9999-01-01",
  "=?base64?!!?=",
  "=?base64?/w==?=",
  "http://localhost:8931",
  "https://evil.example",
  "evil.example",
  "99999999999999999999",
  "chunked",
);

const header = fc.tuple(
  fc.constantFrom(
    "host",
    "origin",
    "accept",
    "content-type",
    "content-length",
    "transfer-encoding",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-session-id",
    "traceparent",
    "x-forwarded-host",
  ),
  headerValue,
);

/** Visits of callers who know the protocol and make mistakes. */
export const visits: fc.Arbitrary<Visit> = fc.record({
  together: mostly(false, true),
  sent: fc.array(
    fc.record<Sent>({
      method: mostly("POST", "DELETE", "GET", "PUT", "OPTIONS", "HEAD"),
      path: mostly(
        "/mcp",
        "/mcp/",
        "/metrics",
        "/healthz",
        "/readyz",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/%2e%2e/mcp",
      ),
      body: fc.oneof({ weight: 9, arbitrary: goodText }, brokenText),
      token: mostly<string | undefined>(
        TOKENS.ada,
        TOKENS.bob,
        MALLORY,
        undefined,
      ),
      session: fc.constantFrom("ada", "ada", "none", "bob", "ended", "made up"),
      told: mostly(true, false),
      headers: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        fc.array(header, { maxLength: 2 }),
      ),
      leaves: mostly(false, true),
      breaks: mostly(false, true),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

/** The headers in which a modern client repeats its body. */
export function toldHeaders(body: unknown): Record<string, string> {
  if (!isObject(body) || !isObject(body.params)) return {};
  const { _meta: meta, name } = body.params;
  const version = isObject(meta)
    ? meta["io.modelcontextprotocol/protocolVersion"]
    : undefined;
  if (typeof version !== "string") return {};
  const told = { "mcp-protocol-version": version, "mcp-method": body.method };
  return Object.fromEntries(
    Object.entries({ ...told, "mcp-name": name })
      .filter((pair): pair is [string, string] => typeof pair[1] === "string")
      .map(([key, value]) => [key, headerText(value)]),
  );
}

function headerText(value: string): string {
  if (/^[\x21-\x7e]*$/.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(String.fromCharCode(...bytes))}?=`;
}
