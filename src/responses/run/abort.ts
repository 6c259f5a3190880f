import type { Clock } from "../../runtime/runtime.ts";

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
