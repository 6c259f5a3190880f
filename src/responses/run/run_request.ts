import { inBackground, runsInBackground } from "../request/background.ts";
import type { PreparedRequest } from "../request/request_body.ts";
import { ApiFailure } from "./api_failure.ts";
import { runInBackground } from "./background.ts";
import {
  type AskOptions,
  type Call,
  type Outcome,
  type RunContext,
  withCall,
} from "./call.ts";
import { runInForeground } from "./foreground.ts";
import { toResponsesError } from "./to_responses_error.ts";

/** What a client remembers of servers. */
export interface Memory {
  /** Servers and models that do not run anything in the background. */
  readonly foregroundOnly: Set<string>;
}

/**
 * Runs a request under one deadline, in the background where the settings say
 * so and the server can. A call that is cancelled rejects with the reason of
 * its signal.
 *
 * @throws {ResponsesError} when there is no response
 */
export function runRequest(
  request: PreparedRequest,
  context: RunContext & Memory,
  options: AskOptions,
): Promise<Outcome> {
  const { settings, foregroundOnly } = context;
  const { name, body } = request;
  const server = `${settings.openai.base_url} ${body.model}`;
  return withCall(context, options, async (call) => {
    call.narrator.say(`Asking ${body.model}`);
    if (runsInBackground(settings, name) && !foregroundOnly.has(server)) {
      try {
        return await runInBackground(inBackground(request), call);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (!refusesBackground(error)) throw worded(error, call, true);
        foregroundOnly.add(server);
        context.log.debug(`answer: no background at ${server}`);
      }
    }
    try {
      return { response: await runInForeground(request, call) };
    } catch (error) {
      throw error instanceof ApiFailure ? worded(error, call, false) : error;
    }
  });

  function worded(
    failure: ApiFailure,
    call: Call,
    background: boolean,
  ): Error {
    const { clock, redact, startedAt } = call;
    const lasted = clock.monotonic() - startedAt;
    return toResponsesError(failure, {
      settings,
      request,
      redact,
      now: clock.now(),
      remaining: settings.request.timeout_ms - lasted,
      lasted: background ? undefined : lasted,
    });
  }
}

/** The server says so itself, by the field or in words. */
function refusesBackground(
  { kind, status = 0, param, message, begun }: ApiFailure,
): boolean {
  if (begun) return false;
  const refused = kind === "reported" || status >= 400 && status < 500;
  return refused &&
    (param === "background" || /\bbackground\b/i.test(message));
}
