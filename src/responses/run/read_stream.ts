import type { Clock } from "../../runtime/runtime.ts";
import { ApiFailure, reportedFailure } from "./api_failure.ts";
import {
  type ApiObject,
  fieldsOf,
  numberIn,
  objectsIn,
} from "../api_object.ts";
import type { EventStream } from "./sdk.ts";

// How long a finished stream may take to close its connection.
const DRAIN_MS = 100;

/** Options of {@linkcode readStream}. */
export interface ReadStreamOptions {
  readonly clock: Clock;
  /** Told of every event. */
  onEvent(event: ApiObject): void;
}

/**
 * Reads events until the one that carries the finished response. A stream
 * that just ends has been cut: the SDK says nothing then, nor on an abort.
 *
 * @throws {ApiFailure} when there is no finished response
 */
export async function readStream(
  stream: EventStream,
  options: ReadStreamOptions,
): Promise<ApiObject> {
  let finished: ApiObject | undefined;
  const items: { at: number; item: unknown }[] = [];
  let count = 0;
  let stopDraining = (): void => {};
  try {
    for await (const value of stream) {
      // Leaving the loop would close the connection instead of keeping it for
      // the next question; a server that does not end the stream is left soon.
      if (finished) continue;
      const event = fieldsOf(value);
      count++;
      options.onEvent(event);
      if (event.type === "response.output_item.done") {
        const at = numberIn(event.output_index) ?? items.length;
        items.push({ at, item: event.item });
      }
      finished = finalResponse(event);
      if (finished) {
        stopDraining = options.clock.after(
          DRAIN_MS,
          () => stream.controller.abort(),
        );
      }
    }
  } catch (error) {
    if (!finished) throw error;
  } finally {
    stopDraining();
  }
  if (finished) {
    // Some servers do not repeat in the last event what came before it.
    const repeated = objectsIn(finished.output).length > 0;
    if (repeated) return finished;
    items.sort((a, b) => a.at - b.at);
    return { ...finished, output: items.map(({ item }) => item) };
  }
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

function finalResponse(event: ApiObject): ApiObject | undefined {
  switch (event.type) {
    case "response.completed":
      return fieldsOf(event.response);
    // Servers other than OpenAI's may say it by the event alone.
    case "response.incomplete":
      return { ...fieldsOf(event.response), status: "incomplete" };
    case "response.failed":
      return { ...fieldsOf(event.response), status: "failed" };
    case "error":
      throw reportedFailure(event, "The server reported an error");
    default:
      return undefined;
  }
}
