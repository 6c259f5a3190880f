import { cut } from "../../text/show.ts";
import { plain } from "../../text/plain.ts";
import { type ApiObject, fieldsOf, objectsIn, textIn } from "../api_object.ts";
import { removeMarkers } from "./leaked_markers.ts";
import { titleIn } from "./links.ts";
import { sourceIdIn, webUrlIn } from "./source_url.ts";

/** A source as the response names it. */
export interface Source {
  /** A URL, or the identifier of a source that has none. */
  readonly url: string;
  readonly title?: string;
  /** The number that stands in the text where it is cited. */
  readonly number?: number;
}

/** What the output of a response says, before it is made into an answer. */
export interface Output {
  readonly text: string;
  /** What the model said instead of an answer, or beside it. */
  readonly refusal: string | undefined;
  /** A web search was called or a URL cited. */
  readonly usedSearch: boolean;
  /** `url_citation` annotations, in the order of appearance. */
  readonly cited: readonly Source[];
  /** URLs of pages that the model opened or looked through. */
  readonly opened: readonly Source[];
  /** URLs that a search returned. */
  readonly searched: readonly Source[];
  /** Sources without a URL, such as `oai-weather`. */
  readonly ids: readonly Source[];
  /** What was searched for. */
  readonly queries: readonly string[];
  /** How many searches there were. */
  readonly searches: number;
}

const MAX_QUERIES = 10;
const MAX_QUERY = 200;
const NUMBERS = /[[【［]\^?(\d{1,3})[\]】］]/g;
const NUMBER_AFTER = /^\s?[[【［]\^?(\d{1,3})[\]】］]/;

/** Reads the output items of a response. */
export function readOutput(response: ApiObject): Output {
  const items = objectsIn(response.output);
  const messages = items.filter((item) => item.type === "message")
    .map(readMessage);
  const refusals = messages.flatMap(({ refusal }) => refusal);
  const refusal = refusals.length > 0 ? refusals.join(" ") : undefined;
  // Newer models say what they are about to do, in messages of their own.
  const answers = messages.filter((m) => !m.remark && m.text !== "");
  const remarks = messages.filter((m) => m.remark && m.text !== "");
  const spoken = answers.length > 0 || refusals.length > 0 ? answers : remarks;
  const calls = items.filter((item) => item.type === "web_search_call");
  const actions = calls.map((call) => fieldsOf(call.action));
  const sources = calls.flatMap(({ action, results }) => [
    ...objectsIn(fieldsOf(action).sources),
    ...objectsIn(results),
  ]).flatMap(readSource);
  const listed = readListed(response.citations);
  const cited = spoken.flatMap((message) => message.cited);
  const searching = actions.filter(({ type }) =>
    type === "search" || type === undefined
  );
  return {
    text: removeMarkers(spoken.map(({ text }) => text).join("\n\n")),
    refusal,
    usedSearch: calls.length > 0 || listed.length > 0 ||
      messages.some((message) => message.cited.length > 0),
    cited,
    opened: actions.filter(({ type }) => type !== "search")
      .flatMap(({ url }) => webSource(url)),
    searched: [...listed, ...sources.filter(({ id }) => !id)],
    ids: sources.filter(({ id }) => id)
      .map(({ url, title }) => title === undefined ? { url } : { url, title }),
    queries: [...new Set(searching.flatMap(queriesOf))].slice(0, MAX_QUERIES),
    searches: searching.length,
  };
}

interface Message {
  readonly remark: boolean;
  readonly text: string;
  readonly refusal: readonly string[];
  readonly cited: readonly Source[];
}

function readMessage(item: ApiObject): Message {
  const parts = objectsIn(item.content);
  const texts = parts.filter((part) => part.type === "output_text");
  const text = texts.map((part) => part.text)
    .filter((part) => typeof part === "string").join("");
  return {
    remark: item.phase === "commentary",
    text: textIn(text)?.trim() ?? "",
    refusal: parts.filter((part) => part.type === "refusal")
      .map((part) => plain(textIn(part.refusal) ?? "")),
    cited: texts.flatMap((part) =>
      objectsIn(part.annotations).flatMap((a) => readAnnotation(a, part.text))
    ),
  };
}

/** The fields are flat in the API and one level down in some servers. */
function readAnnotation(annotation: ApiObject, text: unknown): Source[] {
  if (annotation.type !== "url_citation") return [];
  const fields = { ...annotation, ...fieldsOf(annotation.url_citation) };
  const number = numberAt(text, fields.start_index, fields.end_index);
  return webSource(fields.url, fields.title).map((source) => ({
    ...source,
    ...number !== undefined && { number },
  }));
}

/** The number of a source in the words that are cited, or right after them. */
function numberAt(
  text: unknown,
  start: unknown,
  end: unknown,
): number | undefined {
  if (typeof text !== "string") return undefined;
  if (typeof start !== "number" || typeof end !== "number") return undefined;
  const words = text.slice(start, end);
  const numbers = new Set(
    Array.from(words.matchAll(NUMBERS), ([, number]) => Number(number)),
  );
  if (numbers.size > 0) return numbers.size > 1 ? undefined : [...numbers][0];
  const after = NUMBER_AFTER.exec(text.slice(end, end + 9))?.[1];
  return words === "" || after === undefined ? undefined : Number(after);
}

function webSource(value: unknown, name?: unknown): Source[] {
  const url = webUrlIn(value);
  const title = titleIn(name);
  if (url === undefined) return [];
  return [title === undefined ? { url } : { url, title }];
}

function readSource(source: ApiObject): (Source & { id: boolean })[] {
  const [page] = webSource(source.url, source.title);
  if (page) return [{ ...page, id: false }];
  const url = sourceIdIn(source.url) ?? sourceIdIn(source.name) ??
    sourceIdIn(source.id);
  if (url === undefined) return [];
  return [{ url, title: titleIn(source.type) ?? "api", id: true }];
}

/** xAI lists every page that a search led to: URLs, or objects with one. */
function readListed(citations: unknown): Source[] {
  if (!Array.isArray(citations)) return [];
  return citations.flatMap((citation: unknown) => {
    const { url, title } = fieldsOf(citation);
    return webSource(url ?? citation, title);
  });
}

function queriesOf({ queries, query }: ApiObject): string[] {
  const all: unknown[] = Array.isArray(queries) && queries.length > 0
    ? queries
    : [query];
  return all.flatMap((text) => {
    const line = plain(textIn(text) ?? "");
    return line === "" ? [] : [cut(line, MAX_QUERY)];
  });
}
