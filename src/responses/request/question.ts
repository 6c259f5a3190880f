import type { Profile } from "../../config/schema.ts";
import type { Style } from "../../policy/instructions.ts";

/** The profiles of `model_profiles`. */
export type ProfileName = "answer" | "answer_detailed" | "answer_quick";

/** How hard a reasoning model thinks. */
export type Effort = NonNullable<Profile["reasoning_effort"]>;

/** How much search context the model gets. */
export type ContextSize = "low" | "medium" | "high";

/**
 * A question. Names are those of the tools' arguments; what is absent comes
 * from the settings.
 */
export interface Question {
  /** The question itself. */
  readonly query: string;
  /** Preferred age of sources in days. */
  readonly recency_days?: number | undefined;
  /** How many search results to use. */
  readonly max_results?: number | undefined;
  /** Host names to search; an empty list searches everywhere. */
  readonly domains?: readonly string[] | undefined;
  /** How the answer is laid out. */
  readonly style?: Style | undefined;
  /** `response_id` of the answer that this question follows. */
  readonly previous_response_id?: string | undefined;
}

/** A question in the form of the tool `iris`: sent as it is, without hints. */
export interface IrisQuestion {
  /** The question itself. */
  readonly input: string;
  /** How much search context the model gets. */
  readonly searchContextSize?: ContextSize | undefined;
  /** How hard the model thinks. */
  readonly reasoningEffort?: Effort | undefined;
  /** The answer profile's model when absent. */
  readonly model?: string | undefined;
  /** Lets the model run Python in a sandbox of the API. */
  readonly useCodeInterpreter?: boolean | undefined;
  /** `response_id` of the answer that this question follows. */
  readonly previous_response_id?: string | undefined;
}
