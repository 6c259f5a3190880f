import type { Clock } from "../../runtime/runtime.ts";
import { sleep } from "./abort.ts";
import {
  type ApiFailure,
  isPassing,
  type RetryAfterHeaders,
} from "./api_failure.ts";

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
// Not all that `Number` reads: it takes a blank for 0.
const COUNT = /^\d+(\.\d+)?$/;

/** Options of {@linkcode withRetries}. */
export interface RetryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Requests after the first one, at most. */
  readonly maxRetries: number;
  /** Milliseconds until the deadline. */
  remaining(): number;
  /**
   * Sending it twice does no more than once, so that it may also be sent again
   * after a connection broke.
   * @default {false}
   */
  repeatable?: boolean;
  /** Translates what an attempt threw. */
  toFailure(error: unknown): ApiFailure;
  /** Told of each failure and, when another attempt follows, of the wait. */
  onFailure?(failure: ApiFailure, waitMs?: number): void;
  /**
   * A number from 0 to 1, for jitter.
   * @default {Math.random}
   */
  random?: () => number;
}

/**
 * Makes a request until it succeeds, fails for good, or waiting would outlast
 * the deadline: then the failure itself says more than a timeout later would.
 */
export async function withRetries<T>(
  request: () => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { clock, signal, maxRetries, random = Math.random } = options;
  for (let attempt = 0;; attempt++) {
    signal.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      const failure = options.toFailure(error);
      const wait = delay(failure, attempt, clock.now(), random());
      const broken = options.repeatable === true &&
        failure.kind === "connection";
      const again = (broken || isRetryable(failure)) && attempt < maxRetries &&
        wait < options.remaining();
      options.onFailure?.(failure, again ? wait : undefined);
      if (!again) throw failure;
      await sleep(clock, wait, signal);
    }
  }
}

/**
 * What the server says gave nothing, and what was never sent. A connection that
 * broke says neither: the answer may be on its way, and billed. A quota does
 * not come back by waiting, nor does a request become smaller.
 */
function isRetryable(failure: ApiFailure): boolean {
  const { begun, code, kind, status = 0 } = failure;
  if (begun || code === "insufficient_quota") return false;
  if (isTooLarge(failure)) return false;
  if (kind === "reported") return isPassing(failure);
  return kind === "unreachable" || status === 429 || status >= 500;
}

/** How long to wait after a failure, the first being number 0. */
export function delay(
  failure: ApiFailure,
  attempt: number,
  now: number,
  random: number = Math.random(),
): number {
  const asked = retryAfterMs(failure.retryAfter, now);
  if (asked !== undefined) return asked;
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return backoff * (0.5 + random / 2);
}

/** Tells whether a request is beyond a limit by itself, whenever it is sent. */
export function isTooLarge({ status, code, message }: ApiFailure): boolean {
  return status === 413 ||
    (status === 429 || code === "rate_limit_exceeded") &&
      /^request too large/i.test(message);
}

/** Reads how long a server asks to wait: milliseconds, seconds or a date. */
export function retryAfterMs(
  headers: RetryAfterHeaders | undefined,
  now: number,
): number | undefined {
  const ms = headers?.ms?.trim() ?? "";
  if (COUNT.test(ms)) return Number(ms);
  const value = headers?.value?.trim() ?? "";
  if (COUNT.test(value)) return Number(value) * 1000;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Says how long a server asks to wait, if it does. */
export function askedWait(
  { retryAfter }: ApiFailure,
  now: number,
): string | undefined {
  const wait = retryAfterMs(retryAfter, now);
  return wait === undefined
    ? undefined
    : `wait ${Math.ceil(wait / 1000)} s, as the server asks`;
}
