import { ErrorCode } from "../../jsonrpc/messages.ts";
import { ManualError } from "../../manuals/errors.ts";
import { type ErrorWording, wrongArguments } from "../define_tool.ts";
import type { ToolFailure } from "../tool.ts";
import { type ManualFailure, wordError } from "./wording.ts";

/** The errors of the manual tools: `{code, message, details?}`. */
export const MANUAL_ERRORS: Required<ErrorWording> = {
  rejected: (tool, issues) =>
    failure(tool, {
      code: "invalid_parameter",
      ...wrongArguments(tool, issues),
    }),
  failed(tool, error) {
    if (error instanceof ManualRefusal) return failure(tool, error.failure);
    if (error instanceof ManualError) {
      return failure(tool, wordError(tool, error));
    }
    return undefined;
  },
};

/** A call that the tools refuse themselves, before the engine hears of it. */
export class ManualRefusal extends Error {
  /** Always the same. */
  override readonly name = "ManualRefusal";
  /** What its caller is told. */
  readonly failure: ManualFailure;

  /** Takes what its caller is told. */
  constructor(failure: ManualFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

function failure(
  tool: string,
  { code, message, details }: ManualFailure,
): ToolFailure {
  const data = { code, message, ...details && { details } };
  const error = {
    code: ErrorCode.ToolFailed,
    message: `${tool} failed`,
    data,
  };
  return { ok: false, body: data, error };
}
