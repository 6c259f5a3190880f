import type { RequestBody } from "../../../src/responses/request/request_body.ts";
import type { Dialect } from "./dialects.ts";
import type { FakeState } from "./fake_state.ts";
import type { Plan } from "./plan.ts";

/** What a client sends; empty where an endpoint takes no body. */
export type FakeBody = RequestBody & { readonly stream?: boolean };

/** A request that came in. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: FakeBody;
  readonly headers: Headers;
  /** The client's port: the same for requests on one connection. */
  readonly port: number;
}

/** What an endpoint answers from. */
export interface Exchange {
  readonly body: FakeBody;
  /** The parts of the path that have names in the endpoint's own. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** What the test wants of this request. */
  readonly plan: Plan;
  /** Which server is being faked. */
  readonly dialect: Dialect;
  /** What is remembered between requests. */
  readonly state: FakeState;
}

/** Answers one kind of request. */
export type Handler = (exchange: Exchange) => Response;
