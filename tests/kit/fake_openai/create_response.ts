import { chooseScript, questionOf } from "./answers.ts";
import type { Exchange } from "./exchange.ts";
import type { Dialect } from "./dialects.ts";
import { refusalOf } from "./refusals.ts";
import { makeResponse, type WireResponse } from "./response.ts";
import type { Script } from "./script.ts";
import { sendEvents, sendJson } from "./send.ts";
import { StoredResponse } from "./stored_response.ts";

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
export function createResponse(exchange: Exchange): Response {
  const { body, plan, state, options, dialect } = exchange;
  const refused = refusalOf(body, state.stored, options, dialect);
  if (refused) return refused;
  const previous = state.stored.get(body.previous_response_id ?? "");
  const chosen = plan.script ?? chooseScript(body, previous?.question);
  // A server without a search has found nothing that it could cite.
  const script = dialect.search === null ? { text: chosen.text } : chosen;
  const background = body.background === true &&
    options.background !== "ignored";
  const final = inDialect(
    makeResponse({ ...body, background }, script, state.nextSerial()),
    script,
    dialect,
  );
  const fault = plan.fault && "events" in plan.fault ? plan.fault : undefined;
  const stored = new StoredResponse({
    question: questionOf(body),
    final,
    streamed: body.stream === true,
    // What is not in the background ends with its connection.
    paused: plan.paused ??
      (fault && !background && !plan.finishes ? fault.events : undefined),
  });
  state.create(stored, body.store !== false && final.id !== "");
  if (plan.lastsMs !== undefined) {
    state.after(plan.lastsMs, () => stored.release());
  }
  if (body.stream && options.stream !== "ignored") {
    // A connection that is about to break has all events to break among.
    const events = stored.background || plan.paused !== undefined
      ? stored.from(0)
      : allOf(stored);
    return sendEvents(events, exchange);
  }
  return sendJson(
    stored.background ? stored.view(true) : final,
    exchange,
  );
}

async function* allOf(
  { events }: StoredResponse,
): AsyncGenerator<StoredResponse["events"][number]> {
  yield* events;
}
