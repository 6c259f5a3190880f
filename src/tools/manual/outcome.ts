import { ErrorCode } from "../../jsonrpc/messages.ts";
import type { ManualErrorCode } from "../../manuals/errors.ts";
import type { Issue } from "../../schema/validate.ts";
import { cut } from "../../text/show.ts";
import type { ToolFailure, ToolSuccess } from "../tool.ts";

const MAX_NAME = 100;

/** What a failed call says: a `ManualError`, or an object like one. */
export interface ManualFailure {
  readonly code: ManualErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A result as both text and structured content: clients show only one. */
export function manualSuccess(result: object): ToolSuccess {
  return { ok: true, text: JSON.stringify(result), structured: { ...result } };
}

/** A failure in the shape of the manual tools: `{code, message, details?}`. */
export function manualFailure(
  tool: string,
  { code, message, details }: ManualFailure,
): ToolFailure {
  const body = { code, message, ...(details ? { details } : {}) };
  return {
    ok: false,
    body,
    error: {
      code: ErrorCode.ToolFailed,
      message: `${tool} failed`,
      data: body,
    },
  };
}

/** Arguments that do not fit the tool's schema. */
export function manualRejection(
  tool: string,
  issues: readonly Issue[],
): ToolFailure {
  const [first] = issues;
  const name = (first && nameOf(first)) || "arguments";
  const message = first === undefined
    ? `Cannot call ${tool}: wrong arguments`
    : first.known
    ? `Cannot call ${tool} with ${name}: known arguments are ${
      first.known.join(", ")
    }`
    : `Cannot use ${name} of ${tool}: got ${first.got}, want ${first.want}`;
  return manualFailure(tool, {
    code: "invalid_parameter",
    message,
    details: {
      issues: issues.map((issue) => ({
        parameter: nameOf(issue),
        got: issue.got,
        want: issue.want,
      })),
    },
  });
}

/** Cut: a client chooses the names that it gets wrong. */
function nameOf({ path }: Issue): string {
  return cut(path.join("."), MAX_NAME);
}
