import {
  ErrorCode,
  failure,
  isRequestId,
  type Params,
  ProtocolError,
  readEnvelope,
  type Request,
  type RequestId,
} from "../jsonrpc/messages.ts";
import { defectLine, type Logger } from "../log.ts";
import { isObject } from "../schema/value.ts";
import { show } from "../text/show.ts";
import type { CallAborted, Caller } from "../tools/caller.ts";
import type { ToolOutcome } from "../tools/tool.ts";
import { InFlight } from "./in_flight.ts";

/** What belongs to one request besides its parameters. */
export interface RequestContext {
  /** Aborts when the request is cancelled. */
  readonly signal: AbortSignal;
  /** Who asks. */
  readonly caller: Caller;
  /** Sends a notification to this client, or drops it if it does not read. */
  notify(method: string, params: Params): void;
  /** Told what a tool call came to, for metrics. */
  onOutcome?(tool: string, outcome: ToolOutcome): void;
  /** Waits until the client has read most of what was sent to it. */
  room?(): Promise<void>;
}

/**
 * What answers requests. It knows nothing of ids, framing and connections;
 * results are JSON texts, so that an unchanging one is made once. The methods
 * throw {@linkcode ProtocolError} for what the client should see.
 */
export interface RequestHandler {
  /** Tells whether batches may come after an `initialize` with these. */
  allowsBatches(params: Params | undefined): boolean;
  /** Gives the result of a request that needs no waiting. */
  now(request: Request): string | undefined;
  /** Takes any other in; what it gives is called when the request may begin. */
  later(request: Request): (context: RequestContext) => Promise<string>;
}

/** Where a connection leads. */
export interface ConnectionOptions {
  readonly handler: RequestHandler;
  readonly caller: Caller;
  readonly log: Logger;
  /** Takes answers as JSON texts. */
  send(text: string): void;
  /** Takes notifications; may drop them. */
  notify: RequestContext["notify"];
  onOutcome?: RequestContext["onOutcome"];
  /**
   * The requests of a session, where several connections are one.
   * @default {of this connection alone}
   */
  readonly inFlight?: InFlight;
  /**
   * What an `initialize` on another connection of the session has agreed on.
   * @default {false}
   */
  readonly batches?: boolean;
  /** Where answers can pile up: waits until they do not. */
  room?: NonNullable<RequestContext["room"]>;
}

/**
 * More than any client needs at once, and few enough to fit into memory. Not
 * reading on instead would keep cancellations from being read, too.
 */
export const MAX_IN_FLIGHT = 10_000;

/** The answers of a batch are one text, held until the last of them is there. */
export const MAX_BATCH = 1_000;

/** The JSON text of an answer, or nothing to send. */
type Answer = string | undefined;

/**
 * One client's conversation: takes decoded messages, and gives each request
 * exactly one answer, none if it was cancelled.
 */
export class Connection {
  /** Requests that are being worked on. */
  readonly inFlight: InFlight;
  readonly #options: ConnectionOptions;
  /** What `initialize` has agreed on. */
  #batches: boolean;
  /** Answers still to come, those of cancelled requests included. */
  #owed = 0;
  #idle: (() => void)[] = [];

  /** Does nothing before the first message. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.inFlight = options.inFlight ?? new InFlight();
    this.#batches = options.batches ?? false;
  }

  /** Aborts what this connection has asked for. */
  abort(aborted: CallAborted): void {
    this.inFlight.abortOf(this, aborted);
  }

  /** Takes one decoded message; answers now or later, but never throws. */
  receive(message: unknown): void {
    const answer = Array.isArray(message)
      ? this.#batch(message)
      : this.#answer(message);
    if (answer instanceof Promise) this.#postLater(answer);
    else this.#post(answer);
  }

  /** Tells whether any work runs, cancelled work included. */
  get busy(): boolean {
    return this.#owed > 0;
  }

  /** Waits until nothing runs and every answer has been sent. */
  async idle(): Promise<void> {
    if (this.#owed === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #postLater(answer: Promise<Answer>): Promise<void> {
    this.#owed++;
    this.#post(await answer);
    if (--this.#owed === 0) this.#idle.splice(0).forEach((done) => done());
  }

  #post(text: Answer): void {
    if (text !== undefined) this.#options.send(text);
  }

  #answer(message: unknown): Answer | Promise<Answer> {
    if (message instanceof ProtocolError) return this.#fail(null, message);
    const envelope = readEnvelope(message);
    switch (envelope.kind) {
      case "request":
        return this.#request(envelope.request);
      case "notification":
        return this.#notification(envelope.method, envelope.params);
      case "response":
        return undefined;
      case "invalid":
        return this.#fail(this.#free(envelope.id), envelope.error);
    }
  }

  /** An id that is being worked on must not get a second answer. */
  #free(id: RequestId | null): RequestId | null {
    return id !== null && this.inFlight.has(id) ? null : id;
  }

  #batch(messages: readonly unknown[]): Answer | Promise<Answer> {
    const { length } = messages;
    const problem = length === 0
      ? "an empty batch"
      : !this.#batches
      ? "a batch, which only protocol version 2025-03-26 has"
      : length > MAX_BATCH
      ? `a batch of ${length} messages; send at most ${MAX_BATCH} at once`
      : undefined;
    if (problem) return this.#fail(null, invalidRequest(problem));
    return Promise.all(messages.map((message) => this.#answer(message)))
      .then((answers) => {
        const texts = answers.filter((text) => text !== undefined);
        return texts.length > 0 ? `[${texts.join(",")}]` : undefined;
      });
  }

  #request(request: Request): Answer | Promise<Answer> {
    const { id, method } = request;
    this.#options.log.debug(() =>
      `recv method=${method} id=${show(id)}${traceOf(request)}`
    );
    if (this.inFlight.has(id)) {
      const problem = `id ${show(id)} waits for its answer; use another`;
      return this.#fail(null, invalidRequest(problem));
    }
    const { handler, caller, notify, onOutcome, room } = this.#options;
    try {
      const result = handler.now(request);
      if (method === "initialize") {
        this.#batches = handler.allowsBatches(request.params);
      }
      if (result !== undefined) return succeed(id, result);
    } catch (error) {
      return this.#fail(id, error);
    }
    if (this.inFlight.running >= MAX_IN_FLIGHT) {
      return this.#fail(id, tooMany());
    }
    const begin = handler.later(request);
    const work = async (signal: AbortSignal): Promise<Answer> => {
      try {
        const context = {
          signal,
          caller,
          notify,
          ...onOutcome && { onOutcome },
          ...room && { room },
        };
        return succeed(id, await begin(context));
      } catch (error) {
        return signal.aborted ? undefined : this.#fail(id, error);
      }
    };
    return this.inFlight.run(id, work, {
      owner: this,
      kind: kindOf(request),
      size: () => JSON.stringify(request.params ?? {}).length,
    });
  }

  #notification(method: string, params: Params | undefined): undefined {
    this.#options.log.debug(() => `recv method=${method}`);
    if (method !== "notifications/cancelled") return;
    const id = params?.requestId;
    const given = params?.reason;
    const reason = typeof given === "string" ? given : "no reason given";
    if (isRequestId(id) && this.inFlight.cancel(id, reason)) {
      this.#options.log.debug(() =>
        `cancelled requestId=${show(id)} reason=${show(reason)}`
      );
    }
  }

  #fail(id: RequestId | null, error: unknown): string {
    if (!(error instanceof ProtocolError)) {
      this.#options.log.warn(defectLine(error));
    }
    const answer = failure(
      id,
      error instanceof ProtocolError
        ? error
        : new ProtocolError(ErrorCode.InternalError, "Internal error"),
    );
    const { code, message } = answer.error;
    this.#options.log.debug(() =>
      `error id=${show(id)} code=${code} ${message}`
    );
    return JSON.stringify(answer);
  }
}

/** The trace that a client says its request belongs to, for the log alone. */
function traceOf({ params }: Request): string {
  const meta = params?._meta;
  const trace = isObject(meta) ? meta.traceparent : undefined;
  return typeof trace === "string" ? ` traceparent=${show(trace)}` : "";
}

/** Calls of one tool wait for each other, and for no others. */
function kindOf({ method, params }: Request): string {
  const name = method === "tools/call" ? params?.name : undefined;
  return typeof name === "string" ? `${method} ${name}` : method;
}

function succeed(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

function tooMany(): ProtocolError {
  return new ProtocolError(
    ErrorCode.ServerBusy,
    `Too many requests in flight: ${MAX_IN_FLIGHT} wait for their answers; send more when some have come`,
    { max_in_flight: MAX_IN_FLIGHT },
  );
}

function invalidRequest(problem: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidRequest,
    `Invalid request: ${problem}`,
  );
}
