import type { Exchange } from "./exchange.ts";
import { refuse } from "./refusals.ts";
import { sendEvents, sendJson } from "./send.ts";
import type { StoredResponse } from "./stored_response.ts";

const SOURCES = "web_search_call.action.sources";

/** `GET /v1/responses/{id}`: a stored response, whole or its events again. */
export function retrieveResponse(exchange: Exchange): Response {
  const { query, options } = exchange;
  if (options.retrieve) return refuse(options.retrieve, { message: "No." });
  const stored = find(exchange);
  if (stored instanceof Response) return stored;
  const includes = [...query.getAll("include"), ...query.getAll("include[]")];
  const whole = options.stream === "ignored" || options.resume === "whole";
  if (whole || query.get("stream") !== "true") {
    return sendJson(stored.view(includes.includes(SOURCES)), exchange);
  }
  if (!stored.streamed || !stored.background || options.resume === "refused") {
    return refuse(400, {
      message: "This response cannot be streamed.",
      param: "stream",
      code: "invalid_value",
    });
  }
  const after = query.get("starting_after");
  const start = after === null ? 0 : Number(after) + 1;
  return sendEvents(stored.from(start), exchange);
}

/** `POST /v1/responses/{id}/cancel`. */
export function cancelResponse(exchange: Exchange): Response {
  const stored = find(exchange);
  if (stored instanceof Response) return stored;
  if (!stored.background) {
    return refuse(400, { message: "Only background responses are cancelled." });
  }
  stored.cancel();
  return sendJson(stored.view(true), exchange);
}

function find({ params, state }: Exchange): StoredResponse | Response {
  const { id = "" } = params;
  const stored = state.stored.get(id);
  if (stored) return stored;
  if (!id.startsWith("resp")) {
    return refuse(400, {
      message:
        `Invalid 'response_id': '${id}'. Expected an ID that begins with 'resp'.`,
      param: "response_id",
      code: "invalid_value",
    });
  }
  return refuse(404, { message: `Response with id '${id}' not found.` });
}
