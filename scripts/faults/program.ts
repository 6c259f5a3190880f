import { Dialogue, PATIENCE_MS } from "./dialogue.ts";
import { type ProcessStatus, processStatus } from "./process_status.ts";
import { within } from "./within.ts";

/** How a process ended. */
export interface Exit {
  readonly code: number;
  readonly signal: Deno.Signal | null;
}

/** Options of {@linkcode Program}. */
export interface ProgramOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Reads its standard error.
   * @default {true}
   */
  readonly readStderr?: boolean;
}

/** The real program behind real pipes, with a client that may misbehave. */
export class Program extends Dialogue {
  /** How the process ended, when it has. */
  readonly exited: Promise<Exit>;
  /** What it wrote to standard error. */
  stderr = "";
  readonly #child: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stdout: ReadableStreamDefaultReader<Uint8Array>;
  readonly #reading: Promise<void>;
  #gate: Promise<void> = Promise.resolve();
  #openGate: () => void = () => {};

  /** Starts the process. */
  constructor({ command, env, readStderr = true }: ProgramOptions) {
    const [program = "", ...args] = command;
    const child = new Deno.Command(program, {
      args,
      env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const stdin = child.stdin.getWriter();
    const encoder = new TextEncoder();
    super((text) => stdin.write(encoder.encode(text)));
    this.#child = child;
    this.#stdin = stdin;
    this.#stdout = child.stdout.getReader();
    this.exited = child.status;
    this.#reading = this.#read();
    if (readStderr) this.#readStderr();
  }

  /** The process's id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** What Linux tells of the process. */
  status(): ProcessStatus {
    const status = processStatus(this.pid);
    if (!status) throw new Error(`The server is gone: ${this.stderr}`);
    return status;
  }

  /** Stops reading what the server writes. */
  stopReading(): void {
    this.#gate = new Promise((resolve) => this.#openGate = resolve);
  }

  /** Reads on. */
  resumeReading(): void {
    this.#openGate();
  }

  /** Closes the server's input. */
  async closeInput(): Promise<void> {
    // A process that has gone has closed it already.
    await this.#stdin.close().catch(() => undefined);
  }

  /** Closes our end of the server's output, so that it gets EPIPE. */
  async breakOutput(): Promise<void> {
    this.#openGate();
    await this.#stdout.cancel();
  }

  /** Sends a signal. */
  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Waits for the end of the process. */
  async exit(ms: number = PATIENCE_MS): Promise<Exit> {
    const exit = await within(ms, "the end of the process", this.exited);
    this.#openGate();
    await within(ms, "the end of its output", this.#reading);
    return exit;
  }

  /** Ends the process if it still runs. */
  async dispose(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
    await this.exit();
    await this.closeInput();
  }

  async #read(): Promise<void> {
    for (;;) {
      await this.#gate;
      const { done, value } = await this.#stdout.read();
      if (done) break;
      this.receive(value);
    }
    this.end();
  }

  async #readStderr(): Promise<void> {
    const text = this.#child.stderr.pipeThrough(new TextDecoderStream());
    for await (const piece of text) this.stderr += piece;
  }
}
