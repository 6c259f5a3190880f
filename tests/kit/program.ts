import { ChildProcess, type ChildProcessOptions } from "./child_process.ts";
import { McpClient, type McpClientOptions, PATIENCE_MS } from "./mcp_client.ts";
import { type ProcessStatus, processStatus } from "./process_status.ts";
import { within } from "./within.ts";

/** Options of {@linkcode Program}. */
export interface ProgramOptions extends ChildProcessOptions, McpClientOptions {}

/** The real program behind real pipes, with a client that may misbehave. */
export class Program extends McpClient implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #reading: Promise<void>;
  #gate: Promise<void> = Promise.resolve();
  #openGate: () => void = () => {};

  /** Starts the process; it is ready for requests at once. */
  constructor(options: ProgramOptions) {
    const process = new ChildProcess(options);
    super((text) => process.write(text), options);
    this.#process = process;
    this.#reading = this.#read();
  }

  /** How the process ended, when it has. */
  get exited(): Promise<Deno.CommandStatus> {
    return this.#process.status;
  }

  /** The process's id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** What it has written to standard error so far. */
  get stderr(): string {
    return this.#process.stderr;
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
    await this.#process.end();
  }

  /** Closes our end of the server's output, so that it gets EPIPE. */
  async breakOutput(): Promise<void> {
    this.#openGate();
    await this.#process.breakOutput();
  }

  /** Sends a signal. */
  kill(signal: Deno.Signal): void {
    this.#process.kill(signal);
  }

  /** Waits for the end of the process. */
  async exit(ms: number = PATIENCE_MS): Promise<Deno.CommandStatus> {
    const exit = await within(ms, "the end of the process", this.exited);
    this.#openGate();
    await within(ms, "the end of its output", this.#reading);
    return exit;
  }

  /**
   * Closes its input, waits for its end and gives its exit code.
   *
   * @throws what it did that must never happen, if anything.
   */
  async close(): Promise<{ code: number; stderr: string }> {
    await this.closeInput();
    const { code } = await this.exit();
    const { stderr } = await this.#process.ended();
    const [violation] = this.violations;
    if (violation !== undefined) throw new Error(violation);
    return { code, stderr };
  }

  /** Ends the process if it still runs, by force. */
  async dispose(): Promise<void> {
    this.kill("SIGKILL");
    await this.exit();
    await this.closeInput();
  }

  /** As `close`; the exit code does not matter. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #read(): Promise<void> {
    for (;;) {
      await this.#gate;
      const chunk = await this.#process.read();
      if (chunk === undefined) break;
      this.receive(chunk);
    }
    this.end();
  }
}
