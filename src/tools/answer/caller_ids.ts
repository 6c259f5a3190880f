import { ResponsesError } from "../../responses/responses_error.ts";
import type { AskOptions } from "../../responses/run/run_request.ts";
import type { Caller } from "../caller.ts";
import type { ToolContext } from "../tool.ts";

/**
 * The question with the bare id of the response that it continues.
 *
 * @throws {ResponsesError} for an id that this caller was never given
 */
export async function withBareId<
  Q extends { readonly previous_response_id?: string | undefined },
>(question: Q, { ids }: Caller): Promise<Q> {
  const marked = question.previous_response_id;
  if (!ids || marked === undefined) return question;
  const previous_response_id = await ids.unmark(marked);
  if (previous_response_id !== undefined) {
    return { ...question, previous_response_id };
  }
  throw new ResponsesError(
    "previous_response_not_found",
    "Previous response not found: this server gave you no such previous_response_id. Use the response_id of one of your own answers, or leave it out to start a new conversation",
  );
}

/** What a call is asked with: callers who are told apart are so at the API. */
export async function askOptions(
  { signal, progress, caller }: ToolContext,
): Promise<AskOptions> {
  const safetyIdentifier = await caller.ids?.alias();
  return { signal, progress, ...safetyIdentifier && { safetyIdentifier } };
}

/** The answer with an id that only this caller can continue. */
export async function withMarkedId<
  A extends { readonly response_id?: string },
>(answer: A, { ids }: Caller): Promise<A> {
  if (!ids || answer.response_id === undefined) return answer;
  return { ...answer, response_id: await ids.mark(answer.response_id) };
}
