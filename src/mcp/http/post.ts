/**
 * One POST: a message or a batch in, its answers out.
 *
 * @module
 */
import {
  ErrorCode,
  isRequestId,
  type JsonRpcNotification,
  ProtocolError,
} from "../../jsonrpc/messages.ts";
import { isObject } from "../../schema/value.ts";
import { BodyLog } from "../body_log.ts";
import { Connection } from "../connection.ts";
import { negotiate, negotiatesBatches } from "../eras.ts";
import { unknownMethod } from "../mcp_handler.ts";
import { CallAborted } from "../../tools/caller.ts";
import type { Leave } from "../../tools/turns.ts";
import type { SharedServer } from "../shared_server.ts";
import type { Callers } from "./callers.ts";
import { classify, type Posted } from "./classify.ts";
import type { Access, Metrics } from "./metrics.ts";
import { readMessage } from "./read_message.ts";
import { Refusal } from "./refusal.ts";
import { Reply } from "./reply.ts";
import { legacySession, type Session, type Sessions } from "./sessions.ts";

/** What all POSTs share. */
export interface PostServices {
  readonly server: SharedServer;
  readonly callers: Callers;
  readonly sessions: Sessions;
  readonly metrics: Metrics;
  /** Connections that have not ended, for whoever drains. */
  readonly open: Set<Connection>;
  /** Throws for what comes when the server is on its way out. */
  refuseLate(): void;
}

/** What is known of a request while it runs. */
export type AccessDraft = {
  -readonly [K in keyof Access]: Access[K];
};

/**
 * Answers a POST of a caller; `access` is filled in on the way, and `done` is
 * called at the end of the reply.
 *
 * @throws {Refusal} for what is not even begun
 */
export async function post(
  request: Request,
  services: PostServices,
  access: AccessDraft,
  done: (status: number) => void,
): Promise<Response> {
  const { config, runtime } = services.server;
  const { max_message_bytes: maxBytes } = config.server;
  const message = await readMessage(request, maxBytes, runtime.clock);
  try {
    return await handle(message, request, services, { access, done });
  } catch (error) {
    const id = isObject(message) ? message.id : undefined;
    if (error instanceof Refusal && isRequestId(id)) error.id = id;
    throw error;
  }
}

async function handle(
  message: unknown,
  request: Request,
  services: PostServices,
  { access, done }: { access: AccessDraft; done(status: number): void },
): Promise<Response> {
  const { server } = services;
  const caller = access.caller ?? "";
  const posted = classify(message, request.headers);
  access.method = posted.method;
  access.traceparent = traceparentOf(posted, request.headers);
  const { era, method, params, asks } = posted;
  if (method === "tools/call" && typeof params?.name === "string") {
    access.tool = params.name.slice(0, 128);
  }
  if (era === "modern" && asks && !server.handler.knows(method, era)) {
    throw new Refusal(404, "unknown_method", unknownMethod(method));
  }
  const session = era === "modern"
    ? undefined
    : await legacySession(request.headers, caller, method, services.sessions);
  const headers: Record<string, string> = {};
  if (era === "legacy" && method === "initialize") {
    const version = negotiate(params);
    headers["mcp-session-id"] = await services.sessions.create(caller, version);
  }
  const isBatch = Array.isArray(message);
  if (isBatch && !(session && hasBatches(session))) throw noBatches();
  const messages: readonly unknown[] = isBatch ? message : [message];
  const calls = messages.filter(isCall);
  const leave = await enter(calls, caller, services);
  return await answer(message, {
    ...services,
    caller,
    asks,
    era,
    session,
    headers,
    signal: () => request.signal,
    done(status) {
      leave();
      done(status);
    },
  });
}

/** A message that makes work, here or at the API. */
interface Call {
  readonly method: string;
  readonly params?: { readonly name?: unknown };
}

function isCall(message: unknown): message is Call {
  return isObject(message) && typeof message.method === "string" &&
    /^(?:tools\/call$|tasks\/)/.test(message.method);
}

/** Takes the places that calls need. */
async function enter(
  calls: readonly Call[],
  caller: string,
  { server, callers, refuseLate }: PostServices,
): Promise<Leave> {
  const leaveCaller = callers.enter(caller, calls.length);
  if (!leaveCaller) throw tooMany();
  let leaveTools: Leave | undefined;
  const leave = (): void => {
    leaveCaller();
    leaveTools?.();
  };
  try {
    const tools = calls.map(({ params }) => params?.name)
      .filter((name) => typeof name === "string");
    leaveTools = tools.length > 0 ? await server.enter(tools) : undefined;
    if (tools.length > 0 && !leaveTools) throw busy();
    // The body, or the tools, may have taken their time.
    refuseLate();
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

interface Answering extends PostServices {
  readonly caller: string;
  readonly asks: boolean;
  readonly era: Posted["era"];
  readonly session: Session | undefined;
  readonly headers: Readonly<Record<string, string>>;
  signal(): AbortSignal;
  done(status: number): void;
}

/** Lets a connection of one message answer it. */
async function answer(
  message: unknown,
  options: Answering,
): Promise<Response> {
  const { server, callers, sessions, metrics, open, session, era } = options;
  const { handler, log, runtime: { clock } } = server;
  const bodies = log.bodies ? new BodyLog(log, clock) : undefined;
  const entered = session && sessions.enter(session);
  const reply = new Reply({
    clock,
    headers: options.headers,
    // In the legacy era a lost connection is no cancellation.
    gone: () =>
      connection.abort(
        new CallAborted(
          era === "modern" ? "cancelled" : "closing",
          "the client closed the request",
        ),
      ),
    ended(status) {
      entered?.leave();
      open.delete(connection);
      options.done(status);
    },
  });
  const connection = new Connection({
    handler,
    caller: callers.of(options.caller),
    log,
    ...entered && { inFlight: entered.inFlight },
    batches: session !== undefined && hasBatches(session),
    send(text) {
      bodies?.sent(text);
      reply.send(text);
    },
    notify(method, params) {
      const note: JsonRpcNotification = { jsonrpc: "2.0", method, params };
      const text = JSON.stringify(note);
      bodies?.sent(text);
      reply.notify(text);
    },
    onOutcome: (tool, outcome) => metrics.outcome(tool, outcome),
  });
  open.add(connection);
  bodies?.received(message);
  connection.receive(message);
  if (!options.asks) {
    reply.accept();
  } else if (connection.busy) {
    reply.wait(options.signal());
    // Cancelled by another POST, it has no answer to send.
    connection.idle().then(() => reply.end());
  }
  return await reply.response;
}

function hasBatches({ version }: Session): boolean {
  return negotiatesBatches({ protocolVersion: version });
}

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

function traceparentOf(
  { params }: Posted,
  headers: Headers,
): string | undefined {
  const meta = params?._meta;
  const inMeta = isObject(meta) ? meta.traceparent : undefined;
  const given = typeof inMeta === "string"
    ? inMeta
    : headers.get("traceparent");
  return given && TRACEPARENT.test(given) ? given : undefined;
}

function noBatches(): Refusal {
  const problem =
    "Invalid request: a batch, which only protocol version 2025-03-26 has";
  const error = new ProtocolError(ErrorCode.InvalidRequest, problem);
  return new Refusal(400, "invalid_request", error);
}

function busy(): Refusal {
  const problem = "Too many calls wait for their turn: try again";
  return new Refusal(429, "busy", problem, { "retry-after": "1" });
}

function tooMany(): Refusal {
  return new Refusal(
    429,
    "too_many_calls",
    "Too many calls in flight (http.max_per_caller): send more when some are answered",
    { "retry-after": "1" },
  );
}
