/**
 * The revisions of the Model Context Protocol, and which of its two eras a
 * request belongs to.
 *
 * @module
 */
import { ErrorCode, type Params, ProtocolError } from "../jsonrpc/messages.ts";
import { isObject } from "../schema/value.ts";
import { show } from "../text/show.ts";
import { NAME, VERSION } from "../version.ts";

/** Revisions that are negotiated by `initialize`. */
export const LEGACY_VERSIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
] as const;

/** The answer to a client that asks for a revision we do not know. */
const FALLBACK_VERSION = "2025-06-18";

/** The one legacy revision that has JSON-RPC batches. */
const BATCH_VERSION = "2025-03-26";

/** Stateless revisions, named by every request in its `_meta`. */
export const MODERN_VERSIONS = ["2026-07-28"] as const;

/** Keys of `_meta` that the protocol defines. */
const Meta = {
  ProtocolVersion: "io.modelcontextprotocol/protocolVersion",
  ClientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  ServerInfo: "io.modelcontextprotocol/serverInfo",
} as const;

/** The error code for a modern revision that we do not speak. */
export const UNSUPPORTED_VERSION = -32022;

/** How long a client may keep our lists: they do not change while we run. */
export const CACHE = { ttlMs: 3_600_000, cacheScope: "private" } as const;

/** The two ways to speak MCP: with a handshake, or a version on every request. */
export type Era = "legacy" | "modern";

/**
 * Tells from a request's `_meta` how it wants to be answered. Nothing is
 * remembered: one connection may mix both.
 */
export function eraOf(params: Params | undefined): Era {
  const meta = params?._meta;
  if (!isObject(meta) || !Object.hasOwn(meta, Meta.ProtocolVersion)) {
    return "legacy";
  }
  const requested = meta[Meta.ProtocolVersion];
  if (typeof requested !== "string") {
    throw invalidMeta(Meta.ProtocolVersion, requested, "a string");
  }
  if (!(MODERN_VERSIONS as readonly string[]).includes(requested)) {
    throw new ProtocolError(
      UNSUPPORTED_VERSION,
      `Unsupported protocol version ${
        show(requested)
      }; use one of data.supported, or initialize for an older revision`,
      { supported: [...MODERN_VERSIONS], requested },
    );
  }
  const capabilities = meta[Meta.ClientCapabilities];
  if (!isObject(capabilities)) {
    throw invalidMeta(Meta.ClientCapabilities, capabilities, "an object");
  }
  return "modern";
}

/** What the client of a modern request can do; nothing for a legacy one. */
export function clientCapabilities(
  params: Params | undefined,
): Readonly<Record<string, unknown>> {
  const meta = params?._meta;
  const capabilities = isObject(meta) ? meta[Meta.ClientCapabilities] : {};
  return isObject(capabilities) ? capabilities : {};
}

/**
 * The era of a request by its method, too: `initialize` opens the legacy one,
 * unless it comes with all that makes a request modern.
 */
export function eraOfRequest(method: string, params: Params | undefined): Era {
  if (method !== "initialize") return eraOf(params);
  try {
    return eraOf(params);
  } catch (error) {
    if (error instanceof ProtocolError) return "legacy";
    throw error;
  }
}

/** The revision that a request's `_meta` names, whatever it is. */
export function claimedVersion(params: Params | undefined): unknown {
  const meta = params?._meta;
  return isObject(meta) ? meta[Meta.ProtocolVersion] : undefined;
}

/** Tells whether a revision, as a header names it, is one that we negotiate. */
export function isLegacyVersion(version: string): boolean {
  return (LEGACY_VERSIONS as readonly string[]).includes(version);
}

/** Tells whether a revision, as a header names it, is one without sessions. */
export function isModernVersion(version: string): boolean {
  return (MODERN_VERSIONS as readonly string[]).includes(version);
}

function invalidMeta(key: string, got: unknown, want: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidParams,
    `Invalid _meta: ${key} is ${show(got)}, wanted ${want}`,
    { field: `_meta.${key}` },
  );
}

/** Gives a result the members that its era asks for. */
export function inEra(era: Era, result: object): object {
  if (era === "legacy") return result;
  return {
    resultType: "complete",
    ...result,
    _meta: { [Meta.ServerInfo]: { name: NAME, version: VERSION } },
  };
}

/** The revision that an `initialize` gets; never a modern one. */
export function negotiate(params: Params | undefined): string {
  const asked = params?.protocolVersion;
  const known = LEGACY_VERSIONS.find((version) => version === asked);
  return known ?? FALLBACK_VERSION;
}

/** Tells whether the client may send arrays of messages after `initialize`. */
export function negotiatesBatches(params: Params | undefined): boolean {
  return negotiate(params) === BATCH_VERSION;
}
