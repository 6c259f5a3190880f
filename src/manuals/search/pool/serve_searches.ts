import type { Port, Runtime } from "../../../runtime/runtime.ts";
import { ManualError } from "../../errors.ts";
import { Library } from "../../library/library.ts";
import { LocalEngine } from "../local/local_engine.ts";
import type { EngineRuntime } from "../local/manual_indexes.ts";
import { isCancelled, type Order, type Report } from "./messages.ts";

/** Answers, in a thread, what the one that serves asks. */
export async function serveSearches(
  runtime: EngineRuntime & Pick<Runtime, "threads">,
): Promise<void> {
  let searches: Searches | undefined;
  const port = await runtime.threads.listen((data) => {
    const order = data as Order;
    if (order.kind === "open") searches = new Searches(order, runtime, port);
    else searches?.take(order);
  });
}

type Open = Extract<Order, { kind: "open" }>;
type Search = Extract<Order, { kind: "search" }>;

/** The searches of one thread. */
class Searches {
  readonly #engine: LocalEngine;
  readonly #port: Port;
  readonly #cancelled: Int32Array;
  readonly #running = new Map<number, AbortController>();

  constructor(
    { options, cancelled }: Open,
    runtime: EngineRuntime,
    port: Port,
  ) {
    const { sources, ...rest } = options;
    const library = new Library(runtime.files, sources);
    const warn = (line: string): void => this.#report({ kind: "warn", line });
    this.#engine = new LocalEngine(library, runtime, { ...rest, warn });
    this.#port = port;
    this.#cancelled = cancelled;
  }

  async take(order: Exclude<Order, Open>): Promise<void> {
    const { kind, id } = order;
    if (kind === "cancel") return this.#running.get(id)?.abort();
    try {
      if (kind === "search") {
        const result = await this.#search(order);
        return this.#report({ kind: "done", id, result });
      }
      if (kind === "close") await this.#engine.close();
      await this.#engine.settled();
      this.#report({ kind: "done", id });
      if (kind === "close") this.#port.close();
    } catch (error) {
      const stack = error instanceof Error ? error.stack : undefined;
      this.#report({
        kind: "failed",
        id,
        ...error instanceof ManualError && { problem: error.problem },
        stack: stack ?? String(error),
      });
    }
  }

  async #search({ id, question, knownVersion, tellsProgress }: Search) {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      return await this.#engine.search(question, {
        signal: controller.signal,
        isCancelled: () => isCancelled(this.#cancelled, id),
        ...knownVersion !== undefined && { knownVersion },
        ...tellsProgress && {
          progress: (done, total) =>
            this.#report({ kind: "progress", id, done, total }),
        },
      });
    } finally {
      this.#running.delete(id);
    }
  }

  #report(report: Report): void {
    this.#port.post(report);
  }
}
