import type { ProfileName } from "../request/profile.ts";
import { fieldsOf, textIn } from "../api_object.ts";
import { ResponsesError } from "../responses_error.ts";
import { raceAbort } from "./abort.ts";
import { ApiFailure } from "./api_failure.ts";
import { type AskOptions, type RunContext, withCall } from "./call.ts";
import { openScope } from "./scope.ts";
import { toResponsesError } from "./to_responses_error.ts";

/** What a server says of a model. */
export interface ModelInfo {
  /** The day on which it will be shut down, if one is announced. */
  readonly shutdownDate?: string;
}

/** Whoever asks wants to know in seconds whether anyone is there. */
const PATIENCE_MS = 10_000;

/**
 * Asks the server about the model of a profile: once, and for nothing.
 *
 * @throws {ResponsesError} when it does not know the model, or does not answer
 */
export function findModel(
  name: ProfileName,
  model: string,
  context: RunContext,
  options: AskOptions,
): Promise<ModelInfo> {
  const { settings, clock } = context;
  const { base_url: url } = settings.openai;
  return withCall(context, options, async ({ connect, apiKey, ...call }) => {
    const scope = openScope(clock, {
      timeoutMs: PATIENCE_MS,
      parent: options.signal,
    });
    const { signal } = scope;
    try {
      const sdk = await raceAbort(connect(apiKey), signal);
      const found = await raceAbort(sdk.model(model, signal), signal)
        .catch((error) => {
          throw signal.aborted ? error : sdk.toFailure(error);
        });
      const shutdownDate = textIn(fieldsOf(found).shutdown_date);
      return shutdownDate === undefined ? {} : { shutdownDate };
    } catch (error) {
      if (scope.timedOut()) {
        throw new ResponsesError(
          "timeout",
          `No answer from ${url} within ${
            PATIENCE_MS / 1000
          } s: check the network, the proxy and openai.base_url`,
        );
      }
      if (!(error instanceof ApiFailure)) throw error;
      throw toResponsesError(withoutLoss(error), {
        settings,
        request: { name, body: { model } },
        redact: call.redact,
        now: clock.now(),
        remaining: scope.remaining(),
      });
    } finally {
      scope.close();
    }
  });
}

/** A connection that broke lost no question here: nobody was reached. */
function withoutLoss(failure: ApiFailure): ApiFailure {
  if (failure.kind !== "connection") return failure;
  const fields = { ...failure, kind: "unreachable" } as const;
  return new ApiFailure(failure.message, fields, failure.cause);
}
