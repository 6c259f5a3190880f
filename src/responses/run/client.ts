import type { Logger } from "../../log.ts";
import { hideSecrets } from "../../text/redact.ts";
import { createCalendar } from "../../policy/calendar.ts";
import { buildInstructions, type Style } from "../../policy/instructions.ts";
import type { Clock } from "../../runtime/runtime.ts";
import { FORMATS } from "../../schema/formats.ts";
import { show } from "../../text/show.ts";
import { openScope, raceAbort } from "./abort.ts";
import type { ApiFailure } from "./api_failure.ts";
import { readApiKey } from "./api_key.ts";
import { checkQuestion } from "../request/check_question.ts";
import { failureLine, profileLine, requestLine } from "./debug_lines.ts";
import { explain, redactorFor } from "./explain.ts";
import { invalidArguments } from "../request/invalid_arguments.ts";
import { createProgress } from "./progress.ts";
import type {
  IrisQuestion,
  ProfileName,
  Question,
} from "../request/question.ts";
import { type Answer, readAnswer } from "../answer/read_answer.ts";
import {
  type BodyContext,
  buildAnswerRequest,
  buildIrisRequest,
  type PreparedRequest,
} from "../request/request_body.ts";
import { ResponsesError } from "./responses_error.ts";
import { connect, type Sdk, warm } from "./sdk.ts";
import { send } from "./send.ts";
import type { ResponsesSettings } from "./settings.ts";

export { warm };

// Servers at home take any word for a key, such as their own name; an answer may
// be about it.
const MIN_HIDDEN = 16;

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
  readonly log: Pick<Logger, "debug" | "redact">;
}

/** Options of one question. */
export interface AskOptions {
  /** Cancels the question: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told what is going on, at least every ten seconds. */
  readonly progress?: ((message: string) => void) | undefined;
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

interface Inquiry {
  readonly profile: string;
  readonly domains: readonly string[];
  readonly style?: Style | undefined;
  build(context: BodyContext): PreparedRequest;
}

/** Makes a client. It opens nothing before the first question. */
export function createClient(options: ClientOptions): ResponsesClient {
  const { settings, policy, clock, env, log } = options;
  const calendar = createCalendar(settings.policy.timezone);
  let connection: { apiKey: string; sdk: Promise<Sdk> } | undefined;

  /** One SDK client for as long as the key stays the same. */
  function connectWith(apiKey: string): Promise<Sdk> {
    if (connection?.apiKey === apiKey) return connection.sdk;
    const { base_url: baseUrl } = settings.openai;
    const { timeout_ms: timeoutMs } = settings.request;
    const sdk = connect({ apiKey, baseUrl, timeoutMs });
    connection = { apiKey, sdk };
    // A failed load is tried again: Node may find what is there by then, while
    // Deno repeats the failure until it is restarted.
    sdk.catch(() => {
      if (connection?.sdk === sdk) connection = undefined;
    });
    return sdk;
  }

  function today(): string {
    const { timezone } = settings.policy;
    try {
      return calendar.dateOf(clock.now());
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const want = FORMATS["time-zone"].words;
      const path = ["policy.timezone"];
      throw invalidArguments([{ path, got: show(timezone), want }]);
    }
  }

  function prepare(inquiry: Inquiry, date: string): PreparedRequest {
    const { domains, style } = inquiry;
    const timeZone = calendar.timeZone;
    const text = { policy, today: date, timeZone, style };
    const instructions = buildInstructions(text);
    const prepared = inquiry.build({ settings, instructions, domains });
    log.debug(() => profileLine(inquiry.profile, prepared));
    log.debug(() => requestLine(prepared));
    return prepared;
  }

  async function run(inquiry: Inquiry, call: AskOptions): Promise<Answer> {
    call.signal?.throwIfAborted();
    const date = today();
    const { body, domains } = prepare(inquiry, date);
    const apiKey = readApiKey(settings.openai.api_key_env, env);
    const redact = redactorFor(apiKey, log.redact);
    const scope = openScope(clock, settings.request.timeout_ms, call.signal);
    // A server knows the key, and may echo it anywhere.
    const secrets = apiKey.length < MIN_HIDDEN ? [] : [apiKey];
    const hide = (text: string): string => hideSecrets(text, secrets);
    const report = (text: string): void => call.progress?.(text);
    const progress = createProgress(clock, report, hide);
    let failed = 0;
    const onFailure = (failure: ApiFailure): void => {
      const attempt = ++failed;
      log.debug(() => failureLine(failure, attempt, redact));
    };
    try {
      progress.say(`Asking ${body.model}`);
      const sdk = await raceAbort(connectWith(apiKey), scope.signal);
      const context = { sdk, settings, clock, scope, progress, onFailure };
      const answer = readAnswer(await send(body, context), {
        model: body.model,
        domains,
        maxCitations: settings.policy.max_citations,
        today: date,
        store: body.store,
        style: inquiry.style,
      });
      return withTexts(answer, hide);
    } catch (error) {
      if (scope.timedOut()) throw timeout(settings.request.timeout_ms);
      scope.signal.throwIfAborted();
      const now = clock.now();
      const remaining = scope.remaining();
      const { profile } = inquiry;
      throw explain(error, { settings, body, profile, redact, now, remaining });
    } finally {
      progress.close();
      scope.close();
    }
  }

  return {
    async ask(question, profile = "answer", call = {}): Promise<Answer> {
      const domains = checkQuestion({
        text: ["query", question.query],
        domains: question.domains,
        previousResponseId: question.previous_response_id,
      }, settings);
      const build = (context: BodyContext): PreparedRequest =>
        buildAnswerRequest(question, profile, context);
      return await run(
        { profile, domains, style: question.style, build },
        call,
      );
    },
    async askIris(question, call = {}): Promise<Answer> {
      const domains = checkQuestion({
        text: ["input", question.input],
        previousResponseId: question.previous_response_id,
      }, settings);
      const build = (context: BodyContext): PreparedRequest =>
        buildIrisRequest(question, context);
      return await run({ profile: "iris", domains, build }, call);
    },
  };
}

/** The same answer with every text in it changed. */
function withTexts(answer: Answer, change: (text: string) => string): Answer {
  return JSON.parse(
    JSON.stringify(answer),
    (_name, value) => typeof value === "string" ? change(value) : value,
  );
}

function timeout(ms: number): ResponsesError {
  return new ResponsesError(
    "timeout",
    `No answer within ${ms} ms: raise request.timeout_ms (OPENAI_API_TIMEOUT), or ask a narrower question`,
  );
}
