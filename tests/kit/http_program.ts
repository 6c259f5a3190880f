import {
  type ChildProcess,
  spawn,
  type SpawnOptions,
} from "./child_process.ts";
import type { Launch } from "./launch.ts";

/** The real program, serving HTTP. */
export interface HttpProgram extends AsyncDisposable {
  /** Where it serves MCP. */
  readonly url: string;
  /** Where it listens, without a slash at the end. */
  readonly base: string;
  readonly process: ChildProcess;
}

/** Starts the program on a free port and waits until it listens. */
export async function serveHttp(
  launch: Launch,
  { args = ["--http", "0"], env = {} }: SpawnOptions = {},
): Promise<HttpProgram> {
  const process = spawn(launch, { args, env });
  const listening = process.logged("serving MCP on http://");
  const died = process.status.then(() => "died");
  if (await Promise.race([listening, died]) === "died") {
    const { stderr } = await process.ended();
    throw new Error(`It does not serve: ${stderr}`);
  }
  const [url = ""] = /http:\/\/\S+/.exec(process.stderr) ?? [];
  return {
    url,
    base: new URL(url).origin,
    process,
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}
