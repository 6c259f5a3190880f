import { type ApiError, checkRequest } from "./check_request.ts";
import type { FakeBody, FakeOpenAIOptions } from "./exchange.ts";
import { type Dialect, dialectRefusal } from "./dialects.ts";
import type { Fault } from "./plan.ts";

/** An error in the form of the API. */
export function refuse(status: number, error: Partial<ApiError>): Response {
  const full = {
    message: "refused by the fake API",
    type: "invalid_request_error",
    param: null,
    code: null,
    ...error,
  };
  return Response.json({ error: full }, { status });
}

/** Refuses a key that is not the one that is wanted; any will do without. */
export function keyRefusal(
  key: string,
  wanted: string | undefined,
): Response | undefined {
  if (wanted === undefined || key === wanted) return undefined;
  const masked = `${key.slice(0, 7)}*****${key.slice(-4)}`;
  return refuse(401, {
    message: `Incorrect API key provided: ${masked}.`,
    code: "invalid_api_key",
  });
}

/** What the API refuses before it asks a model. */
export function refusalOf(
  body: FakeBody,
  stored: ReadonlyMap<string, unknown>,
  { background, retention }: FakeOpenAIOptions,
  dialect: Dialect,
): Response | undefined {
  if (background === "refused" && "background" in body) {
    return refuse(400, {
      message: "Unknown parameter: 'background'.",
      param: "background",
      code: "unknown_parameter",
    });
  }
  const foreign = dialectRefusal(body, dialect);
  if (foreign) return refuse(400, foreign);
  // The search of another server has its own name, and no more.
  const known = dialect.search?.includes(":") ? { ...body, tools: [] } : body;
  const error = checkRequest(known);
  if (error) return refuse(400, error);
  const unknown = modelRefusal(body.model, dialect);
  if (unknown) return unknown;
  if (body.background && body.store === false) {
    return refuse(400, {
      message: "Background mode requires store.",
      param: "background",
    });
  }
  const id = body.previous_response_id;
  if (id !== undefined && retention === "zero") {
    return refuse(400, {
      message:
        "Previous response cannot be used for this organization due to Zero Data Retention.",
      param: "previous_response_id",
      code: "unsupported_parameter",
    });
  }
  if (id === undefined || stored.has(id)) return undefined;
  return refuse(400, {
    message: `Previous response with id '${id}' not found.`,
    param: "previous_response_id",
    code: "previous_response_not_found",
  });
}

/** Refuses a model that the server does not have. */
export function modelRefusal(
  model: string,
  { anyModel }: Dialect,
): Response | undefined {
  if (anyModel || /(^|\/)(ft:)?(gpt-\d|o\d)/.test(model)) return undefined;
  return refuse(404, {
    message: `The model '${model}' does not exist.`,
    code: "model_not_found",
  });
}

/** The answer of a planned fault that is one. */
export function failureOf(
  fault: Fault | undefined,
  key: string,
): Response | undefined {
  if (fault?.kind === "raw") {
    const headers = { "content-type": fault.contentType };
    return new Response(fault.body, { status: fault.status ?? 200, headers });
  }
  if (fault?.kind !== "status") return undefined;
  const said = fault.error?.message ?? "Error";
  const message = fault.echoKey ? `${said}: bad key ${key} given` : said;
  const refused = refuse(fault.status, { ...fault.error, message });
  for (const [name, value] of Object.entries(fault.headers ?? {})) {
    refused.headers.set(name, value);
  }
  return refused;
}
