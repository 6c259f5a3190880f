import { type Logger, timeOf } from "../../log.ts";
import type { Clock, Fetch } from "../../runtime/runtime.ts";

/** What logging requests needs. */
export interface FetchLog {
  readonly clock: Clock;
  readonly debug: Logger["debug"];
  /** Removes secrets; headers, which hold them, are never written at all. */
  redact(text: string): string;
}

/**
 * Writes requests to the log and what comes back: time, latency, status,
 * `x-request-id` and bodies. Of events the last is written, which has all that
 * the others had; one that breaks off shows how far it came.
 */
export function loggedFetch(fetch: Fetch, log: FetchLog): Fetch {
  const { clock } = log;
  const write = (line: string): void =>
    log.debug(() => log.redact(`${timeOf(clock)} ${line}`));
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const start = clock.monotonic();
    const latency = (): string =>
      `latency_ms=${Math.round(clock.monotonic() - start)}`;
    const method = init?.method ?? "GET";
    const sent = typeof init?.body === "string" ? ` json=${init.body}` : "";
    write(`api request ${method} ${url}${sent}`);
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (error) {
      write(`${latency()} api request failed: ${error}`);
      throw error;
    }
    const { body, status, statusText, headers } = response;
    const id = headers.get("x-request-id") ?? "-";
    const head = `api response status=${status} x-request-id=${id}`;
    if (body === null) {
      write(`${latency()} ${head}`);
      return response;
    }
    const events = headers.get("content-type")?.includes("event-stream");
    const text = events ? new LastEvent() : new WholeText();
    const decoder = new TextDecoder();
    const seen = watched(body, (chunk) => {
      text.add(decoder.decode(chunk, { stream: true }));
    }, (cut) => {
      write(`${latency()} ${head}${cut ? " cut" : ""} json=${text.value}`);
    });
    return new Response(seen, { status, statusText, headers });
  };
}

/** Passes bytes on and shows them, and how they end. */
function watched(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  see: (chunk: Uint8Array<ArrayBuffer>) => void,
  end: (cut: boolean) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let ended = false;
  const endOnce = (cut: boolean): void => {
    if (!ended) end(cut);
    ended = true;
  };
  return new ReadableStream({
    async pull(controller): Promise<void> {
      try {
        const { done, value } = await reader.read();
        if (done) {
          endOnce(false);
          return controller.close();
        }
        see(value);
        controller.enqueue(value);
      } catch (error) {
        endOnce(true);
        throw error;
      }
    },
    cancel(reason): Promise<void> {
      endOnce(true);
      return reader.cancel(reason);
    },
  });
}

/** Keeps everything. */
class WholeText {
  value = "";

  add(text: string): void {
    this.value += text;
  }
}

/** Keeps the data of the last event, in time linear in what comes. */
class LastEvent {
  value = "";
  #line: string[] = [];
  #data: string[] = [];

  add(text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      this.#line.push(text.slice(from, at));
      this.#end(this.#line.join("").replace(/\r$/, ""));
      this.#line = [];
      from = at + 1;
    }
    if (from < text.length) this.#line.push(text.slice(from));
  }

  #end(line: string): void {
    if (line.startsWith("data:")) {
      this.#data.push(line.slice("data:".length).trimStart());
    } else if (line === "") {
      const data = this.#data.join("\n");
      if (data !== "" && data !== "[DONE]") this.value = data;
      this.#data = [];
    }
  }
}
