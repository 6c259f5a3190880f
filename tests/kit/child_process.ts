import { cleanEnv, type Launch } from "./launch.ts";

/** How a process ended, and all that it wrote. */
export interface Ended {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of {@linkcode ChildProcess}. */
export interface ChildProcessOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Its whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * What becomes of its log. A pipe that nobody reads gets full.
   * @default {"read"}
   */
  readonly stderr?: "read" | "unread" | "null";
}

/**
 * A running program with its bare pipes. Its output is read only while someone
 * waits for it, its log at once.
 */
export class ChildProcess implements AsyncDisposable {
  /** How the process ended, when it has. */
  readonly status: Promise<Deno.CommandStatus>;
  /** What it has written to standard error so far. */
  stderr = "";
  readonly #child: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stdout: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #log: Promise<void>;
  #text = "";
  #waiting: { wanted: string; resolve: () => void }[] = [];
  #over = false;

  /** Starts it. */
  constructor({ command, env, stderr = "read" }: ChildProcessOptions) {
    const [program = "", ...args] = command;
    this.#child = new Deno.Command(program, {
      args,
      env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: stderr === "null" ? "null" : "piped",
    }).spawn();
    this.status = this.#child.status;
    this.#stdin = this.#child.stdin.getWriter();
    this.#stdout = this.#child.stdout.getReader();
    this.#log = stderr === "read" ? this.#readLog() : Promise.resolve();
  }

  /** Its process id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Writes to its input. */
  async write(text: string): Promise<void> {
    await this.#stdin.write(new TextEncoder().encode(text));
  }

  /** Closes its input. */
  async end(): Promise<void> {
    // Whoever has exited has closed it already.
    await this.#stdin.close().catch(() => undefined);
  }

  /** The next bytes of its output; `undefined` at the end. */
  async read(): Promise<Uint8Array | undefined> {
    return (await this.#stdout.read()).value;
  }

  /** Waits until its output contains a text; gives all of it so far. */
  async output(wanted: string): Promise<string> {
    while (!this.#text.includes(wanted)) {
      if (await this.#readText()) continue;
      await this.#log;
      throw new Error(`No ${wanted} in ${this.#text}; stderr: ${this.stderr}`);
    }
    return this.#text;
  }

  /** Waits until its log contains a text. */
  async logged(wanted: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ wanted, resolve });
      this.#settle();
    });
  }

  /** Closes our end of its output, so that it gets EPIPE. */
  async breakOutput(): Promise<void> {
    await this.#stdout.cancel();
  }

  /** Sends a signal; one that has ended does not mind. */
  kill(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Waits for its end, and for that of its output and its log. */
  async ended(): Promise<Ended> {
    const { code, signal } = await this.status;
    this.#over = true;
    while (await this.#readText());
    await this.end();
    await this.#log;
    return { code, signal, stdout: this.#text, stderr: this.stderr };
  }

  /** Ends it if it still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#over) return;
    this.kill("SIGKILL");
    await this.ended();
  }

  async #readText(): Promise<boolean> {
    const bytes = await this.read();
    this.#text += this.#decoder.decode(bytes, { stream: bytes !== undefined });
    return bytes !== undefined;
  }

  async #readLog(): Promise<void> {
    const text = this.#child.stderr.pipeThrough(new TextDecoderStream());
    for await (const piece of text) {
      this.stderr += piece;
      this.#settle();
    }
  }

  #settle(): void {
    this.#waiting = this.#waiting.filter(({ wanted, resolve }) => {
      if (!this.stderr.includes(wanted)) return true;
      resolve();
      return false;
    });
  }
}

/** Options of {@linkcode spawn}. */
export interface SpawnOptions {
  /** @default {["--stdio"]} */
  readonly args?: readonly string[];
  /** Added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the real program. */
export function spawn(
  { command }: Launch,
  { args = ["--stdio"], env }: SpawnOptions = {},
): ChildProcess {
  return new ChildProcess({
    command: [...command, ...args],
    env: cleanEnv(env),
  });
}
