import { fieldsOf, numberIn } from "../api_object.ts";

/** Tokens that an answer cost. */
export interface Usage {
  /** Tokens of the question, the instructions and what was found. */
  input_tokens: number;
  /** Tokens of the answer and of the reasoning. */
  output_tokens: number;
  /** Both. */
  total_tokens: number;
}

/** Reads what a response says of its cost. */
export function readUsage(value: unknown): Usage | undefined {
  const fields = fieldsOf(value);
  const input = numberIn(fields.input_tokens);
  const output = numberIn(fields.output_tokens);
  if (input === undefined || output === undefined) return undefined;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: numberIn(fields.total_tokens) ?? input + output,
  };
}
