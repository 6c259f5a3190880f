import type { ManualErrorCode, ManualProblem, ProblemKind } from "./problem.ts";
import { problemText } from "./problem_text.ts";

export type { ManualErrorCode, ManualProblem } from "./problem.ts";

/** The code of each kind of problem, where no more than its kind decides. */
const CODES: Readonly<
  Record<Exclude<ProblemKind, "root" | "store">, ManualErrorCode>
> = {
  integer: "invalid_parameter",
  choice: "invalid_parameter",
  type: "invalid_parameter",
  tooLong: "invalid_parameter",
  cursor: "invalid_parameter",
  insideCharacter: "invalid_parameter",
  id: "invalid_parameter",
  manualId: "invalid_parameter",
  listedFile: "invalid_parameter",
  deepManual: "invalid_parameter",
  otherManual: "invalid_parameter",
  path: "invalid_path",
  readDirectory: "invalid_path",
  outside: "out_of_scope",
  tooManyFiles: "needs_narrow_scope",
  missingManual: "not_found",
  missingPath: "not_found",
  missingSection: "not_found",
  missingTrace: "not_found",
  access: "forbidden",
  tooLarge: "invalid_scope",
  undecodable: "invalid_scope",
  otherFormat: "invalid_scope",
  noSections: "invalid_scope",
};

/** A call that its caller can put right; anything else is a defect. */
export class ManualError extends Error {
  /** Always the same. */
  override readonly name = "ManualError";
  /** One word of a closed set. */
  readonly code: ManualErrorCode;
  /** What is wrong, for who says it in words of their own. */
  readonly problem: ManualProblem;

  /** Takes the options of `Error`. */
  constructor(problem: ManualProblem, options?: ErrorOptions) {
    super(problemText(problem), options);
    this.problem = problem;
    this.code = codeOf(problem);
  }
}

function codeOf(problem: ManualProblem): ManualErrorCode {
  if (problem.kind !== "root" && problem.kind !== "store") {
    return CODES[problem.kind];
  }
  return problem.fault === "denied" ? "forbidden" : "not_found";
}
