import { type ApiObject, fieldsOf, numberIn } from "../api_object.ts";

/** What an answer cost. */
export interface Usage {
  /** Tokens of the question, the instructions and what was found. */
  input_tokens: number;
  /** Tokens of the answer and of the reasoning. */
  output_tokens: number;
  /** Input and output. */
  total_tokens: number;
  /** Input tokens that were cached, and cost less. */
  cached_tokens?: number;
  /** Output tokens that the model thought with, and nobody reads. */
  reasoning_tokens?: number;
  /** How many web searches were run. */
  searches?: number;
}

/**
 * Reads what a response says of its cost.
 *
 * @param searches How many searches its output shows
 */
export function readUsage(
  response: ApiObject,
  searches: number,
): Usage | undefined {
  const fields = fieldsOf(response.usage);
  const input = numberIn(fields.input_tokens);
  const output = numberIn(fields.output_tokens);
  if (input === undefined || output === undefined) return undefined;
  const cached = numberIn(fieldsOf(fields.input_tokens_details).cached_tokens);
  const reasoning = numberIn(
    fieldsOf(fields.output_tokens_details).reasoning_tokens,
  );
  const { web_search: webSearch } = fieldsOf(response.tool_usage);
  const billed = numberIn(fieldsOf(webSearch).num_requests);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: numberIn(fields.total_tokens) ?? input + output,
    ...cached !== undefined && { cached_tokens: cached },
    ...reasoning !== undefined && { reasoning_tokens: reasoning },
    // Discounted ones are not billed, and one call may be several.
    ...(billed !== undefined || searches > 0) && {
      searches: Math.max(billed ?? 0, searches),
    },
  };
}
