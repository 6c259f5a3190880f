import type { Exchange } from "./exchange.ts";
import { modelRefusal } from "./refusals.ts";
import { sendJson } from "./send.ts";

/** `GET /v1/models/{id}`: a model that the server has. */
export function retrieveModel(exchange: Exchange): Response {
  const { params, options, dialect } = exchange;
  const id = decodeURIComponent(params.id ?? "");
  return modelRefusal(id, dialect) ?? sendJson({
    id,
    object: "model",
    created: 1_735_689_600,
    owned_by: "openai",
    shutdown_date: options.shutdownDates?.[id] ?? null,
  }, exchange);
}
