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
import { type Dialect, type DialectName, DIALECTS } from "./dialects.ts";
import { findEndpoint } from "./endpoints.ts";
import type { ReceivedRequest } from "./exchange.ts";
import { FakeState } from "./fake_state.ts";
import type { Plan } from "./plan.ts";
import { failureOf, keyRefusal, refuse } from "./refusals.ts";

export type { ReceivedRequest } from "./exchange.ts";
export type { Fault, Plan } from "./plan.ts";
export type { Script } from "./script.ts";

/** A running fake API. */
export interface FakeOpenAI extends AsyncDisposable {
  /** For `openai.base_url`. */
  readonly baseUrl: string;
  /** Every request to an endpoint, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** How many connections clients closed before their answer was complete. */
  readonly closedEarly: number;
  /** Settles when so many requests have come in. */
  received(count: number): Promise<void>;
  /** Settles when so many connections were closed early. */
  closed(count: number): Promise<void>;
  /** Plans the next requests, one each; later ones are answered normally. */
  next(...plans: readonly Plan[]): void;
  /** Plans every request that has no plan of its own. */
  always(plan: Plan): void;
  /** Forgets all requests and all plans; for a load without end. */
  clear(): void;
  /** Forgets a stored response, as the API does after 30 days. */
  forget(id: string): void;
}

/** Options of {@linkcode startFakeOpenAI}. */
export interface FakeOpenAIOptions {
  /** The only key that is accepted; any when absent. */
  readonly apiKey?: string;
  /**
   * Which server is faked.
   * @default {"OpenAI"}
   */
  readonly dialect?: DialectName;
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
    const { pathname: path } = new URL(request.url);
    const found = path.startsWith(`${dialect.basePath}/`)
      ? findEndpoint(method, path.replace(dialect.basePath, "/v1"))
      : undefined;
    if (!found) {
      return refuse(404, { message: `Invalid URL (${method} ${path})` });
    }
    const plan = state.takePlan();
    const text = await request.text();
    const body = text === "" ? {} : JSON.parse(text);
    state.receive({ method, path, body, headers, port });
    if (plan.fault?.kind === "hang") return await new Promise(() => {});
    if (plan.delayMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, plan.delayMs));
    }
    await plan.until;
    const key = headers.get("authorization")?.slice(7) ?? "";
    const response = failureOf(plan.fault, key) ??
      keyRefusal(key, options.apiKey) ??
      found.answer({ body, params: found.params, plan, state, dialect });
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
    get closedEarly(): number {
      return state.closedEarly;
    },
    received: (count) => state.until(() => state.requests.length >= count),
    closed: (count) => state.until(() => state.closedEarly >= count),
    next: (...plans) => state.plan(...plans),
    always: (plan) => state.planAll(plan),
    clear: () => state.clear(),
    forget: (id) => void state.stored.delete(id),
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await server.finished;
    },
  };
}
