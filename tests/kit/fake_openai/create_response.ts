import { chooseScript, questionOf } from "./answers.ts";
import type { Exchange } from "./exchange.ts";
import { refusalOf } from "./refusals.ts";
import { makeResponse } from "./response.ts";
import { sendEvents, sendJson } from "./send.ts";
import { StoredResponse } from "./stored_response.ts";

/** `POST /v1/responses`: answers a question, whole or in events. */
export function createResponse(exchange: Exchange): Response {
  const { body, plan, state, options } = exchange;
  const refused = refusalOf(body, state.stored, options);
  if (refused) return refused;
  const previous = state.stored.get(body.previous_response_id ?? "");
  const script = plan.script ?? chooseScript(body, previous?.question);
  const background = body.background === true &&
    options.background !== "ignored";
  const final = makeResponse(
    { ...body, background },
    script,
    state.nextSerial(),
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
  if (body.stream) {
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
