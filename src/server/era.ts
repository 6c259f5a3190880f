import { ErrorCode, type Params, ProtocolError } from "../jsonrpc/messages.ts";
import { isObject, show } from "../schema/value.ts";
import { NAME, VERSION } from "../version.ts";
import { Meta, MODERN_VERSIONS, UNSUPPORTED_VERSION } from "./protocol.ts";

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

function invalidMeta(key: string, got: unknown, want: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidParams,
    `Invalid _meta: ${key} is ${show(got)}, wanted ${want}`,
    { field: `_meta.${key}` },
  );
}

/** Gives a result the members that its era asks for. */
export function inEra(
  era: Era,
  result: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (era === "legacy") return result;
  return {
    resultType: "complete",
    ...result,
    _meta: { [Meta.ServerInfo]: { name: NAME, version: VERSION } },
  };
}
