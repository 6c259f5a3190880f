import { isLoopback } from "../../config/http_access.ts";
import type { Config } from "../../config/schema.ts";
import { defectLine } from "../../log.ts";
import { doneWithin } from "../../runtime/runtime.ts";
import type { Connection } from "../connection.ts";
import { CallAborted } from "../../tools/caller.ts";
import type { ServerConfig } from "../server_config.ts";
import {
  type ServerOptions,
  SharedServer,
  type Visit,
} from "../shared_server.ts";
import { Authenticator } from "./authenticate.ts";
import { Callers } from "./callers.ts";
import { type Access, Metrics } from "./metrics.ts";
import { Origins, preflight, withCors } from "./origins.ts";
import { type AccessDraft, post, type PostServices } from "./post.ts";
import { JSON_TYPE, Refusal } from "./refusal.ts";
import { Resource } from "./resource.ts";
import { Secret } from "./secret.ts";
import { findSession, Sessions } from "./sessions.ts";

/** What an HTTP server is made from. */
export interface HttpOptions extends ServerOptions {
  /** Settings; `http.host` tells which names are the server's own. */
  readonly config: ServerConfig & { readonly http: Config["http"] };
  /**
   * Bearer tokens by the names of their callers.
   * @default {none: with `http.jwt` unset, whoever reaches the server may call}
   */
  readonly tokens?: ReadonlyMap<string, string>;
  /**
   * Signs sessions, ids and traces; replicas share it.
   * @default {random: they end with the process}
   */
  readonly secret?: string;
  /** Told of every request to the endpoint, once it is over. */
  onAccess?(access: Access): void;
}

/** An MCP server for any host that speaks in web-standard requests. */
export interface HttpHandler {
  /** Answers a request; never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * Takes no more calls and waits for those in flight, `http.drain_ms` at most.
   * The host must still be closed, gently: answers are on their way.
   */
  drain(): Promise<void>;
}

/** Makes a server over HTTP. Nothing is loaded before the first request. */
export function createHttpHandler(options: HttpOptions): HttpHandler {
  return new Handler(options);
}

class Handler implements HttpHandler {
  readonly #http: Config["http"];
  readonly #services: PostServices;
  readonly #origins: Origins;
  readonly #access: Authenticator;
  readonly #resource: Resource;
  readonly #server: SharedServer;
  readonly #metrics = new Metrics();
  readonly #onAccess: (access: Access) => void;
  readonly #visit: Visit;
  #draining = false;

  constructor(options: HttpOptions) {
    const { http } = options.config;
    const tokens = options.tokens ?? new Map();
    const { clock } = options.runtime;
    const secret = new Secret(options.secret);
    this.#http = http;
    this.#server = new SharedServer(options);
    this.#visit = this.#server.open();
    this.#origins = new Origins(http);
    const resource = this.#resource = new Resource(http);
    this.#access = new Authenticator({
      tokens,
      jwt: http.jwt,
      resource,
      clock,
    });
    this.#services = {
      server: this.#server,
      callers: new Callers(secret, http.max_per_caller, this.#access.required),
      sessions: new Sessions(secret, clock),
      metrics: this.#metrics,
      open: new Set<Connection>(),
      refuseLate: () => {
        if (this.#draining) throw draining();
      },
    };
    this.#onAccess = (access) => options.onAccess?.(access);
    // Hosts take them out of the object.
    this.fetch = this.fetch.bind(this);
    this.drain = this.drain.bind(this);
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname, host: urlHost } = new URL(request.url);
    if (pathname === "/healthz") return text(200, "ok\n");
    if (pathname === "/readyz") {
      return this.#draining ? text(503, "draining\n") : text(200, "ok\n");
    }
    const host = request.headers.get("host") ?? urlHost;
    let origin: string | undefined;
    try {
      this.#origins.checkHost(host);
      origin = this.#origins.checkOrigin(request.headers.get("origin"), host);
    } catch (error) {
      return this.#refused(error, this.#begin());
    }
    const response = request.method === "OPTIONS" && origin !== undefined
      ? preflight()
      : await this.#route(request, pathname, host);
    return origin === undefined ? response : withCors(response, origin);
  }

  async #route(
    request: Request,
    pathname: string,
    host: string,
  ): Promise<Response> {
    if (pathname === this.#http.path) return await this.#endpoint(request);
    if (this.#access.required && this.#resource.owns(pathname)) {
      return this.#describe(request, host);
    }
    if (pathname === "/metrics") return await this.#showMetrics(request);
    return text(404, `Not found: the MCP endpoint is ${this.#http.path}\n`);
  }

  async #endpoint(request: Request): Promise<Response> {
    const access = this.#begin();
    this.#metrics.inFlight++;
    const done = (status: number): void => {
      this.#metrics.inFlight--;
      this.#end(access, status);
    };
    try {
      access.caller = await this.#access.callerOf(request);
      this.#services.refuseLate();
      switch (request.method) {
        case "POST":
          return await post(request, this.#services, access, done);
        case "DELETE":
          await this.#endSession(request, access.caller);
          done(204);
          return new Response(null, { status: 204 });
        default:
          throw new Refusal(
            405,
            "method",
            `${request.method} is not served here: POST a message`,
            { allow: "POST, DELETE" },
          );
      }
    } catch (error) {
      this.#metrics.inFlight--;
      return this.#refused(error, access);
    }
  }

  async #endSession({ headers }: Request, caller: string): Promise<void> {
    const { sessions } = this.#services;
    sessions.end(await findSession(headers, caller, sessions));
  }

  #describe(request: Request, host: string): Response {
    if (request.method !== "GET") {
      return new Response(null, { status: 405, headers: { allow: "GET" } });
    }
    const metadata = this.#resource.metadata(host);
    return new Response(JSON.stringify(metadata), { headers: JSON_TYPE });
  }

  async #showMetrics(request: Request): Promise<Response> {
    if (!isLoopback(this.#http.host)) {
      try {
        await this.#access.callerOf(request);
      } catch (error) {
        return this.#refused(error, this.#begin());
      }
    }
    const type = "text/plain; version=0.0.4; charset=utf-8";
    const headers = { "content-type": type, "cache-control": "no-store" };
    return new Response(this.#metrics.toString(), { headers });
  }

  async drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    const { clock } = this.#server.runtime;
    const { open } = this.#services;
    const until = clock.monotonic() + this.#http.drain_ms;
    const answered = Promise.all([...open].map((one) => one.idle()));
    await doneWithin(clock, this.#http.drain_ms, answered);
    const aborted = new CallAborted("closing", "the server is shutting down");
    for (const connection of open) connection.abort(aborted);
    // What was indexed is stored, if there is time for it.
    const left = Math.max(0, until - clock.monotonic());
    await doneWithin(clock, left, this.#visit.close());
  }

  #begin(): AccessDraft & { started: number } {
    return {
      caller: undefined,
      method: undefined,
      tool: undefined,
      traceparent: undefined,
      status: 0,
      ms: 0,
      started: this.#server.runtime.clock.monotonic(),
    };
  }

  #end(
    { started, ...access }: AccessDraft & { started: number },
    status: number,
    reason?: string,
  ): void {
    const ms = this.#server.runtime.clock.monotonic() - started;
    const told = { ...access, status, ms, ...reason && { reason } };
    this.#metrics.request(told);
    this.#onAccess(told);
  }

  #refused(
    error: unknown,
    access: AccessDraft & { started: number },
  ): Response {
    const refusal = error instanceof Refusal ? error : this.#defect(error);
    this.#end(access, refusal.status, refusal.reason);
    const response = refusal.toResponse();
    // Its body was not read, so nothing after it on this connection can be.
    if (access.method === undefined) {
      response.headers.set("connection", "close");
    }
    return response;
  }

  #defect(error: unknown): Refusal {
    this.#server.log.warn(defectLine(error));
    return new Refusal(500, "internal", "Internal error");
  }
}

function draining(): Refusal {
  const headers = { "retry-after": "5" };
  const problem = "The server is shutting down: try again";
  return new Refusal(503, "draining", problem, headers);
}

function text(status: number, body: string): Response {
  const headers = { "content-type": "text/plain", "cache-control": "no-store" };
  return new Response(body, { status, headers });
}
