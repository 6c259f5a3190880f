import type { Candidate } from "./candidate.ts";

const LF = 0x0a;
const EXIT_WITHIN_MS = 5000;

/** What every child inherits: enough to run, nothing that slows it down. */
const INHERITED = ["PATH", "HOME", "DENO_DIR"];

function cleanEnvironment(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** The request that opens a session. */
export const INITIALIZE = request(1, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
});

const INITIALIZED = `{"jsonrpc":"2.0","method":"notifications/initialized"}\n`;

/** A request as a line. */
export function request(id: number, method: string, params?: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
}

/** A client that does as little as possible: lines out, lines counted. */
export class Client {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #name: string;
  readonly #encoder = new TextEncoder();

  /** Starts a server with a clean environment. */
  constructor({ name, command, args, env }: Candidate) {
    this.#name = name;
    this.#child = new Deno.Command(command, {
      args: [...args],
      clearEnv: true,
      env: { ...cleanEnvironment(), ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.getReader();
  }

  /** The server's process id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Sends text and waits for so many lines; gives their size in bytes. */
  async ask(text: string, lines = 1): Promise<number> {
    const sent = this.#writer.write(this.#encoder.encode(text));
    let bytes = 0;
    for (let seen = 0; seen < lines;) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error(`${this.#name} ended after ${seen} answers`);
      bytes += value.length;
      for (
        let at = value.indexOf(LF);
        at >= 0;
        at = value.indexOf(LF, at + 1)
      ) {
        seen++;
      }
    }
    await sent;
    return bytes;
  }

  /** Opens the session. */
  async initialize(): Promise<void> {
    await this.ask(INITIALIZE);
    await this.#writer.write(this.#encoder.encode(INITIALIZED));
  }

  /** Ends the input and waits for the server's end; a stuck one is killed. */
  async close(): Promise<void> {
    const timer = setTimeout(
      () => this.#child.kill("SIGKILL"),
      EXIT_WITHIN_MS,
    );
    await this.#writer.close();
    while (!(await this.#reader.read()).done);
    await this.#child.status;
    clearTimeout(timer);
  }
}
