import type { ReceivedRequest } from "./exchange.ts";
import type { Plan } from "./plan.ts";
import type { WireResponse } from "./response.ts";

/** A response that can be continued. */
export interface StoredResponse {
  readonly question: string;
  readonly response: WireResponse;
}

/** What a fake API remembers between requests. */
export class FakeState {
  readonly requests: ReceivedRequest[] = [];
  /** Stored responses by their ids. */
  readonly stored = new Map<string, StoredResponse>();
  closedEarly = 0;
  readonly #plans: Plan[] = [];
  #standing: Plan = {};
  #waiting: { reached: () => boolean; resolve: () => void }[] = [];

  /** Plans the next requests, one each. */
  plan(...plans: readonly Plan[]): void {
    this.#plans.push(...plans);
  }

  /** Plans every request that has no plan of its own. */
  planAll(plan: Plan): void {
    this.#standing = plan;
  }

  /** The plan of the request that has just come. */
  takePlan(): Plan {
    return this.#plans.shift() ?? this.#standing;
  }

  /** Records a request. */
  receive(request: ReceivedRequest): void {
    this.requests.push(request);
    this.#settle();
  }

  /** Counts a connection that the client closed before its answer's end. */
  readonly closeEarly = (): void => {
    this.closedEarly++;
    this.#settle();
  };

  /** Settles when a condition of this state holds. */
  until(reached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ reached, resolve });
      this.#settle();
    });
  }

  /** Forgets requests, plans for the next ones and stored responses. */
  clear(): void {
    this.requests.length = 0;
    this.#plans.length = 0;
    this.stored.clear();
  }

  #settle(): void {
    this.#waiting = this.#waiting.filter(({ reached, resolve }) => {
      if (!reached()) return true;
      resolve();
      return false;
    });
  }
}
