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
import type { Logger } from "../log.ts";
import { show } from "../text/show.ts";

/**
 * What answers one client's requests. It knows nothing of ids and framing;
 * results are JSON texts, so that an unchanging one is made once. Both methods
 * throw {@linkcode ProtocolError} for what the client should see.
 */
export interface RequestHandler {
  /** The client may send arrays of messages. */
  readonly acceptsBatches: boolean;
  /** Gives the result of a request that needs no waiting. */
  now(request: Request): string | undefined;
  /** Gives the result of any other; the signal aborts when it is cancelled. */
  later(request: Request, signal: AbortSignal): Promise<string>;
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
  readonly inFlight: InFlight = new InFlight();
  readonly #handler: RequestHandler;
  readonly #send: (text: string) => void;
  readonly #log: Logger;
  /** Answers still to come, those of cancelled requests included. */
  #owed = 0;
  #idle: (() => void)[] = [];

  /** Answers go to `send` as JSON texts. */
  constructor(
    handler: RequestHandler,
    send: (text: string) => void,
    log: Logger,
  ) {
    this.#handler = handler;
    this.#send = send;
    this.#log = log;
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
    if (text !== undefined) this.#send(text);
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
      : !this.#handler.acceptsBatches
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
    this.#log.debug(() => `recv method=${method} id=${show(id)}`);
    if (this.inFlight.has(id)) {
      const problem = `id ${show(id)} waits for its answer; use another`;
      return this.#fail(null, invalidRequest(problem));
    }
    try {
      const result = this.#handler.now(request);
      if (result !== undefined) return succeed(id, result);
    } catch (error) {
      return this.#fail(id, error);
    }
    if (this.inFlight.running >= MAX_IN_FLIGHT) {
      return this.#fail(id, tooMany());
    }
    return this.inFlight.run(id, async (signal) => {
      try {
        return succeed(id, await this.#handler.later(request, signal));
      } catch (error) {
        return signal.aborted ? undefined : this.#fail(id, error);
      }
    });
  }

  #notification(method: string, params: Params | undefined): undefined {
    this.#log.debug(() => `recv method=${method}`);
    if (method !== "notifications/cancelled") return;
    const id = params?.requestId;
    const given = params?.reason;
    const reason = typeof given === "string" ? given : "no reason given";
    if (isRequestId(id) && this.inFlight.cancel(id, reason)) {
      this.#log.debug(() =>
        `cancelled requestId=${show(id)} reason=${show(reason)}`
      );
    }
  }

  #fail(id: RequestId | null, error: unknown): string {
    if (!(error instanceof ProtocolError)) {
      const stack = error instanceof Error ? error.stack : undefined;
      const detail = (stack ?? String(error)).split("\n")
        .map((line) => line.trim()).join(" ");
      this.#log.warn(`internal error, please report it: ${detail}`);
    }
    const answer = failure(
      id,
      error instanceof ProtocolError
        ? error
        : new ProtocolError(ErrorCode.InternalError, "Internal error"),
    );
    const { code, message } = answer.error;
    this.#log.debug(() => `error id=${show(id)} code=${code} ${message}`);
    return JSON.stringify(answer);
  }
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

/** Why a call was told to stop. */
export class CallAborted extends Error {
  override readonly name = "CallAborted";
  /** `cancelled` by the client, or `closing` with the server. */
  readonly why: "cancelled" | "closing";

  /** Keeps the client's own words as the message. */
  constructor(why: "cancelled" | "closing", message: string) {
    super(message);
    this.why = why;
  }
}

/** The requests that are being worked on, by id. */
export class InFlight {
  readonly #calls = new Map<RequestId, AbortController>();
  #running = 0;

  /** How many ids are taken. */
  get size(): number {
    return this.#calls.size;
  }

  /** How much work runs, cancelled work included. */
  get running(): number {
    return this.#running;
  }

  /** Tells whether an id is taken. */
  has(id: RequestId): boolean {
    return this.#calls.has(id);
  }

  /**
   * Runs `work` under an id until it settles. The answer is `undefined` if the
   * call was aborted meanwhile: nothing may be sent for it then.
   */
  async run<T>(
    id: RequestId,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#calls.set(id, controller);
    this.#running++;
    try {
      const result = await work(signal);
      return signal.aborted ? undefined : result;
    } finally {
      // A cancelled id may have been taken again by a newer call.
      if (this.#calls.get(id) === controller) this.#calls.delete(id);
      this.#running--;
    }
  }

  /** Aborts one call and frees its id; `false` if there is none. */
  cancel(id: RequestId, reason: string): boolean {
    const controller = this.#calls.get(id);
    if (!controller) return false;
    this.#calls.delete(id);
    controller.abort(new CallAborted("cancelled", reason));
    return true;
  }

  /** Aborts every call. */
  abortAll(reason: string): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.abort(new CallAborted("closing", reason));
  }
}
