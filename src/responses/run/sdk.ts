/**
 * The `openai` package behind a few functions. It is the only module that knows
 * it: loaded on the first question (it costs more than the whole start-up),
 * its retries and its log switched off, its errors translated.
 *
 * @module
 */
import type { ClientOptions, OpenAI } from "openai";
import { whyNotLoaded } from "../../lazy.ts";
import type { Fetch } from "../../runtime/runtime.ts";
import { ApiFailure, inApiForm } from "./api_failure.ts";
import { fieldsOf, textIn } from "../api_object.ts";
import type { RequestBody } from "../request/request_body.ts";
import { boundedFetch, ResponseTooBig } from "./bounded_fetch.ts";

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
  /** Fetches a stored response as it is now. */
  retrieve(id: string, signal: AbortSignal): Promise<unknown>;
  /** Takes up the events of a response after one of them, or from the first. */
  resume(
    id: string,
    after: number | undefined,
    signal: AbortSignal,
  ): Promise<EventStream>;
  /** Stops a response that runs in the background, and gives what it is then. */
  cancel(id: string, signal: AbortSignal): Promise<unknown>;
  /** Fetches what the server says of a model. */
  model(id: string, signal: AbortSignal): Promise<unknown>;
  /** Translates what a request or the reading of events threw. */
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
  /** What stored responses are to hold besides. */
  readonly include?: RequestBody["include"] | undefined;
  readonly fetch: Fetch;
  /** How much of a response is read. */
  readonly maxBytes: number;
}

/** Ours is the only deadline: the SDK's may never fire before it. */
const NEVER_MS = 2 ** 31 - 1;

/** Loads the SDK, so that the first question does not wait for it. */
export async function warm(): Promise<void> {
  await import("openai");
}

/** Loads the SDK, or says that it is the SDK that is missing. */
async function load(): Promise<typeof import("openai")> {
  try {
    return await import("openai");
  } catch (error) {
    throw new ApiFailure(whyNotLoaded(error), { kind: "package" }, error);
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
    timeout: NEVER_MS,
    fetch: boundedFetch(options.fetch, options.maxBytes),
    // OPENAI_LOG=debug would print requests to stdout, into the protocol.
    logLevel: "off",
    // Another address would hear the question without having been chosen.
    fetchOptions: { redirect: "manual" },
  });
  const include = options.include && { include: [...options.include] };
  return {
    async create(body, signal): Promise<unknown> {
      // The SDK's own reading trips over a body that is no response.
      const response = await client.responses
        .create({ ...sdkType(body), stream: false }, { signal }).asResponse();
      return JSON.parse(await response.text());
    },
    stream: (body, signal) =>
      eventsOf(
        client.responses
          .create({ ...sdkType(body), stream: true }, { signal }),
      ),
    async retrieve(id, signal): Promise<unknown> {
      const response = await client.responses
        .retrieve(id, { ...include }, { signal }).asResponse();
      return JSON.parse(await response.text());
    },
    resume: (id, after, signal) =>
      eventsOf(client.responses.retrieve(id, {
        ...include,
        stream: true,
        ...after !== undefined && { starting_after: after },
      }, { signal })),
    async cancel(id, signal): Promise<unknown> {
      const response = await client.responses.cancel(id, { signal })
        .asResponse();
      return JSON.parse(await response.text());
    },
    async model(id, signal): Promise<unknown> {
      const response = await client.models.retrieve(id, { signal })
        .asResponse();
      return JSON.parse(await response.text());
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

/** A request of the SDK for events. */
interface EventRequest {
  withResponse(): Promise<{ data: EventStream; response: Response }>;
}

async function eventsOf(request: EventRequest): Promise<EventStream> {
  const { data, response } = await request.withResponse();
  const type = response.headers.get("content-type") ?? "";
  if (!/^application\/json\b/i.test(type)) return data;
  // The type alone proves nothing: some servers put it on events, too.
  return inOneEvent(await response.clone().text(), data.controller) ?? data;
}

/** Some servers send the whole response, whatever they are asked. */
function inOneEvent(
  text: string,
  controller: AbortController,
): EventStream | undefined {
  try {
    const event = { type: "response.completed", response: JSON.parse(text) };
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
  const tooBig = causeIn(error, (cause) => cause instanceof ResponseTooBig);
  if (tooBig) {
    const fields = { kind: "too_big", exception, begun: true } as const;
    return new ApiFailure(tooBig.message, fields, error);
  }
  if (error instanceof openai.APIConnectionError) {
    const kind = causeIn(error, isDenied)
      ? "permission"
      : causeIn(error, isUnsent)
      ? "unreachable"
      : "connection";
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
    kind: error.status === undefined ? "reported" : "http",
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

/** The first of an error's causes that is of a kind. */
function causeIn(
  error: unknown,
  isOne: (error: Error) => boolean,
): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return isOne(error) ? error : causeIn(error.cause, isOne);
}

/** By Deno's name for a permission that was not given. */
function isDenied({ name }: Error): boolean {
  return name === "NotCapable";
}

// What Node calls a connection that was never made: no name, no way, nobody
// there, no trust.
const NO_CONNECTION =
  /^(?:ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|ERR_SSL_|EPROTO|UNABLE_TO_)|CERT/;

// Of what has no code: a proxy that refuses, a port that no fetch may use.
const NEVER_MADE =
  /before secure TLS connection was established|!== 200 when HTTP Tunneling|^bad port$|Requests to port \d+ are blocked$/;

/** Tells whether a connection failed before anything was sent over it. */
function isUnsent(error: Error): boolean {
  // Deno names the stage that failed.
  if (/client error \(Connect\)/.test(error.message)) return true;
  const code = "code" in error ? String(error.code) : "";
  // Node tries several addresses, and names the stage for some codes only.
  return NO_CONNECTION.test(code) ||
    "syscall" in error && error.syscall === "connect" ||
    NEVER_MADE.test(error.message);
}
