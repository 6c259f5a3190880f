import type { Clock } from "../../runtime/runtime.ts";

/** The own deadline of a call has passed: not a cancellation. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** One call: its signal, its deadline, and the end of both. */
export interface CallScope {
  /** Aborted by the caller or by the deadline. */
  readonly signal: AbortSignal;
  /** Whether it was the deadline that aborted. */
  timedOut(): boolean;
  /** Whether it was the caller that aborted. */
  cancelled(): boolean;
  /** Milliseconds until the deadline. */
  remaining(): number;
  /** Frees the timer and the listener. To be called on every path. */
  close(): void;
}

/** Begins a call that ends with its parent or after a time, from a moment on. */
export function openScope(
  clock: Clock,
  timeoutMs: number,
  parent?: AbortSignal,
  startedAt: number = clock.monotonic(),
): CallScope {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) onAbort();
  else parent?.addEventListener("abort", onAbort, { once: true });
  const end = startedAt + timeoutMs;
  const stop = clock.after(Math.max(0, end - clock.monotonic()), () => {
    controller.abort(new DeadlineError("The deadline of the call has passed"));
  });
  return {
    signal: controller.signal,
    timedOut: () => controller.signal.reason instanceof DeadlineError,
    cancelled: () => parent?.aborted === true,
    remaining: () => end - clock.monotonic(),
    close(): void {
      stop();
      parent?.removeEventListener("abort", onAbort);
    },
  };
}

/** Waits for a promise that does not know the signal itself. */
export function raceAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** Waits for a time, or rejects with the signal's reason. */
export function sleep(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      stop();
      reject(signal.reason);
    };
    const stop = clock.after(ms, () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
