import { type Command, parseArgs } from "./cli/args.ts";
import { loadCommands, loadHttp } from "./lazy.ts";
import { StderrQueue } from "./log.ts";
import { doneWithin, type Runtime } from "./runtime/runtime.ts";
import { serve } from "./serve.ts";

// How long the last lines on standard error may take to be read.
const LAST_LINES_MS = 500;

/** The program: reads the command line, does the work, gives the exit code. */
export async function main(runtime: Runtime): Promise<number> {
  // What a server says must never hold it up, read or not; nor must an error
  // before it serves keep it from ending. Only a command waits for its reader.
  const lines = new StderrQueue(() => runtime.openStderr());
  const queued = {
    ...runtime,
    writeStderr: (text: string): void => lines.write(text),
  };
  let isCommand = false;
  try {
    const command = readCommand(runtime);
    if (command.kind === "serve") {
      if (command.over === "stdio") return await serve(command, queued);
      const { serveHttp } = await loadHttp();
      return await serveHttp(command, queued);
    }
    isCommand = true;
    const { runCommand } = await loadCommands();
    return await runCommand(command, runtime);
  } catch (error) {
    const { explain } = await loadCommands();
    return explain(error, isCommand ? runtime : queued);
  } finally {
    if (!lines.empty) {
      await doneWithin(runtime.clock, LAST_LINES_MS, lines.drained());
    }
  }
}

function readCommand(runtime: Runtime): Command {
  const alone = runtime.args.length === 0 && runtime.isTerminal("stdin");
  return alone ? { kind: "help" } : parseArgs(runtime.args);
}
