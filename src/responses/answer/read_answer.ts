import type { Style } from "../../policy/instructions.ts";
import { type ApiObject, fieldsOf, textIn } from "../api_object.ts";
import { type Citation, collectCitations, formatSources } from "./citations.ts";
import { readOutput } from "./read_output.ts";
import { ResponsesError } from "../responses_error.ts";
import { splitSources } from "./source_list.ts";
import { removeTracking } from "./source_url.ts";
import { readUsage, type Usage } from "./usage.ts";

/** An answered question. */
export interface Answer {
  /** The text; it ends with `Sources:` when something was cited. */
  answer: string;
  /** A web search was made. */
  used_search: boolean;
  /** Its sources, the most important first. */
  citations: Citation[];
  /** The model that answered. */
  model: string;
  /** Continues the conversation; absent when the answer was not stored. */
  response_id?: string;
  /** Absent when the server does not count. */
  usage?: Usage;
  /** The text ends early, and why. */
  incomplete?: { reason: string };
  /** The answer is not there yet; `response_id` is what to ask for it with. */
  status?: "in_progress";
}

/** Options of {@linkcode readAnswer}. */
export interface ReadOptions {
  /** The model that was asked for. */
  readonly model: string;
  /** Host names to which citations are limited. */
  readonly domains: readonly string[];
  /** Host names that are never cited. */
  readonly blockedDomains?: readonly string[] | undefined;
  /** How many citations there may be. */
  readonly maxCitations: number;
  /** The access date, as YYYY-MM-DD. */
  readonly today: string;
  /** The answer was stored, so that its id is worth something. */
  readonly store: boolean;
  /** How the answer was to be laid out. */
  readonly style?: Style | undefined;
}

/**
 * Reads an answer out of a finished response.
 *
 * @throws {ResponsesError} when it has no text
 */
export function readAnswer(response: ApiObject, options: ReadOptions): Answer {
  const output = readOutput(response);
  const incomplete = incompleteReason(response);
  if (output.text.trim() === "") throw withoutText(incomplete, output.refused);
  const { body, dates } = splitSources(
    output.text,
    output.ids.map((source) => source.url),
  );
  const citations = output.usedSearch
    ? collectCitations(output, {
      domains: options.domains,
      blockedDomains: options.blockedDomains,
      max: options.maxCitations,
      dates,
      today: options.today,
    })
    : [];
  // Without citations the model's own list stays: there is no better one,
  // unless it may name sites that the caller excluded.
  const limited = options.domains.length > 0 ||
    (options.blockedDomains ?? []).length > 0;
  const keepOwnList = citations.length === 0 &&
    !(output.usedSearch && limited);
  const ownText = keepOwnList || (body === "" && citations.length === 0);
  const text = removeTracking(ownText ? output.text : body).trim();
  const id = options.store ? textIn(response.id) : undefined;
  const usage = readUsage(response.usage);
  return {
    answer: layOut(text, citations, options.style),
    used_search: output.usedSearch,
    citations,
    model: textIn(response.model) ?? options.model,
    ...id !== undefined && { response_id: id },
    ...usage && { usage },
    ...incomplete !== undefined && { incomplete: { reason: incomplete } },
  };
}

function layOut(
  text: string,
  citations: readonly Citation[],
  style: Style | undefined,
): string {
  if (citations.length === 0) return text;
  const sources = formatSources(citations);
  return style === "citations-only" || text === ""
    ? sources
    : `${text}\n\n${sources}`;
}

function incompleteReason(response: ApiObject): string | undefined {
  if (response.status !== "incomplete") return undefined;
  return textIn(fieldsOf(response.incomplete_details).reason) ?? "unknown";
}

function withoutText(
  incomplete: string | undefined,
  refused: boolean,
): ResponsesError {
  if (refused || incomplete === "content_filter") {
    const by = refused ? "the model declined" : "the content filter stopped it";
    return new ResponsesError(
      "refused",
      `No answer: ${by}; rephrase the question or ask for something else`,
    );
  }
  if (incomplete !== undefined) {
    return new ResponsesError(
      "incomplete",
      `The response ended before any text was written (${incomplete}); ask a narrower question, or lower reasoning_effort of the profile`,
    );
  }
  return new ResponsesError(
    "upstream_error",
    "The response holds no text; ask again, and if that repeats, check that the model supports the Responses API with web_search",
  );
}
