import { chooseScript, questionOf } from "./answers.ts";
import { chunked } from "../bytes.ts";
import { endOf, eventTexts, makeBody } from "./body.ts";
import { eventsOf } from "./events.ts";
import type { Exchange } from "./exchange.ts";
import type { Dialect } from "./dialects.ts";
import { refusalOf } from "./refusals.ts";
import { makeResponse, type WireResponse } from "./response.ts";
import type { Script } from "./script.ts";

/** The same response as another server would send it. */
function inDialect(
  response: WireResponse,
  script: Script,
  { search, topLevelCitations }: Dialect,
): WireResponse {
  if (search?.includes(":")) {
    // Only annotations tell of a search that is not OpenAI's.
    const output = response.output
      .filter(({ type }) => type !== "web_search_call");
    return { ...response, output };
  }
  if (!topLevelCitations) return response;
  const citations = (script.searches ?? []).flatMap(({ urls }) => urls ?? []);
  return Object.assign({ ...response }, { citations });
}

/** `POST /v1/responses`: answers a question, whole or in events. */
export function createResponse(
  { body, plan, state, dialect }: Exchange,
): Response {
  const refused = refusalOf(body, state.stored, dialect);
  if (refused) return refused;
  const previous = state.stored.get(body.previous_response_id ?? "");
  const chosen = plan.script ?? chooseScript(body, previous?.question);
  // A server without a search has found nothing that it could cite.
  const script = dialect.search === null ? { text: chosen.text } : chosen;
  const response = inDialect(
    makeResponse(body, script, state.requests.length),
    script,
    dialect,
  );
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
    : chunked(encoder.encode(texts.join("")), pieceBytes);
  const contentType = body.stream ? "text/event-stream" : "application/json";
  return new Response(
    makeBody({ pieces, end: endOf(fault), onCancel: state.closeEarly }),
    { headers: { "content-type": contentType } },
  );
}
