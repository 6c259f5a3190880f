import {
  ErrorCode,
  isRequestId,
  type Params,
  ProtocolError,
  type RequestId,
} from "../jsonrpc/messages.ts";
import { isObject } from "../schema/value.ts";
import { cut, show } from "../text/show.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { Tool, ToolOutcome } from "../tools/tool.ts";
import type { CallToolResult } from "./protocol.ts";

// A tool's name has at most 128 characters.
const MAX_NAME = 128;

/** A `tools/call` whose envelope is in order. */
export interface ToolCall {
  readonly tool: Tool;
  readonly args: Record<string, unknown>;
  /** The client wants to hear of progress under this token. */
  readonly progressToken?: RequestId;
}

/** Reads the parameters of `tools/call`, or says what is wrong with them. */
export function readToolCall(
  registry: ToolRegistry,
  params: Params | undefined,
): ToolCall {
  const name = params?.name;
  if (typeof name !== "string") {
    throw invalid("name", name, "the name of a tool from tools/list");
  }
  const tool = registry.get(name);
  if (!tool) {
    throw new ProtocolError(ErrorCode.MethodNotFound, "Unknown tool", {
      name: cut(name, MAX_NAME).toWellFormed(),
      hint: registry.hint(name),
    });
  }
  const args = params?.arguments ?? {};
  if (!isObject(args)) throw invalid("arguments", args, "an object");
  const meta = params?._meta;
  const token = isObject(meta) ? meta.progressToken : undefined;
  return isRequestId(token)
    ? { tool, args, progressToken: token }
    : { tool, args };
}

/**
 * Puts an outcome on the wire. A failure carries no `structuredContent`: clients
 * hold it against the `outputSchema` even then.
 */
export function toCallToolResult(
  outcome: ToolOutcome,
  errors: "result" | "jsonrpc",
): CallToolResult {
  if (!outcome.ok) {
    const { code, message, data } = outcome.error;
    if (errors === "jsonrpc") throw new ProtocolError(code, message, data);
    const text = JSON.stringify(outcome.body);
    return { content: [{ type: "text", text }], isError: true };
  }
  const content: CallToolResult["content"] = [
    { type: "text", text: outcome.text },
  ];
  return outcome.structured === undefined
    ? { content }
    : { content, structuredContent: outcome.structured };
}

function invalid(field: string, got: unknown, want: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidParams,
    `Invalid params: ${field} is ${show(got)}, wanted ${want}`,
    { field },
  );
}
