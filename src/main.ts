import { type Command, parseArgs } from "./cli/args.ts";
import { loadCommands, loadHttp } from "./lazy.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { serve } from "./serve.ts";

/** The program: reads the command line, does the work, gives the exit code. */
export async function main(runtime: Runtime): Promise<number> {
  try {
    const command = readCommand(runtime);
    if (command.kind === "serve") {
      if (command.over === "stdio") return await serve(command, runtime);
      const { serveHttp } = await loadHttp();
      return await serveHttp(command, runtime);
    }
    const { runCommand } = await loadCommands();
    return await runCommand(command, runtime);
  } catch (error) {
    const { explain } = await loadCommands();
    return explain(error, runtime);
  }
}

function readCommand(runtime: Runtime): Command {
  const alone = runtime.args.length === 0 && runtime.isTerminal("stdin");
  return alone ? { kind: "help" } : parseArgs(runtime.args);
}
