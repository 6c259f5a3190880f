import { isObject } from "../../schema/value.ts";
import { readOutput } from "../answer/read_output.ts";
import { type ApiObject, textIn } from "../api_object.ts";
import { ApiFailure, reportedFailure } from "./api_failure.ts";

/**
 * A response as a server sent it.
 *
 * @throws {ApiFailure} when it is no object
 */
export function objectIn(value: unknown): ApiObject {
  if (isObject(value)) return value;
  const fields = { kind: "protocol" } as const;
  throw new ApiFailure("The server sent no JSON object", fields);
}

/** Tells whether a response is still being worked on. */
export function isUnfinished({ status }: ApiObject): boolean {
  return status === "queued" || status === "in_progress";
}

/**
 * Gives a response that has an answer.
 *
 * @throws {ApiFailure} when it failed or was cancelled
 */
export function checkEnd(response: ApiObject, hasText = false): ApiObject {
  const { status, error } = response;
  if (status === "cancelled") {
    const fields = {
      kind: "reported",
      code: "cancelled",
      begun: true,
    } as const;
    throw new ApiFailure("The response was cancelled", fields);
  }
  // Some gateways send an error with status 200, and nothing else.
  const hasError = isObject(error) || textIn(error) !== undefined;
  if (status !== "failed" && !hasError) return response;
  const begun = hasText || readOutput(response).text.trim() !== "";
  throw reportedFailure(error, `The response is ${status}`, begun);
}
