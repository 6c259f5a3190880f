import type { Cancel, Clock } from "../../runtime/runtime.ts";

/** How far a call has come. */
export type Stage =
  /** Nothing is under way that could be lost. */
  | "idle"
  /** The question is on its way; the id of its response is not known yet. */
  | "sending"
  /** The response has an id: whatever happens now, it can be found again. */
  | "started";

/** One call: its signal, its deadlines, and the end of both. */
export interface CallScope {
  /** Aborted by the caller or by a deadline. */
  readonly signal: AbortSignal;
  /** Tells how far the call has come; without it nothing can be lost. */
  enter(stage: Stage): void;
  /** Whether it was the deadline that aborted. */
  timedOut(): boolean;
  /** Whether the caller has waited as long as it wants to. */
  waited(): boolean;
  /** Whether it was the caller that aborted. */
  cancelled(): boolean;
  /** Milliseconds until the deadline. */
  remaining(): number;
  /** Frees the timer and the listener. To be called on every path. */
  close(): void;
}

/** Options of {@linkcode openScope}. */
export interface ScopeOptions {
  /** How long the call may take, or until its response has an id. */
  readonly timeoutMs: number;
  /**
   * How long it may take with an id; `Infinity` is for as long as it takes.
   * @default {Infinity}
   */
  readonly answerWithinMs?: number;
  /** Ends the call. */
  readonly parent?: AbortSignal | undefined;
  /**
   * When the call began, by the monotonic clock.
   * @default {now}
   */
  readonly startedAt?: number;
}

/** A deadline of a call has passed: not a cancellation. */
class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** The caller has waited long enough: neither a failure nor a cancellation. */
class WaitedError extends Error {
  override readonly name = "WaitedError";
}

/**
 * How long an aborted call goes on for the id of what it has sent: without it
 * the response could neither be cancelled nor found again.
 */
const GRACE_MS = 5_000;

/** Begins a call that ends with its parent or after a time. */
export function openScope(clock: Clock, options: ScopeOptions): CallScope {
  const { timeoutMs, answerWithinMs = Infinity, parent } = options;
  const { startedAt = clock.monotonic() } = options;
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
    const now = clock.monotonic();
    const end = stage === "sending" ? Math.min(hardEnd, now + GRACE_MS) : now;
    endAt(end, () => parent?.reason);
  }
  parent?.addEventListener("abort", onAbort, { once: true });
  enter("idle");
  return {
    signal: controller.signal,
    enter,
    timedOut: () => controller.signal.reason instanceof DeadlineError,
    waited: () => controller.signal.reason instanceof WaitedError,
    cancelled: () => parent?.aborted === true,
    remaining: () => hardEnd - clock.monotonic(),
    close(): void {
      stop();
      parent?.removeEventListener("abort", onAbort);
    },
  };
}
