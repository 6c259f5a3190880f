/**
 * The debug lines of 000 §8.1: metadata only, never a question or an answer.
 *
 * @module
 */
import { cut } from "../../text/show.ts";
import type { ApiFailure } from "./api_failure.ts";
import type { PreparedRequest } from "../request/request_body.ts";

const MAX_EXCERPT = 300;

/** Says which model is asked and what it takes. */
export function profileLine(
  { name, body, supports }: PreparedRequest,
): string {
  return `answer: profile=${name} model=${body.model} supports={verbosity:${supports.verbosity}, reasoning:${supports.reasoning}}`;
}

/** Says which optional parts a request has. */
export function requestLine({ body }: PreparedRequest): string {
  const onOff = (value: unknown): string => value ? "on" : "off";
  const search = body.tools?.find(({ type }) => type !== "code_interpreter");
  const tool = search?.type ?? "web_search";
  return `answer: request summary tools=${tool}(${onOff(search)}) reasoning=${
    onOff(body.reasoning)
  } text.verbosity=${onOff(body.text)}`;
}

/**
 * Says why a request failed. Secrets are removed before anything is cut: half
 * a key would no longer be recognised.
 */
export function failureLine(
  failure: ApiFailure,
  attempt: number,
  redact: (text: string) => string,
): string {
  const { status, code, exception } = failure;
  const message = redact(failure.message);
  const body = failure.body === undefined
    ? ""
    : redact(JSON.stringify(failure.body));
  return `openai(client): error attempt=${attempt} status=${
    status ?? "-"
  } name=${exception ?? failure.name} code=${redact(code ?? "-")} msg=${
    JSON.stringify(cut(message, MAX_EXCERPT))
  } body=${JSON.stringify(cut(body, MAX_EXCERPT))}`;
}
