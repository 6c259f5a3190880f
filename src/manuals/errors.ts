/** Everything that can go wrong with a call to a manual tool. */
export type ManualErrorCode =
  | "invalid_parameter"
  | "invalid_path"
  | "out_of_scope"
  | "needs_narrow_scope"
  | "not_found"
  | "forbidden"
  | "invalid_scope";

/** A call that its caller can put right; anything else is a defect. */
export class ManualError extends Error {
  /** Always the same. */
  override readonly name = "ManualError";
  /** One word of a closed set. */
  readonly code: ManualErrorCode;
  /** What helps with the next call. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  /** Takes `cause` among the options of `Error`. */
  constructor(
    code: ManualErrorCode,
    message: string,
    options: ErrorOptions & { details?: Record<string, unknown> } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = options.details;
  }
}
