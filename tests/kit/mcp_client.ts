import { frame } from "./bytes.ts";
import { type Framing, type Message, MessageReader } from "./message_reader.ts";
import { within } from "./within.ts";

/**
 * How long a healthy server may take for anything: far beyond what it needs,
 * also on a busy machine, and far below what it takes to give up by itself.
 */
export const PATIENCE_MS = 30_000;

/** An id of a request. */
export type Id = string | number;

/** What a tool call came to: `data` holds what failed, or what was found. */
export interface Outcome {
  readonly failed: boolean;
  readonly reason?: string;
  readonly message?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request that was answered with an error. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** The JSON-RPC error code. */
  readonly code: number;

  /** Takes the error object of the answer. */
  constructor({ code, message }: NonNullable<Message["error"]>) {
    super(message);
    this.code = code;
  }
}

/** Options of {@linkcode McpClient}. */
export interface McpClientOptions {
  /**
   * How requests are framed; anything in another framing is a violation then.
   * Without it they go out in lines, and both framings are read.
   */
  readonly framing?: Framing;
  /**
   * How long to wait for an answer.
   * @default {PATIENCE_MS}
   */
  readonly patienceMs?: number;
  /** Told of each progress message. */
  readonly onProgress?: (message: string) => void;
}

/**
 * A client's side of a conversation over any pair of byte streams. It watches
 * over what must always hold: nothing but messages comes, one answer to each
 * request, none to a cancelled one.
 */
export class McpClient {
  /** What must never happen, and did. */
  readonly violations: string[] = [];
  /** Answers without an id: what the server could not read. */
  readonly nameless: Message[] = [];
  /** Progress messages by token. */
  readonly progress = new Map<unknown, string[]>();
  readonly #write: (text: string) => Promise<void>;
  readonly #options: McpClientOptions;
  readonly #reader: MessageReader;
  readonly #open = new Map<Id, (message: Message | undefined) => void>();
  readonly #cancelled = new Set<Id>();
  #lastId = 0;

  /** Sends text with `write`; what comes back is given to `receive`. */
  constructor(
    write: (text: string) => Promise<void>,
    options: McpClientOptions = {},
  ) {
    this.#write = write;
    this.#options = options;
    this.#reader = new MessageReader(options.framing);
  }

  /** Requests that have no answer yet. */
  get waiting(): number {
    return this.#open.size;
  }

  /** Sends text as it is. */
  async write(text: string): Promise<void> {
    await this.#write(text);
  }

  /** Takes what the server wrote. */
  receive(chunk: Uint8Array): void {
    try {
      for (const message of this.#reader.read(chunk)) this.#take(message);
    } catch (error) {
      this.violations.push(error instanceof Error ? error.message : `${error}`);
    }
  }

  /** Ends it: requests without an answer will get none. */
  end(): void {
    for (const settle of this.#open.values()) settle(undefined);
    this.#open.clear();
  }

  /** Forgets what was said, not what is still to come. */
  forget(): void {
    this.progress.clear();
    this.nameless.length = 0;
    this.#cancelled.clear();
  }

  /** An id that was not used yet. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Expects an answer to an id; rejects when the server ends before. */
  answerTo(id: Id): Promise<Message> {
    const answer = new Promise<Message>((resolve, reject) => {
      this.#open.set(id, (message) => {
        if (message) resolve(message);
        else reject(new Error("The server ended before it answered"));
      });
    });
    // Whoever does not wait for it need not hear of it.
    answer.catch(() => undefined);
    return answer;
  }

  /** Sends many requests in one write; gives the answers that are to come. */
  async burst(
    count: number,
    request: (at: number) => Readonly<Record<string, unknown>>,
  ): Promise<Promise<Message>[]> {
    const ids = Array.from({ length: count }, () => this.nextId());
    const answers = ids.map((id) => this.answerTo(id));
    const lines = ids.map((id, at) => line({ id, ...request(at) }));
    await this.#write(lines.join(""));
    return answers;
  }

  /** Sends a request and waits for its answer. */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    id: Id = this.nextId(),
  ): Promise<Message> {
    const answer = this.answerTo(id);
    // A failed write shows as the end of the output, and that tells more.
    this.#send({ id, method, params }).catch(() => undefined);
    const { patienceMs = PATIENCE_MS } = this.#options;
    const { name } = params;
    const what = typeof name === "string" ? `${method} ${name}` : method;
    return await within(patienceMs, what, answer);
  }

  /**
   * Sends a request and waits for its result.
   *
   * @throws {RequestError} if the answer is an error.
   */
  async result(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const { result = {}, error } = await this.request(method, params);
    if (error) throw new RequestError(error);
    return result;
  }

  /** Opens a session the old way and gives what the server says of itself. */
  async initialize(
    protocolVersion = "2025-11-25",
  ): Promise<Readonly<Record<string, unknown>>> {
    const said = await this.result("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "test kit", version: "1.0.0" },
    });
    await this.notify("notifications/initialized");
    return said;
  }

  /** Sends a notification. */
  async notify(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    await this.#send({ method, params });
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

  /**
   * Cancels requests, and waits until the server has read that: from then on an
   * answer to one is a violation. One that was on its way may cross.
   */
  async cancel(...ids: readonly Id[]): Promise<void> {
    for (const id of ids) this.#open.set(id, () => undefined);
    const notices = ids.map((requestId) =>
      line({ method: "notifications/cancelled", params: { requestId } })
    );
    await this.#write(notices.join(""));
    await this.request("ping");
    for (const id of ids) {
      if (this.#open.delete(id)) this.#cancelled.add(id);
    }
  }

  async #send(message: Readonly<Record<string, unknown>>): Promise<void> {
    const write = this.#options.framing === "framed" ? framed : line;
    await this.#write(write(message));
  }

  #take(message: Message): void {
    if (message.method === "notifications/progress") {
      this.#takeProgress(message.params ?? {});
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

  /** Tokens are ids of ours: see {@linkcode McpClient.call}. */
  #takeProgress(
    { progressToken: id, message }: NonNullable<Message["params"]>,
  ): void {
    if (typeof id === "number" && id <= this.#lastId && !this.#open.has(id)) {
      this.violations.push(`Progress of request ${id} after its end`);
    }
    const told = this.progress.get(id) ?? [];
    told.push(String(message));
    this.#options.onProgress?.(String(message));
    this.progress.set(id, told);
  }
}

/** A message in a line. */
export function line(message: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n";
}

/** A message in a frame. */
export function framed(message: Readonly<Record<string, unknown>>): string {
  return frame(JSON.stringify({ jsonrpc: "2.0", ...message }));
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
