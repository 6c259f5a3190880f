import { createResponse } from "./create_response.ts";
import type { Handler } from "./exchange.ts";
import { retrieveModel } from "./model_endpoint.ts";
import { cancelResponse, retrieveResponse } from "./stored_endpoints.ts";

interface Endpoint {
  readonly method: string;
  readonly path: URLPattern;
  readonly answer: Handler;
}

/** What the fake API can do, one line per endpoint. */
const ENDPOINTS: readonly Endpoint[] = [
  endpoint("POST", "/v1/responses", createResponse),
  endpoint("GET", "/v1/responses/:id", retrieveResponse),
  endpoint("POST", "/v1/responses/:id/cancel", cancelResponse),
  endpoint("GET", "/v1/models/:id", retrieveModel),
];

function endpoint(
  method: string,
  pathname: string,
  answer: Handler,
): Endpoint {
  return { method, path: new URLPattern({ pathname }), answer };
}

/** The handler of a request, and the named parts of its path. */
export function findEndpoint(
  method: string,
  pathname: string,
):
  | { answer: Handler; params: Record<string, string | undefined> }
  | undefined {
  for (const { method: wanted, path, answer } of ENDPOINTS) {
    const match = method === wanted ? path.exec({ pathname }) : null;
    if (match) return { answer, params: match.pathname.groups };
  }
  return undefined;
}
