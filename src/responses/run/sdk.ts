/**
 * The `openai` package behind two functions. It is the only module that knows
 * it: loaded on the first question (it costs more than the whole start-up),
 * its retries and its log switched off, its errors translated.
 *
 * @module
 */
import type { ClientOptions, OpenAI } from "openai";
import { ApiFailure, inApiForm } from "./api_failure.ts";
import { fieldsOf, textIn } from "../api_object.ts";
import type { Fetch } from "./logged_fetch.ts";
import type { RequestBody } from "../request/request_body.ts";

type ResponseCreateParams = OpenAI.Responses.ResponseCreateParams;

/** Events of a stream, and the switch that closes its connection. */
export interface EventStream extends AsyncIterable<unknown> {
  readonly controller: AbortController;
}

/** A connection to one server with one key. */
export interface Sdk {
  /** Sends a request and waits for the whole response. */
  create(body: RequestBody, signal: AbortSignal): Promise<unknown>;
  /** Sends a request and waits for its events to begin. */
  stream(body: RequestBody, signal: AbortSignal): Promise<EventStream>;
  /** Translates what `create`, `stream` or the reading of events threw. */
  toFailure(error: unknown): ApiFailure;
}

/** Options of {@linkcode connect}. */
export interface ConnectOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly organization?: string | null;
  readonly project?: string | null;
  /** Sent with every request, besides the SDK's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How requests are made.
   * @default {the runtime's own}
   */
  readonly fetch?: Fetch;
  /** Our own deadline; the SDK's is set above it and never fires first. */
  readonly timeoutMs: number;
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const TIMEOUT_SLACK_MS = 60_000;

/** Loads the SDK, so that the first question does not wait for it. */
export async function warm(): Promise<void> {
  await import("openai");
}

/** Loads the SDK, or says that it is the SDK that is missing. */
async function load(): Promise<typeof import("openai")> {
  try {
    return await import("openai");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ApiFailure(message, { kind: "package" }, error);
  }
}

/**
 * Loads the SDK and makes a client.
 *
 * @throws {ApiFailure} when the SDK cannot be loaded
 */
export async function connect(options: ConnectOptions): Promise<Sdk> {
  const openai = await load();
  class Client extends openai.OpenAI {
    constructor(given: ClientOptions) {
      super(given);
      // OPENAI_CUSTOM_HEADERS has no option, and could even replace the key.
      this._options.defaultHeaders = { ...options.headers };
    }

    protected override makeStatusError(
      status: number,
      body: object,
      message: string | undefined,
      headers: Headers,
    ): InstanceType<typeof openai.APIError> {
      const error = inApiForm(body);
      return super.makeStatusError(status, error, message, headers);
    }
  }
  // Each option is given, so that no environment variable decides any.
  const client = new Client({
    apiKey: options.apiKey,
    adminAPIKey: null,
    organization: options.organization ?? null,
    project: options.project ?? null,
    webhookSecret: null,
    baseURL: options.baseUrl,
    // Its retry sleep cannot be interrupted: retry.ts does it instead.
    maxRetries: 0,
    timeout: Math.min(options.timeoutMs + TIMEOUT_SLACK_MS, MAX_TIMEOUT_MS),
    // OPENAI_LOG=debug would print requests to stdout, into the protocol.
    logLevel: "off",
    ...options.fetch && { fetch: options.fetch },
    // Another address would hear the question without having been chosen.
    fetchOptions: { redirect: "manual" },
  });
  return {
    async create(body, signal): Promise<unknown> {
      // The SDK's own reading trips over a body that is no response.
      const response = await client.responses
        .create({ ...sdkType(body), stream: false }, { signal }).asResponse();
      return JSON.parse(await response.text());
    },
    async stream(body, signal): Promise<EventStream> {
      const { data, response } = await client.responses
        .create({ ...sdkType(body), stream: true }, { signal })
        .withResponse();
      const type = response.headers.get("content-type") ?? "";
      if (!/^application\/json\b/i.test(type)) return data;
      // The type alone proves nothing: some servers put it on events, too.
      return inOneEvent(await response.clone().text()) ?? data;
    },
    toFailure: (error) => toFailure(error, openai),
  };
}

/**
 * Makes the function that connects with a key, and keeps one client for as
 * long as the key stays the same.
 */
export function createConnector(
  options: Omit<ConnectOptions, "apiKey">,
): (apiKey: string) => Promise<Sdk> {
  let last: { readonly apiKey: string; readonly sdk: Promise<Sdk> } | undefined;
  return (apiKey) => {
    if (last?.apiKey === apiKey) return last.sdk;
    const sdk = connect({ ...options, apiKey });
    last = { apiKey, sdk };
    // A failed load is tried again: Node may find what is there by then, while
    // Deno repeats the failure until it is restarted.
    sdk.catch(() => {
      if (last?.sdk === sdk) last = undefined;
    });
    return sdk;
  };
}

/** The SDK's types know neither other servers' tools nor the newest fields. */
function sdkType(body: RequestBody): ResponseCreateParams {
  return body as ResponseCreateParams;
}

/** Some servers send the whole response, whatever they are asked. */
function inOneEvent(text: string): EventStream | undefined {
  try {
    const event = { type: "response.completed", response: JSON.parse(text) };
    const controller = new AbortController();
    const read = async function* (): AsyncGenerator<unknown> {
      yield event;
    };
    return { controller, [Symbol.asyncIterator]: read };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function toFailure(
  error: unknown,
  openai: Pick<typeof import("openai"), "APIConnectionError" | "APIError">,
): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const exception = error instanceof Error ? error.constructor.name : undefined;
  if (error instanceof openai.APIConnectionError) {
    const kind = isDenied(error.cause) ? "permission" : "connection";
    return new ApiFailure(rootCause(error), { kind, exception }, error);
  }
  if (!(error instanceof openai.APIError)) {
    // A broken body is a bare TypeError, garbage in it a SyntaxError.
    const kind = error instanceof TypeError ? "connection" : "protocol";
    const fields = { kind, exception, begun: true } as const;
    return new ApiFailure(message, fields, error);
  }
  // The SDK puts the status before its message, and quotes around a mere text.
  const said = textIn(error.error) ?? textIn(fieldsOf(error.error).message) ??
    message.replace(/^\d{3} /, "")
      .replace("status code (no body)", "(no message)").toWellFormed();
  return new ApiFailure(said, {
    kind: error.status === undefined ? "protocol" : "http",
    status: error.status,
    code: textIn(error.code),
    param: textIn(error.param),
    type: textIn(error.type),
    exception,
    body: error.error,
    retryAfter: {
      ms: error.headers?.get("retry-after-ms") ?? undefined,
      value: error.headers?.get("retry-after") ?? undefined,
    },
  }, error);
}

/** What says most: refused, unknown name, bad certificate. */
function rootCause(error: Error): string {
  const { cause, message } = error;
  const inner = cause instanceof Error ? rootCause(cause) : "";
  if (inner !== "") return inner;
  // Node tried several addresses: that error has a code only.
  if (message === "" && "code" in error) return String(error.code);
  // Deno puts the whole address before it.
  return message.replace(/^.*client error \(\w+\): /s, "");
}

/** By Deno's name for a permission that was not given. */
function isDenied(cause: unknown): boolean {
  return cause instanceof Error &&
    (cause.name === "NotCapable" || isDenied(cause.cause));
}
