import type { Issue } from "../../schema/validate.ts";
import { cut } from "../../text/show.ts";
import { ResponsesError } from "../responses_error.ts";

// Room for the first few; the limit of the whole message cuts the rest.
const MAX_ISSUE = 180;

/** Puts bad arguments into one sentence: field, what it got, what it wants. */
export function invalidArguments(issues: readonly Issue[]): ResponsesError {
  const parts = issues.map(({ path, got, want }) =>
    cut(`${pathText(path)}: got ${got}, want ${want}`, MAX_ISSUE)
  );
  return new ResponsesError(
    "invalid_arguments",
    `Invalid arguments: ${parts.join("; ")}`,
  );
}

function pathText(path: Issue["path"]): string {
  const text = path.map((p) => typeof p === "number" ? `[${p}]` : `.${p}`)
    .join("").replace(/^\./, "");
  return text === "" ? "arguments" : text;
}
