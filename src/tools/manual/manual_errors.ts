import { ErrorCode } from "../../jsonrpc/messages.ts";
import { ManualError, type ManualErrorCode } from "../../manuals/errors.ts";
import { type ErrorWording, wrongArguments } from "../define_tool.ts";
import type { ToolFailure } from "../tool.ts";

/** The errors of the manual tools: `{code, message, details?}`. */
export const MANUAL_ERRORS: Required<ErrorWording> = {
  rejected: (tool, issues) =>
    failure(tool, {
      code: "invalid_parameter",
      ...wrongArguments(tool, issues),
    }),
  failed: (tool, error) =>
    error instanceof ManualError ? failure(tool, error) : undefined,
};

interface ManualFailure {
  readonly code: ManualErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

function failure(
  tool: string,
  { code, message, details }: ManualFailure,
): ToolFailure {
  const data = { code, message, ...(details ? { details } : {}) };
  const error = {
    code: ErrorCode.ToolFailed,
    message: `${tool} failed`,
    data,
  };
  return { ok: false, body: data, error };
}
