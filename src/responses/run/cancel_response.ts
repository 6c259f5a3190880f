import { fieldsOf, textIn } from "../api_object.ts";
import { openScope, raceAbort } from "./abort.ts";
import type { Call } from "./call.ts";
import { withRetries } from "./retry.ts";

/** How long to try: whoever cancelled does not wait. */
const CANCEL_MS = 10_000;

/**
 * Cancels a response at the API, and gives its state then: one that was faster
 * is completed.
 *
 * @throws {ApiFailure} when the API could not be told
 */
export async function cancelResponse(
  id: string,
  call: Call,
): Promise<string> {
  const { clock, settings, onFailure } = call;
  const scope = openScope(clock, CANCEL_MS);
  const { signal, remaining } = scope;
  try {
    const sdk = await raceAbort(call.connect(call.apiKey), signal);
    const response = await withRetries(
      () => raceAbort(sdk.cancel(id, signal), signal),
      {
        clock,
        signal,
        remaining,
        maxRetries: settings.request.max_retries,
        repeatable: true,
        toFailure: sdk.toFailure,
        onFailure,
      },
    );
    return textIn(fieldsOf(response).status) ?? "cancelled";
  } finally {
    scope.close();
  }
}
