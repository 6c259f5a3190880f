import { ResponsesError } from "../../responses/responses_error.ts";
import type { Answer } from "../../responses/answer/read_answer.ts";
import { unfinishedAnswer } from "../../responses/answer/unfinished_answer.ts";
import type { Caller } from "../caller.ts";

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

/** The answer with an id that only this caller can continue. */
export async function withMarkedId<
  A extends { readonly response_id?: string },
>(answer: A, { ids }: Caller): Promise<A> {
  if (!ids || answer.response_id === undefined) return answer;
  return { ...answer, response_id: await ids.mark(answer.response_id) };
}

/** Marks the id of an answer, also where its text names it. */
export async function withMarkedAnswer(
  answer: Answer,
  caller: Caller,
): Promise<Answer> {
  const marked = await withMarkedId(answer, caller);
  const { status, response_id: id, model } = marked;
  if (status === undefined || id === undefined) return marked;
  return unfinishedAnswer(id, model);
}

/**
 * The bare id of a response that was given to this caller.
 *
 * @throws {ResponsesError} for an id that it was never given
 */
export async function bareId(
  marked: string,
  { ids }: Caller,
): Promise<string> {
  const bare = ids ? await ids.unmark(marked) : marked;
  if (bare !== undefined) return bare;
  throw new ResponsesError(
    "response_not_found",
    "No such response: this server gave you no answer with this response_id. Use the response_id of one of your own answers",
  );
}
