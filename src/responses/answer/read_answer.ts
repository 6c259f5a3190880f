import type { Style } from "../../policy/instructions.ts";
import { type ApiObject, fieldsOf, textIn } from "../api_object.ts";
import { cut } from "../../text/show.ts";
import {
  type Citation,
  type CitationOptions,
  type Citations,
  collectCitations,
  formatSources,
} from "./citations.ts";
import { maskCode, outsideCode } from "./code_mask.ts";
import { findLinks } from "./links.ts";
import { type Output, readOutput } from "./read_output.ts";
import { findReferences } from "./references.ts";
import { ResponsesError } from "../responses_error.ts";
import { splitSources } from "./source_list.ts";
import { namesOf } from "./page_names.ts";
import { findUrls, removeTracking, sourceKey } from "./source_url.ts";
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
  /** What was searched for. */
  queries?: string[];
  /** The text ends early, and why. */
  incomplete?: { reason: string };
  /** The answer is not there yet; `response_id` is what to ask for it with. */
  status?: "in_progress";
}

/** Options of {@linkcode readAnswer}. */
export interface ReadOptions extends CitationOptions {
  /** The model that was asked for. */
  readonly model: string;
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
  if (output.text.trim() === "") {
    throw withoutText(incomplete, output.refusal);
  }
  const { answer, citations } = output.usedSearch
    ? withSources(output, options, incomplete !== undefined)
    : { answer: output.text.trim(), citations: [] };
  const id = options.store ? textIn(response.id) : undefined;
  const usage = readUsage(response, output.searches);
  const early = output.refusal === undefined ? incomplete : "refusal";
  return {
    answer,
    used_search: output.usedSearch,
    citations,
    model: textIn(response.model) ?? options.model,
    ...id !== undefined && { response_id: id },
    ...usage && { usage },
    ...output.queries.length > 0 && { queries: [...output.queries] },
    ...early !== undefined && { incomplete: { reason: early } },
  };
}

/** Replaces the model's lists of sources by one of what is known of them. */
function withSources(
  output: Output,
  options: ReadOptions,
  isCut: boolean,
): { answer: string; citations: Citation[] } {
  const seen = [...output.cited, ...output.opened, ...output.searched];
  const pages = namesOf(seen);
  const { body, entries } = splitSources(output.text, {
    ids: output.ids.map(({ url }) => url),
    pages,
    today: options.today,
  });
  const masked = maskCode(body);
  const half = isCut ? lastAddress(output.text, seen) : undefined;
  const isWhole = ({ url }: { readonly url: string }): boolean => url !== half;
  const found = collectCitations(output, {
    entries: entries.map((entry) => ({
      ...entry,
      sources: entry.sources.filter(isWhole),
    })),
    links: findLinks(masked).filter(isWhole),
    mentioned: () => {
      const named = pages.namedIn(masked);
      return named.length > 0 ? named : findUrls(body);
    },
    references: findReferences(masked),
  }, options);
  const { citations, lines } = found;
  // Without any the model's own list stays: there is no better one, unless it
  // may name sites that the caller excluded.
  const isLimited = options.domains.length > 0 ||
    (options.blockedDomains ?? []).length > 0;
  const ownText = lines.length === 0 && (!isLimited || body === "");
  const text = outsideCode(ownText ? output.text : body, removeTracking);
  return { answer: layOut(text.trim(), found, options.style), citations };
}

/** The address that a text breaks off in, unless it is known to be whole. */
function lastAddress(
  text: string,
  seen: readonly { readonly url: string }[],
): string | undefined {
  const last = findUrls(text).at(-1);
  // It may break off at a mark that otherwise would stand behind the address.
  if (!last || !/^[.,;:!?]{0,3}\s*$/.test(text.slice(last.end))) {
    return undefined;
  }
  const key = sourceKey(last.url);
  return seen.some(({ url }) => sourceKey(url) === key) ? undefined : last.url;
}

function layOut(
  text: string,
  { lines }: Citations,
  style: Style | undefined,
): string {
  if (lines.length === 0) return text;
  const sources = formatSources(lines);
  return style === "citations-only" || text === ""
    ? sources
    : `${text}\n\n${sources}`;
}

function incompleteReason(response: ApiObject): string | undefined {
  if (response.status !== "incomplete") return undefined;
  return textIn(fieldsOf(response.incomplete_details).reason) ?? "unknown";
}

// Leaves room for the advice after it.
const MAX_REFUSAL = 240;

function withoutText(
  incomplete: string | undefined,
  refusal: string | undefined,
): ResponsesError {
  const advice = "rephrase the question or ask for something else";
  if (refusal !== undefined) {
    const words = refusal === "" ? "" : ` ("${cut(refusal, MAX_REFUSAL)}")`;
    return new ResponsesError(
      "refused",
      `No answer: the model declined${words}; ${advice}`,
    );
  }
  if (incomplete === "content_filter") {
    return new ResponsesError(
      "refused",
      `No answer: the content filter stopped it; ${advice}`,
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
