import { oneLine } from "../text/plain.ts";
import type { ManualError } from "../manuals/errors.ts";
import type { ManualParameter } from "../manuals/problem.ts";
import { problemText, type ProblemWords } from "../manuals/problem_text.ts";

type Names = Partial<Record<ManualParameter, string>>;

/** What the commands call what they are given. */
const NAMES: Names = {
  manual: "<manual>",
  cursorOffset: "--offset",
  startLine: "--line",
  maxChars: "--max-chars",
  maxFiles: "--max-files",
  maxHeadings: "--max-headings",
  requiredTerms: "--require",
};

/** Where a command calls it something else. */
const OWN_NAMES: Readonly<Record<string, Names>> = {
  // Its two arguments make one id: which of them is wrong, the value shows.
  ls: { id: "", manual: "", path: "" },
  toc: { path: "<path>" },
  read: { path: "<file>" },
};

const TAKE_AN_ID = "take the id of a manual from manuals ls";

const HINTS: ProblemWords["hints"] = {
  insideCharacter: () => "use next_cursor of the last page",
  id: () => "take an id from manuals ls as it is",
  manualId: () => TAKE_AN_ID,
  missingManual: ({ known }) =>
    known.length > 0 ? "take one of these" : TAKE_AN_ID,
  path: ({ parameter }) =>
    parameter === "manual" ? TAKE_AN_ID : "give a path relative to the manual",
  listedFile: () => "read it with manuals read or manuals scan",
  deepManual: () => "give <path> with --deep",
  tooManyFiles: ({ directories }) =>
    directories.length > 0
      ? "give one of these as <path>, or use manuals find"
      : "use manuals find, or manuals ls for the names",
  missingPath: () => "take paths from manuals ls or manuals toc",
  missingSection: () => "take one of these, or manuals scan",
  noSections: () => "use manuals scan",
  root: ({ manual }) =>
    manual === undefined
      ? "give --root <directory> or set MANUALS_ROOT"
      : `set manuals.paths.${manual} to a directory`,
};

/**
 * Says an error of the engine with the names of commands and options; what
 * there is to choose from follows, one a line.
 */
export function wordError(command: string, { problem }: ManualError): string {
  const names = { ...NAMES, ...OWN_NAMES[command] };
  const message = problemText(problem, {
    parameter: (name) => names[name] ?? name,
    hints: HINTS,
  });
  const choices = problem.kind === "missingSection"
    ? problem.nearest.map(({ startLine, title }) => `${startLine}  ${title}`)
    : problem.kind === "missingManual"
    ? problem.known
    : problem.kind === "tooManyFiles"
    ? problem.directories.map(({ path, files }) => `${path}  ${files}`)
    : [];
  return `${message}\n${
    choices.map((choice) => `  ${oneLine(choice)}\n`).join("")
  }`;
}
