/**
 * Parts of responses, as the API and the servers that copy it send them.
 *
 * @module
 */
import type { ReadOptions } from "../../../../src/responses/answer/read_answer.ts";

type Fields = Record<string, unknown>;

/** A message with one text. */
export function message(
  text: string,
  annotations: readonly unknown[] = [],
  more: Fields = {},
): Fields {
  const part = { type: "output_text", text, annotations, logprobs: [] };
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    status: "completed",
    content: [part],
    ...more,
  };
}

/** A search and what it returned: URLs, and ids of other sources. */
export function search(...sources: string[]): Fields {
  return call({
    type: "search",
    queries: ["what was asked"],
    sources: sources.map((source) =>
      source.includes("://")
        ? { type: "url", url: source }
        : { type: "api", name: source }
    ),
  });
}

/** A call of the search tool. */
export function call(action: Fields): Fields {
  return { id: "ws_1", type: "web_search_call", status: "completed", action };
}

/** A citation of the API, of some words in the text. */
export function cite(
  url: string,
  title?: string,
  text = "",
  words = "",
): Fields {
  const start = Math.max(0, text.indexOf(words));
  return {
    type: "url_citation",
    start_index: start,
    end_index: start + words.length,
    url,
    ...title !== undefined && { title },
  };
}

/** Pages that an answer has nothing to do with. */
export function hits(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `https://hit${i}.example/`);
}

/** The entries of a numbered list, from 1. */
export function numbered(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i + 1)).join("\n");
}

/** A response as it comes, and what is to be made of it. */
export interface Shape {
  readonly output: readonly unknown[];
  /** Members of the response besides its output. */
  readonly more?: Record<string, unknown>;
  readonly options?: Partial<ReadOptions>;
  /** The answer without its list of sources. */
  readonly body: string;
  /** The lines of that list; none when there is no list. */
  readonly sources: readonly string[];
  /** URLs and ids of the citations, where they are not those of the list. */
  readonly cited?: readonly string[];
}

/** The day on which the answers are read. */
export const TODAY = "2026-11-16";

/** What stands behind a page without a date. */
export const NOW = `(accessed ${TODAY})`;

/** The page that most answers are about. */
export const DENO = "https://deno.com/blog/v2.9";
