import { eventsOf, type StreamEvent } from "./events.ts";
import type { WireResponse } from "./response.ts";

/** How a response came to be stored. */
export interface StoredOptions {
  readonly question: string;
  /** What it will be when it is complete. */
  readonly final: WireResponse;
  /** Its events can be had again. */
  readonly streamed: boolean;
  /** How many events there are for now; absent: all. */
  readonly paused?: number | undefined;
}

/** A response that the fake API has made, while and after it is worked on. */
export class StoredResponse {
  readonly question: string;
  readonly final: WireResponse;
  readonly streamed: boolean;
  readonly events: readonly StreamEvent[];
  #ready: number;
  #cancelled = false;
  #waiting: (() => void)[] = [];

  constructor(options: StoredOptions) {
    this.question = options.question;
    this.final = options.final;
    this.streamed = options.streamed;
    this.events = eventsOf(options.final);
    this.#ready = options.paused ?? this.events.length;
  }

  /** It runs in the background: nobody has to wait for it. */
  get background(): boolean {
    return this.final.background === true;
  }

  /** Nothing more will happen to it. */
  get ended(): boolean {
    return this.#cancelled || this.#ready >= this.events.length;
  }

  /** Lets more events happen; all of them unless told. */
  release(count: number = this.events.length): void {
    this.#ready = Math.max(this.#ready, count);
    this.#wake();
  }

  /** Stops it, unless it has ended. */
  cancel(): void {
    this.#cancelled ||= !this.ended;
    this.#wake();
  }

  /** It as it is now; the sources of searches only where they were asked for. */
  view(withSources: boolean): WireResponse {
    if (!this.ended || this.#cancelled) {
      const { usage: _usage, ...rest } = this.final;
      const status = this.#cancelled
        ? "cancelled"
        : this.#ready < 3 && this.background
        ? "queued"
        : "in_progress";
      return { ...rest, status, error: null, output: [] };
    }
    if (withSources) return this.final;
    const output = this.final.output.map((item) => {
      if (item.type !== "web_search_call" || item.action.type !== "search") {
        return item;
      }
      const { sources: _sources, ...action } = item.action;
      return { ...item, action };
    });
    return { ...this.final, output };
  }

  /** The events from one on, as they happen. */
  async *from(start: number): AsyncGenerator<StreamEvent> {
    for (let i = start;; i++) {
      while (i >= this.#ready && !this.ended) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      const event = this.events[i];
      if (!event || this.#cancelled) return;
      yield event;
    }
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
