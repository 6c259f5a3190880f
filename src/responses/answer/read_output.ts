import { cut } from "../../text/show.ts";
import {
  type ApiObject,
  fieldsOf,
  lineIn,
  objectsIn,
  textIn,
} from "../api_object.ts";
import { isWebUrl } from "./source_url.ts";

/** A source as the response names it, in the order of appearance. */
export interface Source {
  /** A URL, or the identifier of a source that has none. */
  readonly url: string;
  readonly title?: string;
}

/** What the output of a response says, before it is made into an answer. */
export interface Output {
  readonly text: string;
  readonly refused: boolean;
  /** A web search was called or a URL cited. */
  readonly usedSearch: boolean;
  /** `url_citation` annotations. */
  readonly cited: readonly Source[];
  /** URLs that a search returned. */
  readonly searched: readonly Source[];
  /** Sources without a URL, such as `oai-weather`. */
  readonly ids: readonly Source[];
}

// A page chooses its title; the reader pays for it in context.
const MAX_TITLE = 200;
// GPT-5 models sometimes leave the raw markers of their citations in the text.
const RAW_MARKER = / ?\uE200[^\uE200\uE201]{0,200}\uE201/g;

/** Reads the output items of a response. */
export function readOutput(response: ApiObject): Output {
  const answers: string[] = [];
  const remarks: string[] = [];
  const cited: Source[] = [];
  const searched: Source[] = [];
  const ids: Source[] = [];
  let refused = false;
  let called = false;
  for (const item of objectsIn(response.output)) {
    if (item.type === "web_search_call") {
      called = true;
      for (const source of objectsIn(fieldsOf(item.action).sources)) {
        const read = readSource(source);
        if (read) (isWebUrl(read.url) ? searched : ids).push(read);
      }
    } else if (item.type === "message") {
      let text = "";
      for (const part of objectsIn(item.content)) {
        if (part.type === "refusal") refused = true;
        if (part.type !== "output_text") continue;
        text += typeof part.text === "string" ? part.text : "";
        cited.push(...objectsIn(part.annotations).flatMap(readAnnotation));
      }
      const whole = textIn(text);
      // Newer models say what they are about to do, in messages of their own.
      const messages = item.phase === "commentary" ? remarks : answers;
      if (whole !== undefined) messages.push(whole.trim());
    }
  }
  const listed = readListed(response.citations);
  searched.push(...listed);
  const messages = answers.length > 0 || refused ? answers : remarks;
  return {
    text: messages.join("\n\n").replace(RAW_MARKER, ""),
    refused,
    usedSearch: called || cited.length > 0 || listed.length > 0,
    cited,
    searched,
    ids,
  };
}

/** xAI lists what it came upon beside the output, as bare URLs. */
function readListed(citations: unknown): Source[] {
  if (!Array.isArray(citations)) return [];
  return citations.flatMap((citation: unknown) => {
    const url = lineIn(citation);
    return url !== undefined && isWebUrl(url) ? [{ url }] : [];
  });
}

function readSource(source: ApiObject): Source | undefined {
  const type = lineIn(source.type);
  const url = lineIn(source.url) ?? lineIn(source.name) ?? lineIn(source.id);
  if (url === undefined) return undefined;
  const title = isWebUrl(url) ? titleIn(source.title) : type ?? "api";
  return title === undefined ? { url } : { url, title };
}

/** The fields are flat in the API and one level down in some servers. */
function readAnnotation(annotation: ApiObject): Source[] {
  if (annotation.type !== "url_citation") return [];
  const fields = { ...annotation, ...fieldsOf(annotation.url_citation) };
  const url = lineIn(fields.url);
  const title = titleIn(fields.title);
  if (url === undefined || !isWebUrl(url)) return [];
  return [title === undefined ? { url } : { url, title }];
}

function titleIn(value: unknown): string | undefined {
  const title = lineIn(value);
  return title === undefined ? undefined : cut(title, MAX_TITLE);
}
