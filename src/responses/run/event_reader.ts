import type { Cancel, Clock } from "../../runtime/runtime.ts";
import {
  type ApiObject,
  fieldsOf,
  numberIn,
  objectsIn,
  textIn,
} from "../api_object.ts";
import { raceAbort } from "./abort.ts";
import { ApiFailure, reportedFailure } from "./api_failure.ts";
import type { EventStream } from "./sdk.ts";

// How long a finished stream may take to close its connection.
const DRAIN_MS = 100;

/** Options of {@linkcode EventReader}. */
export interface EventReaderOptions {
  readonly clock: Clock;
  /** Told of every event. */
  onEvent(event: ApiObject): void;
  /** Told of the response as the first event shows it. */
  onCreated?(response: ApiObject): void;
}

/** Reads the events of one response, over as many streams as it takes. */
export class EventReader {
  readonly #options: EventReaderOptions;
  readonly #items: { at: number; item: unknown }[] = [];
  #id: string | undefined;
  #last: number | undefined;
  #hasText = false;
  #finished: ApiObject | undefined;
  #stopDraining: Cancel = () => {};

  /** Reads nothing yet. */
  constructor(options: EventReaderOptions) {
    this.#options = options;
  }

  /** The response's id, once an event has told it. */
  get id(): string | undefined {
    return this.#id;
  }

  /** The number of the last event: a stream can be taken up after it. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Some of the answer's text has come. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** Takes the response's id, which may not have come with an event. */
  create(response: ApiObject): void {
    const id = textIn(response.id);
    if (this.#id !== undefined || id === undefined) return;
    this.#id = id;
    this.#options.onCreated?.(response);
  }

  /**
   * Reads events until the one that carries the finished response. A stream
   * that just ends has been cut: the SDK says nothing then, nor on an abort.
   *
   * @throws {ApiFailure} when there is no finished response
   */
  async read(stream: EventStream, signal: AbortSignal): Promise<ApiObject> {
    try {
      // Whatever a stream does on an abort, the call ends.
      return await raceAbort(this.#read(stream), signal);
    } catch (error) {
      // What came whole is an answer, however the stream ends.
      if (this.#finished) return this.#complete(this.#finished);
      throw error;
    } finally {
      this.#stopDraining();
    }
  }

  async #read(stream: EventStream): Promise<ApiObject> {
    let count = 0;
    for await (const value of stream) {
      // Leaving the loop would close the connection instead of keeping it for
      // the next question; a server that does not end the stream is left soon.
      if (this.#finished) continue;
      count++;
      this.#finished = this.#take(fieldsOf(value));
      if (this.#finished) {
        this.#stopDraining = this.#options.clock.after(
          DRAIN_MS,
          () => stream.controller.abort(),
        );
      }
    }
    if (this.#finished) return this.#complete(this.#finished);
    if (count === 0) {
      throw new ApiFailure("The server sent no events", {
        kind: "protocol",
        begun: true,
      });
    }
    throw new ApiFailure("The stream ended before the response was complete", {
      kind: "connection",
      begun: true,
    });
  }

  #take(event: ApiObject): ApiObject | undefined {
    this.#last = numberIn(event.sequence_number) ?? this.#last;
    this.create(fieldsOf(event.response));
    this.#hasText ||= event.type === "response.output_text.delta";
    this.#options.onEvent(event);
    if (event.type === "response.output_item.done") {
      const at = numberIn(event.output_index) ?? this.#items.length;
      this.#items.push({ at, item: event.item });
    }
    if (event.type === "error") {
      const fallback = "The server reported an error";
      throw reportedFailure(event, fallback, this.#hasText);
    }
    return finalResponse(event);
  }

  /** Some servers do not repeat in the last event what came before it. */
  #complete(finished: ApiObject): ApiObject {
    if (objectsIn(finished.output).length > 0) return finished;
    this.#items.sort((a, b) => a.at - b.at);
    return { ...finished, output: this.#items.map(({ item }) => item) };
  }
}

/** Servers other than OpenAI's may say how it ended by the event alone. */
function finalResponse(event: ApiObject): ApiObject | undefined {
  switch (event.type) {
    case "response.completed":
      return fieldsOf(event.response);
    case "response.incomplete":
      return { ...fieldsOf(event.response), status: "incomplete" };
    case "response.failed":
      return { ...fieldsOf(event.response), status: "failed" };
    case "response.cancelled":
      return { ...fieldsOf(event.response), status: "cancelled" };
    default:
      return undefined;
  }
}
