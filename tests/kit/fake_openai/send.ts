import { endOf, eventTexts, inPieces, makeBody } from "./body.ts";
import type { StreamEvent } from "./events.ts";
import type { Exchange } from "./exchange.ts";

/** Sends events as the plan of the request wants them. */
export function sendEvents(
  events: AsyncIterable<StreamEvent>,
  exchange: Exchange,
): Response {
  const { fault } = exchange.plan;
  return send(eventTexts(events, fault), "text/event-stream", exchange);
}

/** Sends one object. */
export function sendJson(value: object, exchange: Exchange): Response {
  async function* text(): AsyncGenerator<string> {
    yield JSON.stringify(value);
  }
  return send(text(), "application/json", exchange);
}

function send(
  texts: AsyncIterable<string>,
  contentType: string,
  { plan: { fault, pieceBytes }, state }: Exchange,
): Response {
  const pieces = inPieces(texts, pieceBytes);
  return new Response(
    makeBody({ pieces, end: endOf(fault), onCancel: state.closeEarly }),
    { headers: { "content-type": contentType } },
  );
}
