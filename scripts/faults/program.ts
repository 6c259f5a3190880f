import { type Message, MessageReader } from "./message_reader.ts";
import { type ProcessStatus, processStatus } from "./process_status.ts";
import { within } from "./within.ts";

/** How long a healthy server may take for anything. */
export const PATIENCE_MS = 15_000;

type Id = string | number;

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

/** What a tool call came to: `data` holds what failed, or what was found. */
export interface Outcome {
  readonly failed: boolean;
  readonly reason?: string;
  readonly message?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The real program behind real pipes, with a client that may misbehave. It
 * watches over what must hold under every fault: only messages on standard
 * output, one answer to each request, none to a cancelled one.
 */
export class Program {
  /** What must never happen, and did. */
  readonly violations: string[] = [];
  /** Answers without an id: what the server could not read. */
  readonly nameless: Message[] = [];
  /** Progress messages by token. */
  readonly progress = new Map<unknown, string[]>();
  readonly exited: Promise<Exit>;
  stderr = "";
  readonly #child: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stdout: ReadableStreamDefaultReader<Uint8Array>;
  readonly #open = new Map<Id, (message: Message | undefined) => void>();
  readonly #cancelled = new Set<Id>();
  readonly #reading: Promise<void>;
  #gate: Promise<void> = Promise.resolve();
  #openGate: () => void = () => {};
  #lastId = 0;

  /** Starts the process. */
  constructor({ command, env, readStderr = true }: ProgramOptions) {
    const [program = "", ...args] = command;
    this.#child = new Deno.Command(program, {
      args,
      env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#stdin = this.#child.stdin.getWriter();
    this.#stdout = this.#child.stdout.getReader();
    this.exited = this.#child.status;
    this.#reading = this.#read();
    if (readStderr) this.#readStderr();
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Requests that have no answer yet. */
  get waiting(): number {
    return this.#open.size;
  }

  /** What Linux tells of the process. */
  status(): ProcessStatus {
    const status = processStatus(this.pid);
    if (!status) throw new Error(`The server is gone: ${this.stderr}`);
    return status;
  }

  /** Writes bytes as they are. */
  async write(text: string): Promise<void> {
    await this.#stdin.write(new TextEncoder().encode(text));
  }

  /** An id that was not used yet. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Expects an answer to an id; rejects when the server ends before. */
  answerTo(id: Id): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.#open.set(id, (message) => {
        if (message) resolve(message);
        else {reject(
            new Error(`The server ended before it answered: ${this.stderr}`),
          );}
      });
    });
  }

  /** Sends a request in a line and waits for its answer. */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    id: Id = this.nextId(),
  ): Promise<Message> {
    const answer = this.answerTo(id);
    answer.catch(() => undefined);
    await this.write(line({ id, method, params }));
    return await within(PATIENCE_MS, method, answer);
  }

  /** Calls a tool and tells what came of it. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    id: Id = this.nextId(),
  ): Promise<Outcome> {
    const _meta = { progressToken: id };
    const params = { name, arguments: args, _meta };
    return outcomeOf(await this.request("tools/call", params, id));
  }

  /** Cancels a request: from now on an answer to it is a violation. */
  async cancel(...ids: readonly Id[]): Promise<void> {
    for (const id of ids) {
      this.#cancelled.add(id);
      this.#open.delete(id);
    }
    await this.write(
      ids.map((requestId) =>
        line({ method: "notifications/cancelled", params: { requestId } })
      ).join(""),
    );
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
    const reader = new MessageReader();
    try {
      for (;;) {
        await this.#gate;
        const { done, value } = await this.#stdout.read();
        if (done) break;
        for (const message of reader.read(value)) this.#receive(message);
      }
    } catch (error) {
      this.violations.push(error instanceof Error ? error.message : `${error}`);
    }
    for (const settle of this.#open.values()) settle(undefined);
    this.#open.clear();
  }

  async #readStderr(): Promise<void> {
    const text = this.#child.stderr.pipeThrough(new TextDecoderStream());
    for await (const piece of text) this.stderr += piece;
  }

  #receive(message: Message): void {
    if (message.method === "notifications/progress") {
      const { progressToken, message: text } = message.params ?? {};
      const told = this.progress.get(progressToken) ?? [];
      this.progress.set(progressToken, [...told, String(text)]);
      return;
    }
    const { id } = message;
    if (id === null || id === undefined) {
      this.nameless.push(message);
      return;
    }
    const settle = this.#open.get(id);
    this.#open.delete(id);
    if (settle) return settle(message);
    const what = this.#cancelled.has(id) ? "cancelled" : "answered or unknown";
    this.violations.push(`An answer to the ${what} request ${id}`);
  }
}

/** A message in a line. */
export function line(message: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n";
}

/** A message in a frame. */
export function frame(message: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  const { length } = new TextEncoder().encode(text);
  return `Content-Length: ${length}\r\n\r\n${text}`;
}

/** Reads the result of a tool call. */
export function outcomeOf({ result, error }: Message): Outcome {
  if (error) throw new Error(`A JSON-RPC error: ${JSON.stringify(error)}`);
  const content = result?.content as { text: string }[] | undefined;
  const data = JSON.parse(content?.[0]?.text ?? "{}");
  if (result?.isError !== true) return { failed: false, data };
  const { reason = data.code, message = data.message } = data.data ?? {};
  return { failed: true, reason: String(reason), message, data };
}
