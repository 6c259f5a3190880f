import type { RequestBody } from "../../../src/responses/request/request_body.ts";
import type { Dialect, DialectName } from "./dialects.ts";
import type { FakeState } from "./fake_state.ts";
import type { Plan } from "./plan.ts";

/** What a client sends; empty where an endpoint takes no body. */
export type FakeBody = RequestBody & { readonly stream?: boolean };

/** What a fake API is like, whatever is asked of it. */
export interface FakeOpenAIOptions {
  /** The only key that is accepted; any when absent. */
  readonly apiKey?: string;
  /**
   * Which server is faked.
   * @default {"OpenAI"}
   */
  readonly dialect?: DialectName;
  /** Does not know `background`: says so, or takes no notice of it. */
  readonly background?: "refused" | "ignored";
  /** Days on which models will be shut down, by their names. */
  readonly shutdownDates?: Readonly<Record<string, string>>;
  /** Gives no events again: says so, or gives the response instead. */
  readonly resume?: "refused" | "whole";
  /** Refuses to give any stored response with this status. */
  readonly retrieve?: 404 | 405 | 501;
  /** Gives whole responses, whatever is asked for. */
  readonly stream?: "ignored";
  /** Keeps nothing, as for an organization with zero data retention. */
  readonly retention?: "zero";
}

/** A request that came in. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: FakeBody;
  readonly headers: Headers;
  /** The client's port: the same for requests on one connection. */
  readonly port: number;
}

/** What an endpoint answers from. */
export interface Exchange {
  readonly body: FakeBody;
  readonly query: URLSearchParams;
  readonly options: FakeOpenAIOptions;
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
