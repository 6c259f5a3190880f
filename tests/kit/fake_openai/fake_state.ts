import type { ReceivedRequest } from "./exchange.ts";
import type { Plan } from "./plan.ts";
import type { StoredResponse } from "./stored_response.ts";

/** What a fake API remembers between requests. */
export class FakeState {
  readonly requests: ReceivedRequest[] = [];
  /** Stored responses by their ids. */
  readonly stored = new Map<string, StoredResponse>();
  closedEarly = 0;
  /** Every response that was made, in order. */
  readonly created: StoredResponse[] = [];
  #serial = 0;
  readonly #plans: Plan[] = [];
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #standing: (request: ReceivedRequest) => Plan = () => ({});
  #waiting: { reached: () => boolean; resolve: () => void }[] = [];

  /** Plans the next requests, one each. */
  plan(...plans: readonly Plan[]): void {
    this.#plans.push(...plans);
  }

  /** Plans every request that has no plan of its own. */
  planAll(plan: (request: ReceivedRequest) => Plan): void {
    this.#standing = plan;
  }

  /** The plan of the request that has just come. */
  takePlan(request: ReceivedRequest): Plan {
    return this.#plans.shift() ?? this.#standing(request);
  }

  /** A number that no other response has. */
  nextSerial(): number {
    return ++this.#serial;
  }

  /** Remembers a response; it can be found again if it is to be kept. */
  create(response: StoredResponse, keep: boolean): void {
    this.created.push(response);
    if (keep) this.stored.set(response.final.id, response);
    this.#settle();
  }

  /** Does something later, unless the server has stopped by then. */
  after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms);
    this.#timers.add(timer);
  }

  /** Forgets what was to be done later. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
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
    this.created.length = 0;
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
