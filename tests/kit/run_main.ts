import { main } from "../../src/main.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Runtime } from "../../src/runtime/runtime.ts";

/** What a run of the program came to. */
export interface MainRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a test may choose of its machine. */
export interface MainOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Someone sits at all of its streams. */
  readonly terminal?: boolean;
  /** Other parts of the machine. */
  readonly machine?: Partial<Runtime>;
}

/** Runs the program in this process, with everything it writes caught. */
export async function runMain(
  args: readonly string[],
  { env = {}, terminal = false, machine = {} }: MainOptions = {},
): Promise<MainRun> {
  let stdout = "";
  let stderr = "";
  const writer = (
    write: (text: string) => void,
  ): WritableStreamDefaultWriter<Uint8Array> =>
    new WritableStream<Uint8Array>({
      write: (bytes) => write(new TextDecoder().decode(bytes)),
    }).getWriter();
  const started: Runtime = {
    ...runtime,
    args,
    env: (name) => env[name],
    envNames: () => Object.keys(env),
    isTerminal: () => terminal,
    columns: () => 80,
    openStdin: () => new Blob([]).stream(),
    openStdout: () => writer((text) => stdout += text),
    openStderr: () => writer((text) => stderr += text),
    writeStdout: (text) => void (stdout += text),
    writeStderr: (text) => void (stderr += text),
    onSignal: () => () => {},
    ...machine,
  };
  const code = await main(started);
  return { code, stdout, stderr };
}
