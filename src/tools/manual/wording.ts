import { MAX_LISTED } from "../../manuals/library/arguments.ts";
import type { ManualError, ManualErrorCode } from "../../manuals/errors.ts";
import type { ManualParameter, ManualProblem } from "../../manuals/problem.ts";
import {
  oneOf,
  problemText,
  type ProblemWords,
} from "../../manuals/problem_text.ts";

/** What the caller of a manual tool is told. */
export interface ManualFailure {
  readonly code: ManualErrorCode;
  readonly message: string;
  /** What helps with the next call. */
  readonly details?: Details | undefined;
}

type Details = Readonly<Record<string, unknown>>;

/** What most tools call their arguments. */
const ARGUMENTS: Readonly<Record<ManualParameter, string>> = {
  id: "id",
  manual: "manual_id",
  path: "path",
  depth: "depth",
  cursor: "cursor",
  cursorOffset: "cursor.char_offset",
  cursorLine: "cursor.start_line",
  startLine: "start_line",
  maxChars: "max_chars",
  maxFiles: "max_files",
  maxHeadings: "max_headings_per_file",
  query: "query",
  requiredTerms: "required_terms",
  expandScope: "expand_scope",
  onlyUnscannedFrom: "only_unscanned_from_trace_id",
  includeClaimGraph: "include_claim_graph",
  useCache: "use_cache",
  maxCandidates: "budget.max_candidates",
  timeMs: "budget.time_ms",
  kind: "kind",
  offset: "offset",
  limit: "limit",
};

/** Where a tool calls them something else. */
const OWN_ARGUMENTS: Readonly<Record<string, Partial<typeof ARGUMENTS>>> = {
  manual_ls: { manual: "id", path: "id", cursorOffset: "cursor.offset" },
  manual_toc: { path: "path_prefix", cursorOffset: "cursor.offset" },
  manual_read: {
    manual: "ref.manual_id",
    path: "ref.path",
    startLine: "ref.start_line",
  },
};

const TAKE_AN_ID = "take the id of a manual from manual_ls";

const HINTS: ProblemWords["hints"] = {
  cursor: () => "give next_cursor of the last page",
  insideCharacter: () => "use next_cursor of the last page",
  id: () => "take an id from manual_ls as it is",
  manualId: () => TAKE_AN_ID,
  missingManual: ({ known }) => oneOf(known) ?? TAKE_AN_ID,
  path: ({ parameter }) =>
    parameter === "manual" ? TAKE_AN_ID : "give a path relative to the manual",
  listedFile: () => "read it with manual_read or manual_scan",
  deepManual: () => 'give path_prefix with depth "deep"',
  otherManual: () => "give that manual_id, or leave the trace out",
  tooManyFiles: ({ directories }) =>
    directories.length > 0
      ? "give one of details.directories as path_prefix, or use manual_find"
      : "use manual_find, or manual_ls for the names",
  missingPath: () => "take paths from manual_ls or manual_toc",
  missingSection: () => "take one of details.nearest, or manual_scan",
  missingTrace: () => "call manual_find again",
  noSections: () => "use manual_scan",
  root: ({ manual }) =>
    manual === undefined
      ? "set manuals.root or MANUALS_ROOT to a directory"
      : `set manuals.paths.${manual} to a directory`,
};

/** Says an error of the engine with the names of tools and arguments. */
export function wordError(
  tool: string,
  { code, problem }: ManualError,
): ManualFailure {
  const names = { ...ARGUMENTS, ...OWN_ARGUMENTS[tool] };
  const parameter = (name: ManualParameter): string => names[name];
  return {
    code,
    message: problemText(problem, { parameter, hints: HINTS }),
    details: "parameter" in problem
      ? {
        parameter: parameter(problem.parameter),
        ...problem.kind === "missingManual" && problem.known.length > 0 &&
          { manuals: problem.known.slice(0, MAX_LISTED.max) },
      }
      : detailsOf(problem),
  };
}

/** What helps with the next call. */
function detailsOf(problem: ManualProblem): Details | undefined {
  switch (problem.kind) {
    case "tooManyFiles": {
      const { total, limit, directories } = problem;
      return { total_files: total, limit, directories };
    }
    case "missingSection":
      return {
        nearest: problem.nearest
          .map(({ startLine, title }) => ({ start_line: startLine, title })),
      };
    case "noSections": {
      const { manualId, path } = problem;
      const next = { manual_id: manualId, path };
      return { next_call: { tool: "manual_scan", arguments: next } };
    }
    default:
      return undefined;
  }
}
