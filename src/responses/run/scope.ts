import type { Cancel, Clock } from "../../runtime/runtime.ts";
import { type CallScope, DeadlineError } from "./abort.ts";

/** How far a background call has come. */
export type Stage =
  /** Nothing is under way that could be lost. */
  | "idle"
  /** The question is on its way; its id is not known yet. */
  | "sending"
  /** The response has an id: whatever happens now, it can be found again. */
  | "started";

/** The scope of a call whose work goes on at the API. */
export interface BackgroundScope extends CallScope {
  /** Tells how far the call has come. */
  enter(stage: Stage): void;
  /** Whether the caller has waited as long as it wants to. */
  waited(): boolean;
}

/** Options of {@linkcode openBackgroundScope}. */
export interface BackgroundScopeOptions {
  /** When the call began, by the monotonic clock. */
  readonly startedAt: number;
  /** How long it may take until the response has an id. */
  readonly timeoutMs: number;
  /** How long it may take in all; `Infinity` is for as long as it takes. */
  readonly answerWithinMs: number;
  readonly parent?: AbortSignal | undefined;
}

/** The caller has waited long enough: neither a failure nor a cancellation. */
class WaitedError extends Error {
  override readonly name = "WaitedError";
}

/**
 * How long an aborted call goes on for the id of what it has sent: without it
 * the response could neither be cancelled nor found again.
 */
export const GRACE_MS = 5_000;

/** Begins a background call. */
export function openBackgroundScope(
  clock: Clock,
  options: BackgroundScopeOptions,
): BackgroundScope {
  const { startedAt, timeoutMs, answerWithinMs, parent } = options;
  const controller = new AbortController();
  const hardEnd = startedAt + timeoutMs;
  const softEnd = answerWithinMs === Infinity
    ? Infinity
    : startedAt + Math.min(answerWithinMs, timeoutMs);
  let stage: Stage = "idle";
  let stop: Cancel = () => {};

  function endAt(end: number, reason: () => unknown): void {
    stop();
    const ms = end - clock.monotonic();
    if (ms <= 0) controller.abort(reason());
    else stop = clock.after(ms, () => endAt(end, reason));
  }
  function enter(next: Stage): void {
    stage = next;
    if (parent?.aborted) return onAbort();
    if (stage !== "started") {
      endAt(hardEnd, () => new DeadlineError("The deadline has passed"));
    } else if (softEnd === Infinity) stop();
    else endAt(softEnd, () => new WaitedError("The caller waits no longer"));
  }
  function onAbort(): void {
    const reason = (): unknown => parent?.reason;
    const now = clock.monotonic();
    endAt(
      stage === "sending" ? Math.min(hardEnd, now + GRACE_MS) : now,
      reason,
    );
  }
  parent?.addEventListener("abort", onAbort, { once: true });
  enter("idle");
  return {
    signal: controller.signal,
    enter,
    timedOut: () => controller.signal.reason instanceof DeadlineError,
    cancelled: () => parent?.aborted === true,
    waited: () => controller.signal.reason instanceof WaitedError,
    remaining: () => hardEnd - clock.monotonic(),
    close(): void {
      stop();
      parent?.removeEventListener("abort", onAbort);
    },
  };
}
