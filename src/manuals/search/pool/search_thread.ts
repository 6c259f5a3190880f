import { ErrorCode, ProtocolError } from "../../../jsonrpc/messages.ts";
import type { Port, Threads } from "../../../runtime/runtime.ts";
import { ManualError } from "../../errors.ts";
import type { SearchOptions, SearchQuestion, SearchResult } from "../engine.ts";
import {
  cancel,
  cancellations,
  type OpenMessage,
  type Order,
  type Report,
} from "./messages.ts";

/** What a thread is started with. */
export interface SearchThreadOptions {
  readonly threads: Threads;
  readonly open: OpenMessage;
  /** Told what goes wrong without failing a search. */
  readonly warn?: (line: string) => void;
  /** The thread is there no more. */
  died(): void;
}

type Result = SearchResult | "unchanged" | undefined;

interface Asked {
  readonly manualId?: string;
  readonly progress?: SearchOptions["progress"];
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** One thread that searches, seen from the one that serves. */
export class SearchThread {
  readonly #options: SearchThreadOptions;
  readonly #port: Promise<Port>;
  readonly #cancelled = cancellations();
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  #lost: ProtocolError | undefined;

  /** Starts it; what it is asked meanwhile waits. */
  constructor(options: SearchThreadOptions) {
    this.#options = options;
    this.#port = this.#start();
    this.#port.catch((error) => this.#die(error));
  }

  /** How many searches wait for it. */
  get load(): number {
    return this.#asked.size;
  }

  /** Tells whether it is being asked about a manual. */
  searches(manualId: string): boolean {
    return [...this.#asked.values()].some((one) => one.manualId === manualId);
  }

  /** Searches; rejects with the signal's reason as soon as it is aborted. */
  async search(
    question: SearchQuestion,
    { signal, progress, knownVersion }: SearchOptions,
  ): Promise<SearchResult | "unchanged"> {
    const id = this.#nextId();
    const { manualId } = question;
    const found = this.#ask(id, {
      kind: "search",
      id,
      question,
      ...knownVersion !== undefined && { knownVersion },
      tellsProgress: progress !== undefined,
    }, { manualId, ...progress && { progress } });
    const abort = (): void => this.#cancel(id, signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const result = await found;
      if (result === undefined) throw new TypeError("A search has a result");
      return result;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Waits until it has stored what it indexed. */
  async settled(): Promise<void> {
    const id = this.#nextId();
    await this.#ask(id, { kind: "settle", id });
  }

  /** Lets it store what it has, and ends it. */
  async close(): Promise<void> {
    const id = this.#nextId();
    await this.#ask(id, { kind: "close", id });
  }

  async #start(): Promise<Port> {
    const { threads, open } = this.#options;
    const port = await threads.start({
      message: (data) => this.#take(data as Report),
      died: (error) => this.#die(error),
    });
    const cancelled = this.#cancelled;
    const order: Order = { kind: "open", options: open, cancelled };
    port.post(order);
    return port;
  }

  #nextId(): number {
    // Of 31 bits, as the shared memory has them; 0 stands there at first.
    return this.#lastId = this.#lastId % 0x7fff_ffff + 1;
  }

  async #ask(
    id: number,
    order: Order,
    about: Pick<Asked, "manualId" | "progress"> = {},
  ): Promise<Result> {
    if (this.#lost) throw this.#lost;
    const answer = new Promise<Result>((resolve, reject) => {
      this.#asked.set(id, { ...about, resolve, reject });
    });
    // Whoever waits for the answer hears of a thread that cannot be started.
    this.#port.then((port) => port.post(order), () => undefined);
    return await answer;
  }

  #cancel(id: number, reason: unknown): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    cancel(this.#cancelled, id);
    const order: Order = { kind: "cancel", id };
    this.#port.then((port) => port.post(order), () => undefined);
    asked.reject(reason);
  }

  #take(report: Report): void {
    if (report.kind === "warn") return this.#options.warn?.(report.line);
    const asked = this.#asked.get(report.id);
    if (!asked) return;
    if (report.kind === "progress") {
      return asked.progress?.(report.done, report.total);
    }
    this.#asked.delete(report.id);
    if (report.kind === "done") return asked.resolve(report.result);
    const { problem, stack } = report;
    if (problem) return asked.reject(new ManualError(problem));
    const defect = new Error("A search failed");
    defect.stack = stack;
    asked.reject(defect);
  }

  #die(error: unknown): void {
    if (this.#lost) return;
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `The thread that searched has died: ${reason}`;
    this.#lost = new ProtocolError(
      ErrorCode.InternalError,
      `${problem}; ask again, another one takes its place`,
    );
    if (this.load > 0) this.#options.warn?.(problem);
    this.#options.died();
    for (const { reject } of this.#asked.values()) reject(this.#lost);
    this.#asked.clear();
  }
}
