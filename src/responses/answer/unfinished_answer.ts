import type { Answer } from "./read_answer.ts";

/** Says that an answer is not there yet, and how to get it. */
export function unfinishedAnswer(id: string, model: string): Answer {
  return {
    answer:
      `The answer is not ready yet and is still being worked on: call answer_result with {"response_id": "${id}"} to get it, instead of asking again, which would be billed again.`,
    used_search: false,
    citations: [],
    model,
    response_id: id,
    status: "in_progress",
  };
}
