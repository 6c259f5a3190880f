import { type HeaderValues, headerValues } from "../config/sections/openai.ts";
import type { Logger } from "../log.ts";
import { type Calendar, createCalendar } from "../policy/calendar.ts";
import type { Clock } from "../runtime/runtime.ts";
import { FORMATS } from "../schema/formats.ts";
import { hideSecrets } from "../text/redact.ts";
import { show } from "../text/show.ts";
import { type Answer, readAnswer } from "./answer/read_answer.ts";
import { answerRequest } from "./request/answer_request.ts";
import { invalidArguments } from "./request/invalid_arguments.ts";
import { irisRequest } from "./request/iris_request.ts";
import type { ProfileName } from "./request/profile.ts";
import type { IrisQuestion, Question } from "./request/question.ts";
import type {
  PreparedRequest,
  RequestContext,
} from "./request/request_body.ts";
import { hiderFor, readApiKey, redactorFor } from "./run/api_key.ts";
import { profileLine, requestLine } from "./run/debug_lines.ts";
import { loggedFetch } from "./run/logged_fetch.ts";
import { type AskOptions, runRequest } from "./run/run_request.ts";
import { createConnector, warm } from "./run/sdk.ts";
import { ResponsesError } from "./responses_error.ts";
import type { ResponsesSettings } from "./settings.ts";

export { warm };

/** What a client is made from. */
export interface ClientOptions {
  /** Where and how to ask. */
  readonly settings: ResponsesSettings;
  /** The system policy, as `loadPolicy()` gives it. */
  readonly policy: string;
  /** Times deadlines, retries and the date. */
  readonly clock: Clock;
  /** Reads the variable that holds the API key, at every question. */
  readonly env: (name: string) => string | undefined;
  /** Takes debug lines, and knows what must not be shown. */
  readonly log:
    & Pick<Logger, "debug" | "redact">
    & Partial<Pick<Logger, "bodies">>;
}

/** Asks questions. Both functions reject with {@linkcode ResponsesError}. */
export interface ResponsesClient {
  /** Asks with the settings of a profile. */
  ask(
    question: Question,
    profile?: ProfileName,
    options?: AskOptions,
  ): Promise<Answer>;
  /** Asks in the form of the tool `iris`. */
  askIris(question: IrisQuestion, options?: AskOptions): Promise<Answer>;
}

/** Makes a client. It opens nothing before the first question. */
export function createClient(options: ClientOptions): ResponsesClient {
  const { settings, policy, clock, env } = options;
  const calendar = createCalendar(settings.policy.timezone);
  const { base_url: baseUrl, organization, project } = settings.openai;
  const sent = headerValues(settings.openai.headers, env);
  const log = hidingLog(options.log, sent);
  const connect = createConnector({
    baseUrl,
    organization,
    project,
    headers: sent.headers,
    timeoutMs: settings.request.timeout_ms,
    ...log.bodies && {
      fetch: loggedFetch(fetch, {
        clock,
        debug: log.debug,
        redact: (text) =>
          redactorFor(env(settings.openai.api_key_env) ?? "", log.redact)(text),
      }),
    },
  });

  async function answerTo(
    prepare: (context: RequestContext) => PreparedRequest,
    call: AskOptions,
  ): Promise<Answer> {
    call.signal?.throwIfAborted();
    const today = dateIn(calendar, clock.now());
    const zoned = inZone(settings, calendar.timeZone);
    const asked = asCaller(zoned, call.safetyIdentifier);
    const request = prepare({ settings: asked, policy, today });
    log.debug(() => profileLine(request));
    log.debug(() => requestLine(request));
    const apiKey = readApiKey(settings.openai.api_key_env, env);
    refuseHeaders(sent.problems);
    const context = { settings, clock, log, apiKey, connect };
    const response = await runRequest(request, context, call);
    const answer = readAnswer(response, request.reading);
    return withTexts(answer, hiderFor(apiKey, ...sent.secrets));
  }

  return {
    ask: (question, profile = "answer", call = {}) =>
      answerTo((context) => answerRequest(question, profile, context), call),
    askIris: (question, call = {}) =>
      answerTo((context) => irisRequest(question, context), call),
  };
}

function asCaller(
  settings: ResponsesSettings,
  safety_identifier: string | undefined,
): ResponsesSettings {
  if (safety_identifier === undefined) return settings;
  const responses = { ...settings.responses, safety_identifier };
  return { ...settings, responses };
}

function inZone(
  settings: ResponsesSettings,
  timezone: string,
): ResponsesSettings {
  return { ...settings, policy: { ...settings.policy, timezone } };
}

/** The program has refused them at its start; a library has no such moment. */
function refuseHeaders(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new ResponsesError(
    "authentication",
    `Cannot use openai.headers: ${problems.join("; ")}`,
  );
}

/** A log that also hides what the headers hold. */
function hidingLog(
  log: ClientOptions["log"],
  { headers, secrets }: HeaderValues,
): ClientOptions["log"] {
  const hidden = [...Object.values(headers), ...secrets];
  return { ...log, redact: (text) => hideSecrets(log.redact(text), hidden) };
}

function dateIn(calendar: Calendar, now: number): string {
  try {
    return calendar.dateOf(now);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const path = ["policy.timezone"];
    const want = FORMATS["time-zone"].words;
    throw invalidArguments([{ path, got: show(calendar.timeZone), want }]);
  }
}

/** The same answer with every text in it changed. */
function withTexts(answer: Answer, change: (text: string) => string): Answer {
  return JSON.parse(
    JSON.stringify(answer),
    (_name, value) => typeof value === "string" ? change(value) : value,
  );
}
