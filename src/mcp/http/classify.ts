/**
 * Which era a POST belongs to, and whether its headers say what its body says.
 * The status codes are those of the specification's "Server Validation".
 *
 * @module
 */
import {
  ErrorCode,
  type Params,
  ProtocolError,
  readEnvelope,
} from "../../jsonrpc/messages.ts";
import { isObject } from "../../schema/value.ts";
import { show } from "../../text/show.ts";
import {
  claimedVersion,
  type Era,
  eraOf,
  eraOfRequest,
  isModernVersion,
} from "../eras.ts";
import { Refusal } from "./refusal.ts";

/** The error code for headers and a body that disagree. */
export const HEADER_MISMATCH = -32020;

/** What a POST carries, as far as its handling depends on it. */
export interface Posted {
  readonly era: Era;
  /** The method of a single message; empty for a batch or a response. */
  readonly method: string;
  readonly params: Params | undefined;
  /** Wants an answer: a request, or a batch with anything but notifications. */
  readonly asks: boolean;
}

/** What `Mcp-Name` repeats of the parameters. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/**
 * Tells the era of a POST's message.
 *
 * @throws {Refusal} when headers and body disagree, or the body is half modern
 */
export function classify(message: unknown, headers: Headers): Posted {
  if (Array.isArray(message)) return classifyBatch(message);
  const envelope = readEnvelope(message);
  const version = headers.get("mcp-protocol-version");
  const headerEra: Era = version !== null && isModernVersion(version)
    ? "modern"
    : "legacy";
  if (envelope.kind === "request") {
    const { method, params } = envelope.request;
    const era = requestEra(method, params, { version, headerEra, headers });
    return { era, method, params, asks: true };
  }
  if (envelope.kind === "notification") {
    const { method, params } = envelope;
    const claim = claimedVersion(params);
    const era = claim === undefined ? headerEra : eraOfClaim(params);
    if (era === "modern") {
      checkVersion(claim, version, claim !== undefined && version !== null);
      checkMethod(method, headers, false);
    }
    return { era, method, params, asks: false };
  }
  if (envelope.kind === "invalid") throw invalid(envelope.error);
  if (headerEra === "legacy") {
    return { era: "legacy", method: "", params: undefined, asks: false };
  }
  const problem = "Invalid request: a server of this revision asks nothing";
  throw invalid(new ProtocolError(ErrorCode.InvalidRequest, problem));
}

function invalid(error: ProtocolError): Refusal {
  return new Refusal(400, "invalid_request", error);
}

interface Given {
  readonly version: string | null;
  readonly headerEra: Era;
  readonly headers: Headers;
}

function requestEra(
  method: string,
  params: Params | undefined,
  { version, headerEra, headers }: Given,
): Era {
  const claim = claimedVersion(params);
  if (method === "initialize" && eraOfRequest(method, params) === "legacy") {
    if (headerEra === "legacy") return "legacy";
    throw mismatch(
      `MCP-Protocol-Version is ${version}, which has no initialize`,
    );
  }
  if (claim === undefined) {
    if (headerEra === "legacy") return "legacy";
    const problem =
      `Invalid params: MCP-Protocol-Version is ${version}, whose requests carry _meta with io.modelcontextprotocol/protocolVersion and /clientCapabilities`;
    const field = { field: "_meta" };
    const error = new ProtocolError(ErrorCode.InvalidParams, problem, field);
    throw new Refusal(400, "invalid_meta", error);
  }
  checkVersion(claim, version, version !== null);
  const era = eraOfClaim(params);
  checkVersion(claim, version, true);
  checkMethod(method, headers, true);
  checkName(method, params, headers);
  return era;
}

/** Half a modern request is refused, never taken for a legacy one. */
function eraOfClaim(params: Params | undefined): Era {
  try {
    return eraOf(params);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new Refusal(400, "invalid_meta", error);
  }
}

function checkVersion(
  claim: unknown,
  version: string | null,
  required: boolean,
): void {
  if (!required || claim === version) return;
  throw mismatch(
    `MCP-Protocol-Version is ${show(version ?? undefined)}, _meta says ${
      show(claim)
    }`,
  );
}

function checkMethod(
  method: string,
  headers: Headers,
  required: boolean,
): void {
  const named = headers.get("mcp-method");
  if (named === method || (named === null && !required)) return;
  throw mismatch(
    `Mcp-Method is ${show(named ?? undefined)}, the body's method is ${
      show(method)
    }`,
  );
}

function checkName(
  method: string,
  params: Params | undefined,
  headers: Headers,
): void {
  const member = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  const name = member === undefined ? undefined : params?.[member];
  // Without the member the call itself is refused, and says so better.
  if (typeof name !== "string") return;
  const header = headers.get("mcp-name");
  if (header !== null && decodeValue(header) === name) return;
  throw mismatch(
    `Mcp-Name is ${show(header ?? undefined)}, params.${member} is ${
      show(name)
    }`,
  );
}

/** Reads a header's value; what is no plain ASCII comes as `=?base64?…?=`. */
function decodeValue(value: string): string | undefined {
  const coded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  if (coded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(coded), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Neither base64 nor UTF-8: then it names nothing.
    return undefined;
  }
}

function mismatch(problem: string): Refusal {
  const message = `Headers and body disagree: ${problem}`;
  const error = new ProtocolError(HEADER_MISMATCH, message);
  return new Refusal(400, "header_mismatch", error);
}

/** A batch is legacy; a modern request comes alone. */
function classifyBatch(messages: readonly unknown[]): Posted {
  let asks = messages.length === 0;
  for (const message of messages) {
    const params = isObject(message) && isObject(message.params)
      ? message.params
      : undefined;
    if (claimedVersion(params) !== undefined) {
      const problem =
        "Invalid request: a request of revision 2026-07-28 comes alone, not in a batch";
      throw invalid(new ProtocolError(ErrorCode.InvalidRequest, problem));
    }
    const { kind } = readEnvelope(message);
    asks ||= kind === "request" || kind === "invalid";
  }
  return { era: "legacy", method: "", params: undefined, asks };
}
