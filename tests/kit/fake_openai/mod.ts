/**
 * A fake of the OpenAI Responses API on the loopback interface, for tests, the
 * demo and benchmarks. It checks requests as strictly as the API, answers in
 * JSON or events with the API's own fields (typed by its SDK), remembers the
 * responses that it stored, and fails on demand.
 *
 * A new endpoint is a handler of its own in the list of `endpoints.ts`.
 *
 * @module
 */
import { CUT } from "./body.ts";
import { type Dialect, DIALECTS } from "./dialects.ts";
import { findEndpoint } from "./endpoints.ts";
import type { FakeOpenAIOptions, ReceivedRequest } from "./exchange.ts";
import { FakeState } from "./fake_state.ts";
import type { Plan } from "./plan.ts";
import type { StoredResponse } from "./stored_response.ts";
import { failureOf, keyRefusal, refuse } from "./refusals.ts";

export type { FakeOpenAIOptions, ReceivedRequest } from "./exchange.ts";
export type { Fault, Plan } from "./plan.ts";
export type { Script } from "./script.ts";
export type { StoredResponse } from "./stored_response.ts";

/** A running fake API. */
export interface FakeOpenAI extends AsyncDisposable {
  /** For `openai.base_url`. */
  readonly baseUrl: string;
  /** Every request to an endpoint, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Every response that was made: what a client paid for. */
  readonly created: readonly StoredResponse[];
  /** How many connections clients closed before their answer was complete. */
  readonly closedEarly: number;
  /** Settles when so many requests have come in. */
  received(count: number): Promise<void>;
  /** Settles when so many connections were closed early. */
  closed(count: number): Promise<void>;
  /** Plans the next requests, one each; later ones are answered normally. */
  next(...plans: readonly Plan[]): void;
  /** Plans every request that has no plan of its own. */
  always(plan: Plan | ((request: ReceivedRequest) => Plan)): void;
  /** Settles when so many responses have been made. */
  made(count: number): Promise<void>;
  /** Settles when something holds that a request can change. */
  until(reached: () => boolean): Promise<void>;
  /** Forgets all requests and all plans; for a load without end. */
  clear(): void;
  /** Forgets a stored response, as the API does after 30 days. */
  forget(id: string): void;
}

/** Starts a fake API on a free port. */
export function startFakeOpenAI(options: FakeOpenAIOptions = {}): FakeOpenAI {
  const state = new FakeState();
  const dialect: Dialect = DIALECTS[options.dialect ?? "OpenAI"];

  async function handle(
    request: Request,
    { remoteAddr: { port } }: Deno.ServeHandlerInfo<Deno.NetAddr>,
  ): Promise<Response> {
    const { method, headers } = request;
    const { pathname: path, searchParams: query } = new URL(request.url);
    const found = path.startsWith(`${dialect.basePath}/`)
      ? findEndpoint(method, path.replace(dialect.basePath, "/v1"))
      : undefined;
    if (!found) {
      return refuse(404, { message: `Invalid URL (${method} ${path})` });
    }
    const text = await request.text();
    const body = text === "" ? {} : JSON.parse(text);
    const received = { method, path, query, body, headers, port };
    const plan = state.takePlan(received);
    state.receive(received);
    if (plan.fault?.kind === "hang") return await new Promise(() => {});
    if (plan.delayMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, plan.delayMs));
    }
    await plan.until;
    const key = headers.get("authorization")?.slice(7) ?? "";
    const response = failureOf(plan.fault, key) ??
      keyRefusal(key, options.apiKey) ??
      found.answer({
        body,
        query,
        params: found.params,
        plan,
        state,
        options,
        dialect,
      });
    // For support: the API names each exchange.
    response.headers.set("x-request-id", `req_${state.requests.length}`);
    return response;
  }

  const stop = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: stop.signal,
    onListen: () => {},
    onError: (error) => {
      // Expected: the client has left early, or we cut the body on purpose.
      const expected = error === CUT ||
        error instanceof Deno.errors.BadResource;
      if (expected) return new Response(null, { status: 400 });
      throw error;
    },
  }, handle);
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}${dialect.basePath}`,
    requests: state.requests,
    created: state.created,
    get closedEarly(): number {
      return state.closedEarly;
    },
    received: (count) => state.until(() => state.requests.length >= count),
    closed: (count) => state.until(() => state.closedEarly >= count),
    next: (...plans) => state.plan(...plans),
    always: (plan) =>
      state.planAll(typeof plan === "function" ? plan : () => plan),
    made: (count) => state.until(() => state.created.length >= count),
    until: (reached) => state.until(reached),
    clear: () => state.clear(),
    forget: (id) => void state.stored.delete(id),
    async [Symbol.asyncDispose](): Promise<void> {
      state.stop();
      stop.abort();
      await server.finished;
    },
  };
}
