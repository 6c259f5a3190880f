import type { Candidate } from "./candidate.ts";
import { answersIn, type Expected } from "./answers.ts";

const LF = 0x0a;
const EXIT_WITHIN_MS = 5000;
/** Far beyond what any server needs: whoever is silent so long is stuck. */
const PATIENCE_MS = 120_000;

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

/** What came back, not looked at yet. */
export interface Reply {
  /** Size of all lines. */
  readonly bytes: number;
  /** Throws unless each id has one answer, and each is what it should be. */
  check(ids: readonly number[], expected: Expected): void;
}

/** A client that does as little as possible while the clock runs. */
export class Client implements AsyncDisposable {
  readonly #candidate: Candidate;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #patienceMs: number;
  #killed = false;

  /** Starts a server with a clean environment. */
  constructor(candidate: Candidate, patienceMs: number = PATIENCE_MS) {
    this.#candidate = candidate;
    this.#patienceMs = patienceMs;
    const { command, args, env } = candidate;
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

  /** Sends text and waits for so many lines. */
  async ask(text: string, lines = 1): Promise<Reply> {
    const { name, bare } = this.#candidate;
    const timer = setTimeout(() => this.#kill(), this.#patienceMs);
    try {
      const sent = this.#writer.write(this.#encoder.encode(text));
      // A server that ends is noticed by what it does not answer.
      sent.catch(() => undefined);
      const chunks = await this.#read(lines);
      await sent;
      const answers = answersIn(chunks, name);
      return {
        bytes: chunks.reduce((sum, { length }) => sum + length, 0),
        check: (ids, expected) =>
          answers.check(ids, bare ? "anything" : expected),
      };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Opens the session. */
  async initialize(): Promise<void> {
    (await this.ask(INITIALIZE)).check([1], "a session");
    await this.#writer.write(this.#encoder.encode(INITIALIZED));
  }

  /** Ends the input and waits for the server's end; a stuck one is killed. */
  async [Symbol.asyncDispose](): Promise<void> {
    const timer = setTimeout(() => this.#kill(), EXIT_WITHIN_MS);
    // One that has gone has closed its input already.
    await this.#writer.close().catch(() => undefined);
    while (!(await this.#reader.read()).done);
    await this.#child.status;
    clearTimeout(timer);
  }

  async #read(lines: number): Promise<Uint8Array[]> {
    const chunks: Uint8Array[] = [];
    for (let seen = 0; seen < lines;) {
      const { done, value } = await this.#reader.read();
      if (done) {
        const { name } = this.#candidate;
        const how = this.#killed ? "was silent" : "ended";
        throw new Error(`${name} ${how} after ${seen} answers`);
      }
      chunks.push(value);
      for (
        let at = value.indexOf(LF);
        at >= 0;
        at = value.indexOf(LF, at + 1)
      ) {
        seen++;
      }
    }
    return chunks;
  }

  #kill(): void {
    this.#killed = true;
    this.#child.kill("SIGKILL");
  }
}
