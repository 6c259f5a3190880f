import { inBackground, runsInBackground } from "../request/background.ts";
import type { PreparedRequest } from "../request/request_body.ts";
import { ApiFailure, isPassing } from "./api_failure.ts";
import { runInBackground } from "./background.ts";
import {
  type AskOptions,
  type Outcome,
  type RunContext,
  withCall,
} from "./call.ts";
import { runInForeground } from "./foreground.ts";
import { isPolicyRefusal } from "./next_step.ts";

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
        if (!refusesBackground(error)) throw call.worded(error, request);
        foregroundOnly.add(server);
        context.log.debug(`answer: no background at ${server}`);
      }
    }
    try {
      return { response: await runInForeground(request, call) };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      throw call.worded(error, request, { inForeground: true });
    }
  });
}

// A key, a conflict, a size or a limit: the same without background.
const NOT_OF_BACKGROUND: readonly number[] = [401, 408, 409, 413, 429];

/** The server says so itself, by a field that background adds, or in words. */
function refusesBackground(failure: ApiFailure): boolean {
  const { kind, status = 0, param, message, begun } = failure;
  if (begun || isPassing(failure) || isPolicyRefusal(failure)) return false;
  const refused = kind === "reported" ||
    status >= 400 && status < 500 && !NOT_OF_BACKGROUND.includes(status);
  return refused &&
    (param === undefined
      ? /\bbackground\b/i.test(message)
      : /^(background|metadata)\b/.test(param));
}
