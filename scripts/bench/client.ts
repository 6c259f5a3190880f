import { request as requestText } from "../../tests/kit/bytes.ts";
import { ChildProcess } from "../../tests/kit/child_process.ts";
import { cleanEnv } from "../../tests/kit/launch.ts";
import type { Candidate } from "./candidate.ts";
import { answersIn, type Expected } from "./answers.ts";

const LF = 0x0a;
const EXIT_WITHIN_MS = 5000;
/** Far beyond what any server needs: whoever is silent so long is stuck. */
const PATIENCE_MS = 120_000;

/** The request that opens a session. */
export const INITIALIZE = request(1, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
});

const INITIALIZED = `{"jsonrpc":"2.0","method":"notifications/initialized"}\n`;

/** A request as a line. */
export function request(
  id: number,
  method: string,
  params?: Readonly<Record<string, unknown>>,
): string {
  return `${requestText(id, method, params)}\n`;
}

/** What came back, not looked at yet. */
export interface Reply {
  /** Size of all lines. */
  readonly bytes: number;
  /** Throws unless each id has one answer, and each is what it should be. */
  check(ids: readonly number[], expected: Expected): void;
}

/**
 * The kit's child process with as little as possible done while the clock runs:
 * ends of lines are counted, and the answers read when it has been stopped.
 */
export class Client implements AsyncDisposable {
  readonly #candidate: Candidate;
  readonly #process: ChildProcess;
  readonly #patienceMs: number;
  #killed = false;

  /** Starts a server with a clean environment. */
  constructor(candidate: Candidate, patienceMs: number = PATIENCE_MS) {
    this.#candidate = candidate;
    this.#patienceMs = patienceMs;
    this.#process = new ChildProcess({
      command: candidate.command,
      env: cleanEnv(candidate.env),
      stderr: "null",
    });
  }

  /** The server's process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Sends text and waits for so many lines. */
  async ask(text: string, lines = 1): Promise<Reply> {
    const { name, bare, echoes } = this.#candidate;
    const timer = setTimeout(() => this.#kill(), this.#patienceMs);
    try {
      const sent = this.#process.write(text);
      // A server that ends is noticed by what it does not answer.
      sent.catch(() => undefined);
      const chunks = await this.#read(lines);
      await sent;
      const answers = answersIn(chunks, name);
      return {
        bytes: chunks.reduce((sum, { length }) => sum + length, 0),
        check: (ids, expected) => {
          if (echoes) return;
          answers.check(ids, bare ? "anything" : expected);
        },
      };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Opens the session. */
  async initialize(): Promise<void> {
    if (this.#candidate.echoes) return;
    (await this.ask(INITIALIZE)).check([1], "a session");
    await this.#process.write(INITIALIZED);
  }

  /** Ends the input and waits for the server's end; a stuck one is killed. */
  async [Symbol.asyncDispose](): Promise<void> {
    const timer = setTimeout(() => this.#kill(), EXIT_WITHIN_MS);
    await this.#process.end();
    await this.#process.ended();
    clearTimeout(timer);
  }

  async #read(lines: number): Promise<Uint8Array[]> {
    const chunks: Uint8Array[] = [];
    for (let seen = 0; seen < lines;) {
      const chunk = await this.#process.read();
      if (chunk === undefined) {
        const { name } = this.#candidate;
        const how = this.#killed ? "was silent" : "ended";
        throw new Error(`${name} ${how} after ${seen} answers`);
      }
      chunks.push(chunk);
      for (
        let at = chunk.indexOf(LF);
        at >= 0;
        at = chunk.indexOf(LF, at + 1)
      ) {
        seen++;
      }
    }
    return chunks;
  }

  #kill(): void {
    this.#killed = true;
    this.#process.kill("SIGKILL");
  }
}
