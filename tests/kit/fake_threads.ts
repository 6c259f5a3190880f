import type { Order, Report } from "../../src/manuals/search/pool/messages.ts";
import type {
  Port,
  ThreadListener,
  Threads,
} from "../../src/runtime/runtime.ts";

/** A thread that does what a test tells it to. */
export interface FakeThread {
  /** What it was sent. */
  readonly orders: Order[];
  report(report: Report): void;
  die(error: unknown): void;
}

/** Threads that compute nothing. */
export class FakeThreads implements Threads {
  readonly started: FakeThread[] = [];
  /** Why none can be started. */
  refusal: Error | undefined;
  readonly #spare: number;

  constructor(spare = 1) {
    this.#spare = spare;
  }

  spare(): Promise<number> {
    return Promise.resolve(this.#spare);
  }

  start({ message, died }: ThreadListener): Promise<Port> {
    if (this.refusal) return Promise.reject(this.refusal);
    const orders: Order[] = [];
    this.started.push({ orders, report: message, die: died });
    return Promise.resolve({
      post: (data) => void orders.push(data as Order),
      close: () => undefined,
    });
  }

  listen(): Promise<Port> {
    return Promise.reject(new TypeError("Not in a thread"));
  }
}
