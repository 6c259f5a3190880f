import type OpenAI from "openai";

/** A page that the fake API says it found. */
export interface ScriptedPage {
  readonly url: string;
  readonly title: string;
  /** Written beside the URL in the answer's own list of sources. */
  readonly date?: string;
}

/** A web search that the fake API says it made. */
export interface ScriptedSearch {
  readonly query: string;
  readonly urls?: readonly string[];
  /** Sources without a URL, such as `oai-weather`. */
  readonly apis?: readonly string[];
}

/** What a response says: the fake API makes items and events of it. */
export interface Script {
  readonly text: string;
  readonly searches?: readonly ScriptedSearch[];
  /** Pages cited, in this order, wherever their URL stands in the text. */
  readonly cites?: readonly ScriptedPage[];
  /** A refusal instead of the text. */
  readonly refusal?: string;
  /** The response ends early for this reason. */
  readonly incomplete?: "max_output_tokens" | "content_filter";
  /** The response fails with this error. */
  readonly failed?: OpenAI.Responses.ResponseError;
  /** Leaves the response's id empty, as some servers do. */
  readonly withoutId?: boolean;
}
