import { cleanEnv, type Program } from "./spawn_programs.ts";

/** Options of {@linkcode spawn}. */
export interface SpawnOptions {
  /** @default {["--stdio"]} */
  readonly args?: readonly string[];
  /** Added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a process ended, and all that it wrote. */
export interface Ended {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running program with its bare pipes. */
export interface Spawned extends AsyncDisposable {
  readonly pid: number;
  /** Writes to its input. */
  write(text: string): Promise<void>;
  /** Closes its input. */
  end(): Promise<void>;
  /** Waits until its output contains a text; gives all of it so far. */
  output(text: string): Promise<string>;
  /** Waits until its log on stderr contains a text. */
  logged(text: string): Promise<void>;
  /** Closes our end of its output. */
  breakOutput(): Promise<void>;
  kill(signal: Deno.Signal): void;
  /** Waits for the end of the process. */
  ended(): Promise<Ended>;
}

/** Starts a program. Its output is read only while someone waits for it. */
export function spawn(program: Program, options: SpawnOptions = {}): Spawned {
  return spawnCommand(
    [program.command, ...program.args, ...options.args ?? ["--stdio"]],
    cleanEnv(options.env),
  );
}

/** Starts any command. */
export function spawnCommand(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Spawned {
  const child = new Deno.Command(command, {
    args,
    env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stdin = child.stdin.getWriter();
  const stdout = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const log = readLog(child.stderr);
  let text = "";
  let over = false;

  async function more(): Promise<boolean> {
    const { done, value } = await stdout.read();
    text += value ?? "";
    return !done;
  }
  async function end(): Promise<void> {
    // Whoever has exited has closed it already.
    await stdin.close().catch(() => undefined);
  }

  return {
    pid: child.pid,
    write: (bytes) => stdin.write(new TextEncoder().encode(bytes)),
    end,
    async output(wanted): Promise<string> {
      while (!text.includes(wanted)) {
        if (await more()) continue;
        throw new Error(`No ${wanted} in ${text}; stderr: ${await log.all}`);
      }
      return text;
    },
    logged: (wanted) => log.until(wanted),
    breakOutput: () => stdout.cancel(),
    kill: (signal) => child.kill(signal),
    async ended(): Promise<Ended> {
      const { code, signal } = await child.status;
      over = true;
      while (await more());
      await end();
      return { code, signal, stdout: text, stderr: await log.all };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (over) return;
      child.kill("SIGKILL");
      await this.ended();
    },
  };
}

/** Reads at once, so that a process never waits for its log to be read. */
function readLog(stream: ReadableStream<Uint8Array>): {
  readonly all: Promise<string>;
  until(text: string): Promise<void>;
} {
  let text = "";
  let waiting: { wanted: string; resolve: () => void }[] = [];
  function settle(): void {
    waiting = waiting.filter(({ wanted, resolve }) => {
      if (!text.includes(wanted)) return true;
      resolve();
      return false;
    });
  }
  async function read(): Promise<string> {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      settle();
    }
    return text;
  }
  return {
    all: read(),
    until: (wanted) =>
      new Promise((resolve) => {
        waiting.push({ wanted, resolve });
        settle();
      }),
  };
}

/** A request as a JSON text. */
export function request(
  id: number,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** A message between `Content-Length` headers. */
export function frame(text: string): string {
  const { length } = new TextEncoder().encode(text);
  return `Content-Length: ${length}\r\n\r\n${text}`;
}
