/**
 * A small MCP client over the standard streams of a process, for the scripts
 * that try the server from outside. It is strict: whatever it reads that is no
 * message in the framing it wrote in is an error.
 *
 * @module
 */

/** How messages are told apart: JSON lines, or `Content-Length` frames. */
export type Framing = "lines" | "framed";

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A request that was answered with an error. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** The JSON-RPC error code. */
  readonly code: number;

  /** Takes the error object of the answer. */
  constructor(error: { code: number; message: string }) {
    super(error.message);
    this.code = error.code;
  }
}

/** Options of {@linkcode StdioClient}. */
export interface StdioClientOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Its whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** @default {"lines"} */
  readonly framing?: Framing;
}

interface Pending {
  resolve(result: Json): void;
  reject(error: Error): void;
  onProgress?: ((message: string) => void) | undefined;
}

/** A running server and the conversation with it. */
export class StdioClient implements AsyncDisposable {
  readonly #framing: Framing;
  readonly #child: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly #pending = new Map<number, Pending>();
  readonly #ended: Promise<void>;
  readonly #stderr: Promise<string>;
  #lastId = 0;
  /** Why nothing more will be answered. */
  #over: Error | undefined;
  /** Something on stdout was no protocol. */
  #breach: Error | undefined;

  /** Starts the process; it is ready for requests at once. */
  constructor({ command, env, framing = "lines" }: StdioClientOptions) {
    const [program = "", ...args] = command;
    this.#framing = framing;
    this.#child = new Deno.Command(program, {
      args,
      env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#stdin = this.#child.stdin.getWriter();
    this.#stderr = new Response(this.#child.stderr).text();
    this.#ended = this.#readAll();
  }

  /** Sends a request and waits for its result. */
  async request(
    method: string,
    params?: Json,
    onProgress?: (message: string) => void,
  ): Promise<Json> {
    if (this.#over) throw this.#over;
    const id = ++this.#lastId;
    const _meta = { ...params?._meta as Json, progressToken: id };
    const all = onProgress ? { ...params, _meta } : params ?? {};
    const answer = new Promise<Json>((resolve, reject) =>
      this.#pending.set(id, { resolve, reject, onProgress })
    );
    // A failed write shows as the end of the output, and that tells more.
    this.#send({ jsonrpc: "2.0", id, method, params: all })
      .catch(() => undefined);
    return await answer;
  }

  /** Sends a notification. */
  async notify(method: string, params: Json = {}): Promise<void> {
    await this.#send({ jsonrpc: "2.0", method, params });
  }

  /**
   * Closes the server's input, waits for its end and gives its exit code.
   *
   * @throws what it wrote to stdout besides messages, if anything.
   */
  async close(): Promise<{ code: number; stderr: string }> {
    // A process that has gone already has closed it.
    await this.#stdin.close().catch(() => undefined);
    await this.#ended;
    const { code } = await this.#child.status;
    const stderr = await this.#stderr;
    if (this.#breach) throw this.#breach;
    return { code, stderr };
  }

  /** As `close`; the exit code does not matter. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #send(message: Json): Promise<void> {
    const text = JSON.stringify(message);
    const length = new TextEncoder().encode(text).length;
    await this.#stdin.write(
      new TextEncoder().encode(
        this.#framing === "lines"
          ? `${text}\n`
          : `Content-Length: ${length}\r\n\r\n${text}`,
      ),
    );
  }

  /** Reads to the end, then tells everyone who waits why there is no more. */
  async #readAll(): Promise<void> {
    try {
      const rest = await this.#read();
      if (rest.length > 0) throw new Error(`Rest on stdout: ${show(rest)}`);
      this.#over = new Error(`The server ended: ${await this.#stderr}`);
    } catch (error) {
      this.#breach = error instanceof Error ? error : new Error(String(error));
      this.#over = this.#breach;
    }
    for (const { reject } of this.#pending.values()) reject(this.#over);
    this.#pending.clear();
  }

  async #read(): Promise<Uint8Array> {
    let bytes = new Uint8Array();
    for await (const chunk of this.#child.stdout) {
      bytes = join(bytes, chunk);
      for (;;) {
        const taken = takeMessage(bytes, this.#framing);
        if (!taken) break;
        bytes = taken.rest;
        this.#receive(JSON.parse(taken.text));
      }
    }
    return bytes;
  }

  #receive(message: Json): void {
    if (message.method === "notifications/progress") {
      const { progressToken, message: text } = message.params as Json;
      this.#pending.get(progressToken as number)?.onProgress?.(String(text));
      return;
    }
    const pending = this.#pending.get(message.id as number);
    if (!pending) throw new Error(`Unasked: ${JSON.stringify(message)}`);
    this.#pending.delete(message.id as number);
    const { error, result } = message;
    if (error === undefined) pending.resolve(result as Json);
    else pending.reject(new RequestError(error as RequestError));
  }
}

function join(
  head: Uint8Array<ArrayBuffer>,
  tail: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/** The first message in the bytes, if it is complete. */
function takeMessage(
  bytes: Uint8Array<ArrayBuffer>,
  framing: Framing,
): { text: string; rest: Uint8Array<ArrayBuffer> } | undefined {
  const decoder = new TextDecoder();
  let start = 0;
  let end = bytes.indexOf(0x0a);
  let next = end + 1;
  if (framing === "framed") {
    const head = decoder.decode(bytes.subarray(0, 64));
    const header = /^Content-Length: (\d+)\r\n\r\n/.exec(head);
    if (!header && head.length === 64) {
      throw new Error(`No frame on stdout: ${show(bytes)}`);
    }
    start = header ? header[0].length : 0;
    end = header ? start + Number(header[1]) : -1;
    next = end;
  }
  if (end < 0 || end > bytes.length) return undefined;
  const text = decoder.decode(bytes.subarray(start, end));
  return { text, rest: bytes.slice(next) };
}

function show(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes.subarray(0, 200)));
}
