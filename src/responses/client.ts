import { type HeaderValues, headerValues } from "../config/sections/openai.ts";
import type { Logger } from "../log.ts";
import { type Calendar, createCalendar } from "../policy/calendar.ts";
import type { Clock, Fetch } from "../runtime/runtime.ts";
import { FORMATS } from "../schema/formats.ts";
import { isObject } from "../schema/value.ts";
import { hideSecrets } from "../text/redact.ts";
import { show } from "../text/show.ts";
import { type Answer, readAnswer } from "./answer/read_answer.ts";
import { unfinishedAnswer } from "./answer/unfinished_answer.ts";
import { type ApiObject, timeIn } from "./api_object.ts";
import { answerRequest } from "./request/answer_request.ts";
import { readingOf } from "./request/background.ts";
import { checkResponseId } from "./request/check_question.ts";
import { invalidArguments } from "./request/invalid_arguments.ts";
import { irisRequest } from "./request/iris_request.ts";
import { type ProfileName, resolveProfile } from "./request/profile.ts";
import type { IrisQuestion, Question } from "./request/question.ts";
import {
  includeFor,
  type PreparedRequest,
  type RequestContext,
} from "./request/request_body.ts";
import { ResponsesError } from "./responses_error.ts";
import { hiderFor, readApiKey, redactorFor } from "./run/api_key.ts";
import type { AskOptions, RunContext } from "./run/call.ts";
import { profileLine, requestLine } from "./run/debug_lines.ts";
import type { Ledger, LedgerEntry } from "./run/ledger.ts";
import { findModel, type ModelInfo } from "./run/find_model.ts";
import { loggedFetch } from "./run/logged_fetch.ts";
import { runRequest } from "./run/run_request.ts";
import { createConnector, warm } from "./run/sdk.ts";
import { cancel, type Found, look } from "./run/stored.ts";
import type { ResponsesSettings } from "./settings.ts";

export { warm };
export { openLedger } from "./run/ledger.ts";

/** What a client is made from. */
export interface ClientOptions {
  /** Where and how to ask. */
  readonly settings: ResponsesSettings;
  /** The system policy, as `loadPolicy()` gives it. */
  readonly policy: string;
  /** Times deadlines, retries and the date. */
  readonly clock: Clock;
  /** Asks over HTTP: once, and for as long as it takes. */
  readonly fetch: Fetch;
  /** Reads the variable that holds the API key, at every question. */
  readonly env: (name: string) => string | undefined;
  /** Takes debug lines, and knows what must not be shown. */
  readonly log:
    & Pick<Logger, "debug" | "redact">
    & Partial<Pick<Logger, "bodies">>;
  /** The list of background answers, if one is to be kept. */
  readonly ledger?: Ledger | undefined;
}

/** A stored response: still running, or how it ended. */
export type StoredAnswer =
  & { readonly createdAt: number }
  & (
    | { readonly status: "in_progress"; readonly answer: Answer }
    | { readonly status: "completed"; readonly answer: Answer }
    | {
      readonly status: "failed" | "cancelled";
      readonly error: ResponsesError;
    }
  );

/** Asks questions. All functions reject with {@linkcode ResponsesError}. */
export interface ResponsesClient {
  /** Asks with the settings of a profile. */
  ask(
    question: Question,
    profile?: ProfileName,
    options?: AskOptions,
  ): Promise<Answer>;
  /** Asks in the form of the tool `iris`. */
  askIris(question: IrisQuestion, options?: AskOptions): Promise<Answer>;
  /**
   * Finds an answer by its `response_id`, whoever asked, and waits for it. An
   * abort leaves it alone.
   */
  find(id: string, options?: AskOptions): Promise<StoredAnswer>;
  /** Cancels an answer that runs in the background. */
  cancel(id: string, options?: AskOptions): Promise<void>;
  /** Asks the server about a model, by default that of `answer`; it is free. */
  findModel(profile?: ProfileName, options?: AskOptions): Promise<ModelInfo>;
  /**
   * The newest background answers, of one caller where they are told apart by
   * their `safetyIdentifier`; `undefined` when no list is kept or can be read.
   */
  recent(
    count: number,
    safetyIdentifier?: string,
  ): Omit<LedgerEntry, "caller">[] | undefined;
}

/** Makes a client. It opens nothing before the first question. */
export function createClient(options: ClientOptions): ResponsesClient {
  const { settings, policy, clock, fetch, env, ledger } = options;
  const calendar = createCalendar(settings.policy.timezone);
  const { base_url: baseUrl, organization, project } = settings.openai;
  const sent = headerValues(settings.openai.headers, env);
  const log = hidingLog(options.log, sent);
  const foregroundOnly = new Set<string>();
  const connect = createConnector({
    baseUrl,
    organization,
    project,
    headers: sent.headers,
    include: includeFor(settings),
    maxBytes: settings.responses.max_bytes,
    fetch: log.bodies
      ? loggedFetch(fetch, {
        clock,
        debug: log.debug,
        redact: (text) =>
          redactorFor(env(settings.openai.api_key_env) ?? "", log.redact)(text),
      })
      : fetch,
  });

  function runContext(): RunContext {
    const apiKey = readApiKey(settings.openai.api_key_env, env);
    refuseHeaders(sent.problems);
    const { secrets } = sent;
    return { settings, clock, log, apiKey, secrets, connect, ledger };
  }

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
    const context = { ...runContext(), foregroundOnly };
    const outcome = await runRequest(request, context, call);
    const answer = "started" in outcome
      ? unfinishedAnswer(outcome.started.id, outcome.started.model)
      : readAnswer(outcome.response, request.reading);
    return hidden(answer, context.apiKey);
  }

  /** A server knows our secrets, and may repeat them anywhere. */
  function hidden(answer: Answer, apiKey: string): Answer {
    const hide = hiderFor(apiKey, ...sent.secrets);
    const shows = (text: string): boolean => hide(text) !== text;
    return hasText(answer, shows) ? withTexts(answer, hide) : answer;
  }

  async function find(id: string, call: AskOptions): Promise<StoredAnswer> {
    call.signal?.throwIfAborted();
    checkId(id, settings);
    const context = runContext();
    const found = await look(id, context, call);
    return storedAnswer(found, (response) => {
      const asked = timeIn(response.created_at) ?? clock.now();
      const reading = readingOf(response, settings, dateIn(calendar, asked));
      return hidden(readAnswer(response, reading), context.apiKey);
    });
  }

  return {
    ask: (question, profile = "answer", call = {}) =>
      answerTo((context) => answerRequest(question, profile, context), call),
    askIris: (question, call = {}) =>
      answerTo((context) => irisRequest(question, context), call),
    find: (id, call = {}) => find(id, call),
    async cancel(id, call = {}) {
      checkId(id, settings);
      await cancel(id, runContext(), call);
    },
    async findModel(profile = "answer", call = {}) {
      const { model } = resolveProfile(settings.model_profiles, profile);
      return await findModel(profile, model, runContext(), call);
    },
    recent: (count, safetyIdentifier) =>
      ledger?.newest(count, safetyIdentifier)
        ?.map(({ caller: _, ...entry }) => entry),
  };
}

/** Tells how a response ended, and what that comes to. */
function storedAnswer(
  found: Found,
  read: (response: ApiObject) => Answer,
): StoredAnswer {
  if ("started" in found) {
    const { id, model, createdAt } = found.started;
    const answer = unfinishedAnswer(id, model);
    return { createdAt, status: "in_progress", answer };
  }
  const { response, error: failed } = found;
  const createdAt = timeIn(response.created_at) ?? 0;
  try {
    if (failed) throw failed;
    return { createdAt, status: "completed", answer: read(response) };
  } catch (error) {
    if (!(error instanceof ResponsesError)) throw error;
    const status = error.reason === "cancelled" ? "cancelled" : "failed";
    return { createdAt, status, error };
  }
}

function checkId(id: string, settings: ResponsesSettings): void {
  const issues = checkResponseId("response_id", id, settings);
  if (issues.length > 0) throw invalidArguments(issues);
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

/** Tells whether any text in a value is of a kind. */
function hasText(value: unknown, isOne: (text: string) => boolean): boolean {
  if (typeof value === "string") return isOne(value);
  return isObject(value) || Array.isArray(value)
    ? Object.values(value).some((inner) => hasText(inner, isOne))
    : false;
}

/** The same answer with every text in it changed. */
function withTexts(answer: Answer, change: (text: string) => string): Answer {
  return JSON.parse(
    JSON.stringify(answer),
    (_name, value) => typeof value === "string" ? change(value) : value,
  );
}
