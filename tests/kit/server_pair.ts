import { defaultConfig } from "../../src/config/draft.ts";
import type { Config } from "../../src/config/schema.ts";
import { MessageDecoderStream } from "../../src/jsonrpc/message_streams.ts";
import type { Logger } from "../../src/log.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Runtime } from "../../src/runtime/runtime.ts";
import { createServer, type Ending } from "../../src/mcp/stdio.ts";
import type { ToolSet } from "../../src/tools/registry.ts";
import { frame, utf8 } from "./bytes.ts";

/** A message as a test looks at it. */
export interface Message {
  jsonrpc?: string;
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** What a test may choose of its server. */
export interface PairOptions {
  readonly config?: (config: Config) => Config;
  readonly tools?: ToolSet;
  /** Instead of `tools`. */
  readonly loadTools?: () => Promise<ToolSet>;
  readonly runtime?: Pick<Runtime, "clock" | "parentPid">;
  readonly lines?: boolean;
  readonly signal?: AbortSignal;
  readonly debug?: boolean;
  readonly bodies?: boolean;
}

/** A client and a server in one process, joined by streams of bytes. */
export class ServerPair {
  readonly ended: Promise<Ending>;
  /** Lines written to stderr. */
  readonly stderr: string[] = [];
  /** Every byte that the server wrote, as text. */
  output = "";
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<unknown[]>;
  readonly #cancelOutput: (reason: unknown) => Promise<void>;
  #ready: Message[] = [];

  constructor(options: PairOptions = {}) {
    const base = defaultConfig();
    const config = options.config?.(base) ?? base;
    const input = new TransformStream<Uint8Array, Uint8Array>();
    const output = new TransformStream<Uint8Array, Uint8Array>();
    this.#input = input.writable.getWriter();
    const decoder = new TextDecoder();
    const source = output.readable.getReader();
    const tapped = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await source.read();
        if (done) return controller.close();
        this.output += decoder.decode(value, { stream: true });
        controller.enqueue(value);
      },
    }, { highWaterMark: 0 });
    this.#reader = tapped.pipeThrough(new MessageDecoderStream()).getReader();
    this.#cancelOutput = (reason) => source.cancel(reason);
    const log: Logger = createLogger({
      writeStderr: (text) => void this.stderr.push(text),
      files: runtime.files,
    }, { debug: options.debug ?? false, bodies: options.bodies ?? false });
    const server = createServer({
      config,
      runtime: options.runtime ?? runtime,
      log,
      loadTools: options.loadTools ??
        (() => Promise.resolve(options.tools ?? { tools: [] })),
    });
    this.ended = server.serve({
      readable: input.readable,
      writer: output.writable.getWriter(),
      ...options.lines !== undefined && { lines: options.lines },
      ...options.signal && { signal: options.signal },
    });
  }

  /** Sends raw text. */
  async raw(text: string): Promise<void> {
    await this.#input.write(utf8(text));
  }

  /** Sends messages, a line each. */
  async send(...messages: unknown[]): Promise<void> {
    await this.raw(messages.map((m) => JSON.stringify(m) + "\n").join(""));
  }

  /** Sends a message in a frame. */
  async sendFramed(message: unknown): Promise<void> {
    await this.raw(frame(JSON.stringify(message)));
  }

  /** The next message from the server; `undefined` at its end. */
  async next(): Promise<Message | undefined> {
    while (this.#ready.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#ready.push(...value as Message[]);
    }
    return this.#ready.shift();
  }

  /** Sends a request and gives the next message. */
  async ask(
    method: string,
    params?: Record<string, unknown>,
    id: unknown = 1,
  ): Promise<Message> {
    await this.send({ jsonrpc: "2.0", id, method, ...params && { params } });
    return await this.next() ?? {};
  }

  /** Ends the input, as a client does that is done. */
  async closeInput(): Promise<void> {
    await this.#input.close();
  }

  /** Stops reading for good, as a client does that died. */
  async breakOutput(): Promise<void> {
    await this.#cancelOutput(new Error("broken pipe"));
  }

  /** Ends the input and collects what is still answered. */
  async finish(): Promise<Message[]> {
    await this.closeInput();
    const rest: Message[] = [];
    for (let m = await this.next(); m; m = await this.next()) rest.push(m);
    await this.ended;
    return rest;
  }
}
