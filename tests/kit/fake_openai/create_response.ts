import { chooseScript, questionOf } from "./answers.ts";
import { cutInto, endOf, eventTexts, makeBody } from "./body.ts";
import { eventsOf } from "./events.ts";
import type { Exchange } from "./exchange.ts";
import { refusalOf } from "./refusals.ts";
import { makeResponse } from "./response.ts";

/** `POST /v1/responses`: answers a question, whole or in events. */
export function createResponse({ body, plan, state }: Exchange): Response {
  const refused = refusalOf(body, state.stored);
  if (refused) return refused;
  const previous = state.stored.get(body.previous_response_id ?? "");
  const script = plan.script ?? chooseScript(body, previous?.question);
  const response = makeResponse(body, script, state.requests.length);
  if (body.store !== false && response.id !== "") {
    state.stored.set(response.id, { question: questionOf(body), response });
  }
  const { fault, pieceBytes } = plan;
  const texts = body.stream
    ? eventTexts(eventsOf(response), fault)
    : [JSON.stringify(response)];
  const encoder = new TextEncoder();
  const pieces = pieceBytes === undefined
    ? texts.map((text) => encoder.encode(text))
    : cutInto(encoder.encode(texts.join("")), pieceBytes);
  const contentType = body.stream ? "text/event-stream" : "application/json";
  return new Response(
    makeBody({ pieces, end: endOf(fault), onCancel: state.closeEarly }),
    { headers: { "content-type": contentType } },
  );
}
