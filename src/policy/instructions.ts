/** How an answer is to be laid out (001 §3). */
export const STYLES = ["summary", "bullets", "citations-only"] as const;

/** One of {@linkcode STYLES}. */
export type Style = typeof STYLES[number];

const STYLE_TEXT: Readonly<Record<Style, string>> = {
  "summary": "Style of this answer: a summary of a few sentences, no bullets.",
  "bullets": "Style of this answer: short bullet points only.",
  "citations-only":
    "Style of this answer: search, then give nothing but the Sources: list.",
};

/** Takes back what any policy says of the search. */
const NO_SEARCH =
  "You cannot search the web in this conversation, whatever is said above. Answer from what you know, say as of when you know it where that matters, and give no list of sources.";

/** Options of {@linkcode buildInstructions}. */
export interface InstructionOptions {
  /** The system policy. */
  policy: string;
  /** Today's date, as YYYY-MM-DD. */
  today: string;
  /** IANA name of the zone in which `today` was told. */
  timeZone: string;
  /**
   * The server that is asked can search.
   * @default {true}
   */
  search?: boolean;
  /** Layout of this one answer. */
  style?: Style | undefined;
}

/**
 * Completes the policy with what holds for one call. What varies comes last,
 * so that the API can cache the long beginning.
 */
export function buildInstructions(options: InstructionOptions): string {
  const { policy, today, timeZone, style, search = true } = options;
  const lines = [policy, `Today is ${today}. Time zone: ${timeZone}.`];
  if (!search) lines.push(NO_SEARCH);
  if (style) lines.push(STYLE_TEXT[style]);
  return lines.join("\n\n");
}
