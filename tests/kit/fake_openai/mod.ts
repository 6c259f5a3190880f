/**
 * A fake API of the OpenAI Responses API on the loopback interface, for tests,
 * the demo and benchmarks. It checks requests as strictly as the API, answers
 * in JSON or events with the API's own fields (typed by its SDK), remembers
 * the responses that it stored, and fails on demand.
 *
 * @module
 */
import type { RequestBody } from "../../../src/responses/request/request_body.ts";
import { chooseScript, questionOf } from "./answers.ts";
import { CUT, cutInto, endOf, eventTexts, makeBody } from "./body.ts";
import { eventsOf } from "./events.ts";
import type { Plan } from "./plan.ts";
import { failureOf, refusalOf, refuse } from "./refusals.ts";
import { makeResponse } from "./response.ts";

export type { Fault, Plan } from "./plan.ts";
export type { Script } from "./script.ts";

/** A request that came in. */
export interface ReceivedRequest {
  readonly body: RequestBody & { readonly stream?: boolean };
  readonly headers: Headers;
  /** The client's port: the same for requests on one connection. */
  readonly port: number;
}

/** A running fake API. */
export interface FakeOpenAI extends AsyncDisposable {
  /** For `openai.base_url`. */
  readonly baseUrl: string;
  /** Every request, in order of arrival. */
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
}

/** Starts a fake API on a free port. */
export function startFakeOpenAI(options: FakeOpenAIOptions = {}): FakeOpenAI {
  const requests: ReceivedRequest[] = [];
  const stored = new Map<string, string>();
  const plans: Plan[] = [];
  const waiting: { reached: () => boolean; resolve: () => void }[] = [];
  let standing: Plan = {};
  let closedEarly = 0;

  function settle(): void {
    for (const [i, wait] of [...waiting.entries()].reverse()) {
      if (wait.reached()) waiting.splice(i, 1)[0]?.resolve();
    }
  }
  function until(reached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      waiting.push({ reached, resolve });
      settle();
    });
  }
  function onClosed(): void {
    closedEarly++;
    settle();
  }

  function answer(body: ReceivedRequest["body"], plan: Plan): Response {
    const previous = stored.get(body.previous_response_id ?? "");
    const script = plan.script ?? chooseScript(body, previous);
    const response = makeResponse(body, script, requests.length);
    if (body.store !== false && response.id !== "") {
      stored.set(response.id, questionOf(body));
    }
    const { fault, pieceBytes } = plan;
    const texts = body.stream
      ? eventTexts(eventsOf(response), fault)
      : [JSON.stringify(response)];
    const encoder = new TextEncoder();
    const pieces = pieceBytes === undefined
      ? texts.map((text) => encoder.encode(text))
      : cutInto(encoder.encode(texts.join("")), pieceBytes);
    const contentType = body.stream ? "text/event-stream" : "application/json";
    return new Response(
      makeBody({ pieces, end: endOf(fault), onCancel: onClosed }),
      { headers: { "content-type": contentType } },
    );
  }

  async function handle(
    request: Request,
    { remoteAddr: { port } }: Deno.ServeHandlerInfo<Deno.NetAddr>,
  ): Promise<Response> {
    const path = new URL(request.url).pathname;
    if (request.method !== "POST" || path !== "/v1/responses") {
      return refuse(404, {
        message: `Invalid URL (${request.method} ${path})`,
      });
    }
    const plan = plans.shift() ?? standing;
    const key = request.headers.get("authorization")?.slice(7) ?? "";
    const body = await request.json();
    requests.push({ body, headers: request.headers, port });
    settle();
    if (plan.fault?.kind === "hang") return await new Promise(() => {});
    if (plan.delayMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, plan.delayMs));
    }
    return failureOf(plan.fault, key) ??
      refusalOf(body, { key, wantedKey: options.apiKey, stored }) ??
      answer(body, plan);
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
    baseUrl: `http://127.0.0.1:${server.addr.port}/v1`,
    requests,
    get closedEarly(): number {
      return closedEarly;
    },
    received: (count) => until(() => requests.length >= count),
    closed: (count) => until(() => closedEarly >= count),
    next: (...more) => void plans.push(...more),
    always: (plan) => void (standing = plan),
    clear() {
      requests.length = 0;
      plans.length = 0;
      stored.clear();
    },
    forget: (id) => void stored.delete(id),
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await server.finished;
    },
  };
}
