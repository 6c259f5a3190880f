import type { ProfileName } from "../responses/request/profile.ts";
import { list, show } from "../text/show.ts";
import { type CommandOptions, readCommandArgs } from "./_command_args.ts";
import { UsageError } from "./args.ts";

const TOOLS: readonly ProfileName[] = [
  "answer",
  "answer_quick",
  "answer_detailed",
];

/** The options of `ask`. */
export const ASK_OPTIONS: CommandOptions = {
  "--tool": "value",
  "--domains": "value",
  "--continue": "value",
  "--result": "optional",
  "--json": "flag",
  "--help": "flag",
};

/** What the arguments of `ask` come to: a call of a tool. */
export interface AskCall {
  readonly tool: ProfileName | "answer_result";
  readonly args: Readonly<Record<string, unknown>>;
  /** Print the whole result, or the error, as JSON. */
  readonly json: boolean;
}

/**
 * Reads the arguments of `ask`; `undefined` when its help is wanted.
 *
 * @throws {UsageError} for what cannot be asked
 */
export function readAskArgs(args: readonly string[]): AskCall | undefined {
  const parsed = readCommandArgs(args, ASK_OPTIONS);
  if (parsed.has("--help")) return undefined;
  const json = parsed.has("--json");
  const words = parsed.positional;
  const value = (name: string): string | undefined => {
    const given = parsed.get(name);
    if (given?.trim() !== "") return given;
    throw new UsageError(`Option ${name} needs a value`);
  };
  if (parsed.has("--result")) {
    for (const other of ["--tool", "--domains", "--continue"]) {
      if (!parsed.has(other)) continue;
      throw new UsageError(`Option ${other} does not go with --result`);
    }
    const ids = [...words, ...parsed.all("--result").filter(Boolean)];
    if (ids.length > 1) {
      throw new UsageError(
        `Option --result takes one response_id, got ${ids.length}`,
      );
    }
    const [response_id] = ids;
    return {
      tool: "answer_result",
      args: response_id === undefined ? {} : { response_id },
      json,
    };
  }
  const tool = readTool(value("--tool"));
  const domains = readDomains(parsed.all("--domains"));
  if (domains && tool === "answer_quick") {
    throw new UsageError(
      "Option --domains does not go with answer_quick, which takes no domains; use answer or answer_detailed",
    );
  }
  const query = words.join(" ");
  if (query.trim() === "") throw new UsageError("Missing argument <question>");
  const previous_response_id = value("--continue");
  return {
    tool,
    args: {
      query,
      ...domains && { domains },
      ...previous_response_id !== undefined && { previous_response_id },
    },
    json,
  };
}

function readTool(given: string = "answer"): ProfileName {
  const tool = TOOLS.find((name) => name === given);
  if (tool !== undefined) return tool;
  throw new UsageError(
    `Option --tool is ${show(given)}, wanted ${list(TOOLS, "or")}`,
  );
}

function readDomains(given: readonly string[]): string[] | undefined {
  if (given.length === 0) return undefined;
  const domains = given.flatMap((domains) => domains.split(","))
    .map((domain) => domain.trim()).filter(Boolean);
  if (domains.length > 0) return domains;
  throw new UsageError("Option --domains needs a value, such as a.org,b.org");
}
