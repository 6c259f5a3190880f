import type OpenAI from "openai";
import type { OutputItem, WireResponse } from "./response.ts";

/** An event of a stream. */
export type StreamEvent = OpenAI.Responses.ResponseStreamEvent;
type Unnumbered<E> = E extends StreamEvent ? Omit<E, "sequence_number"> : never;
type Event = Unnumbered<StreamEvent>;

const DELTA_CHARS = 24;

/** The events of a response, in the order and with the fields of the API. */
export function eventsOf(final: WireResponse): StreamEvent[] {
  const running: WireResponse = {
    ...final,
    status: "in_progress",
    error: null,
    incomplete_details: null,
    output: [],
  };
  delete running.usage;
  const queued: WireResponse = { ...running, status: "queued" };
  const first: Event[] = final.background
    ? [
      { type: "response.created", response: sdkType(queued) },
      { type: "response.queued", response: sdkType(queued) },
    ]
    : [{ type: "response.created", response: sdkType(running) }];
  const events: Event[] = [
    ...first,
    { type: "response.in_progress", response: sdkType(running) },
    ...final.output.flatMap(itemEvents),
    lastEvent(final),
  ];
  return events.map((event, sequence_number) =>
    ({ ...event, sequence_number }) as StreamEvent
  );
}

/** The SDK's type has a field that is not on the wire. */
function sdkType(response: WireResponse): OpenAI.Responses.Response {
  return response as OpenAI.Responses.Response;
}

function lastEvent(final: WireResponse): Event {
  const response = sdkType(final);
  switch (final.status) {
    case "failed":
      return { type: "response.failed", response };
    case "incomplete":
      return { type: "response.incomplete", response };
    default:
      return { type: "response.completed", response };
  }
}

function itemEvents(item: OutputItem, output_index: number): Event[] {
  const added = { type: "response.output_item.added" as const, output_index };
  const done = {
    type: "response.output_item.done" as const,
    output_index,
    item,
  };
  if (item.type === "web_search_call") {
    const { id: item_id } = item;
    const at = { item_id, output_index };
    const action = { type: "search" as const, query: "" };
    const started = { ...item, status: "in_progress" as const, action };
    return [
      { ...added, item: started },
      { type: "response.web_search_call.in_progress", ...at },
      { type: "response.web_search_call.searching", ...at },
      { type: "response.web_search_call.completed", ...at },
      done,
    ];
  }
  if (item.type !== "message") return [{ ...added, item }, done];
  const started = { ...item, status: "in_progress" as const, content: [] };
  const { id: item_id } = item;
  return [
    { ...added, item: started },
    ...item.content.flatMap((part, content_index) =>
      partEvents(part, { item_id, output_index, content_index })
    ),
    done,
  ];
}

type Part = OpenAI.Responses.ResponseOutputMessage["content"][number];

function partEvents(
  part: Part,
  at: { item_id: string; output_index: number; content_index: number },
): Event[] {
  if (part.type === "refusal") {
    const { refusal } = part;
    return [
      { type: "response.content_part.added", ...at, part },
      { type: "response.refusal.delta", ...at, delta: refusal },
      { type: "response.refusal.done", ...at, refusal },
      { type: "response.content_part.done", ...at, part },
    ];
  }
  const { text, annotations } = part;
  const empty = { ...part, text: "", annotations: [] };
  const events: Event[] = [
    { type: "response.content_part.added", ...at, part: empty },
  ];
  for (let i = 0; i < text.length; i += DELTA_CHARS) {
    const delta = text.slice(i, i + DELTA_CHARS);
    const type = "response.output_text.delta";
    events.push({ type, ...at, delta, logprobs: [] });
  }
  for (const [annotation_index, annotation] of annotations.entries()) {
    const type = "response.output_text.annotation.added";
    events.push({ type, ...at, annotation_index, annotation });
  }
  events.push(
    { type: "response.output_text.done", ...at, text, logprobs: [] },
    { type: "response.content_part.done", ...at, part },
  );
  return events;
}
