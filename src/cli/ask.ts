import { loadConfig } from "../config/load.ts";
import { PROFILE_ENV } from "../config/sections/model_profiles.ts";
import { fieldsOf, textIn } from "../responses/api_object.ts";
import type { LedgerEntry } from "../responses/run/ledger.ts";
import { EXIT, type Runtime } from "../runtime/runtime.ts";
import { forTerminal, oneLine } from "../text/plain.ts";
import { padTo } from "../text/width.ts";
import { createAnswerTools } from "../tools/answer/answer.ts";
import { type Ask, lazyClient } from "../tools/answer/ask.ts";
import { CallAborted, type Caller } from "../tools/caller.ts";
import { runTool } from "../tools/registry.ts";
import type { ToolEnvironment, ToolOutcome } from "../tools/tool.ts";
import { NAME } from "../version.ts";
import { ASK_OPTIONS, type AskCall, readAskArgs } from "./_ask_args.ts";
import { StatusLine } from "./_status_line.ts";
import { type NamedCommand, UsageError } from "./args.ts";
import { startLog } from "./start_log.ts";
import { explainUsage } from "./usage.ts";

const USAGE = `Usage: ${NAME} ask <question> [options]
       ${NAME} ask --result [<response_id>] [--json]`;

/** What `ask --help` prints. */
export const ASK_HELP = `${USAGE}

Asks without a client, by the same tools. The answer goes to standard output,
its response_id to standard error.

Options:
  --tool <name>             answer (default), answer_quick or answer_detailed
  --domains <a,b>           search these only; not with answer_quick
  --continue <response_id>  go on from an earlier answer
  --result [<response_id>]  collect a long answer, or list the latest ones
  --json                    the whole result, or the error, as JSON
  --                        what follows is the question, dashes and all
`;

// The longest of each.
const STATUS_COLUMNS = "in_progress".length;
const TOOL_COLUMNS = "answer_detailed".length;

/** The one caller on the command line. */
const CALLER: Caller = { id: "command line", hasSession: false };

/** Runs `ask …` and returns the exit code. */
export async function runAsk(
  { args, flags }: NamedCommand,
  runtime: Runtime,
): Promise<number> {
  try {
    const call = readAskArgs(args);
    if (!call) {
      runtime.writeStdout(ASK_HELP);
      return EXIT.ok;
    }
    if (flags.model !== undefined) refuseModel(call);
    const loaded = await loadConfig(runtime, flags);
    const status = new StatusLine(runtime);
    const log = startLog(loaded, {
      ...runtime,
      writeStderr(text) {
        status.clear();
        runtime.writeStderr(text);
      },
    });
    const { config } = loaded;
    return await ask(call, { config, runtime, log }, status);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const known = Object.keys(ASK_OPTIONS);
    runtime.writeStderr(explainUsage(error, known, USAGE));
    return EXIT.usage;
  }
}

/** `--model` is the model of one profile, which another tool does not use. */
function refuseModel({ tool }: AskCall): void {
  if (tool === "answer") return;
  const [variable] = Object.entries(PROFILE_ENV)
    .find(([, [profile, key]]) => profile === tool && key === "model") ?? [];
  throw new UsageError(
    `Option --model sets the model of answer, not of ${tool}${
      variable ? `: set ${variable} instead` : ""
    }`,
  );
}

async function ask(
  call: AskCall,
  environment: ToolEnvironment,
  status: StatusLine,
): Promise<number> {
  const { runtime } = environment;
  const abort = new AbortController();
  let signalled: number | undefined;
  let startedId: string | undefined;
  const unlisten = runtime.onSignal((signal) => {
    // It may still wait for an id; whoever asks twice does not want to.
    if (signalled !== undefined) runtime.exit(EXIT.signal + signal);
    signalled = signal;
    abort.abort(new CallAborted("closing", "interrupted"));
  });
  const begin = withPatience(lazyClient(environment), (id) => startedId = id);
  const tool = createAnswerTools(environment, begin)
    .find(({ definition }) => definition.name === call.tool);
  if (!tool) throw new TypeError(`There is no tool ${call.tool}`);
  try {
    const outcome = await runTool(tool, call.args, {
      signal: abort.signal,
      caller: CALLER,
      progress: (message) => status.show(`… ${message}`),
    });
    status.clear();
    return print(outcome, call, runtime);
  } catch (error) {
    status.clear();
    if (signalled === undefined) throw error;
    runtime.writeStderr(`${NAME}: ${interrupted(call, startedId)}\n`);
    return EXIT.signal + signalled;
  } finally {
    unlisten();
  }
}

/** Nobody gives up here before a person does. */
function withPatience(begin: Ask, onStarted: (id: string) => void): Ask {
  return async (context) => {
    const { client, call } = await begin(context);
    return {
      client,
      call: {
        ...call,
        answerWithinMs: Infinity,
        onStarted: ({ id }) => onStarted(id),
      },
    };
  };
}

function interrupted({ tool }: AskCall, started?: string): string {
  if (tool === "answer_result") return "interrupted: nothing is lost";
  return started === undefined
    ? "interrupted: the question may have been billed"
    : `interrupted: the answer goes on at the API; get it with ${NAME} ask --result ${
      oneLine(started)
    }`;
}

function print(
  outcome: ToolOutcome,
  { json }: AskCall,
  runtime: Runtime,
): number {
  const code = outcome.ok ? EXIT.ok : EXIT.failure;
  if (json) {
    const shown = outcome.ok ? outcome.structured : outcome.body;
    runtime.writeStdout(JSON.stringify(shown, null, 2) + "\n");
  } else if (outcome.ok) {
    printResult(outcome.structured ?? {}, runtime);
  } else {
    const { message, data } = outcome.body;
    const { reason, message: why } = fieldsOf(data);
    runtime.writeStderr(
      `${NAME}: ${oneLine(`${message} (${reason}): ${why}`)}\n`,
    );
  }
  return code;
}

function printResult(
  result: Readonly<Record<string, unknown>>,
  runtime: Runtime,
): void {
  const say = (line: string): void => runtime.writeStderr(`${oneLine(line)}\n`);
  if (Array.isArray(result.items)) {
    if (result.items.length === 0) {
      return say(`${NAME}: no answer has run in the background yet`);
    }
    return runtime.writeStdout(result.items.map(showEntry).join(""));
  }
  const text = textIn(result.answer) ?? "";
  const shown = runtime.isTerminal("stdout") ? forTerminal(text) : text;
  runtime.writeStdout(shown.endsWith("\n") ? shown : `${shown}\n`);
  const cut = textIn(fieldsOf(result.incomplete).reason);
  if (cut !== undefined) say(`${NAME}: the answer is incomplete: ${cut}`);
  const id = textIn(result.response_id);
  if (id !== undefined) say(`response_id: ${id}`);
}

/** What is needed to recognise an answer, and to ask for it. */
function showEntry(entry: LedgerEntry): string {
  const { response_id, status, tool, started_at, question } = entry;
  const when = started_at.replace(/:\d\d\.\d+Z$/, "Z");
  const kind = `${padTo(status, STATUS_COLUMNS)}  ${padTo(tool, TOOL_COLUMNS)}`;
  return oneLine(`${response_id}  ${when}  ${kind}  ${question}`) + "\n";
}
