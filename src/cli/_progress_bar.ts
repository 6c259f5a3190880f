import type { Clock } from "../runtime/runtime.ts";
import { StatusLine, type StatusRuntime } from "./_status_line.ts";

const BAR_CHARS = 24;
// What is over sooner needs no bar.
const FIRST_MS = 300;
const AGAIN_MS = 100;

/** Shows how much of some work is done. */
export interface ProgressBar {
  /** Tells how far it has come; `label` says what is being worked on. */
  progress(label: string, done: number, total: number): void;
  /** Takes the bar away. */
  end(): void;
}

/** A bar on one line of a terminal; nothing elsewhere. */
export function progressBar(
  runtime: StatusRuntime & { readonly clock: Clock },
): ProgressBar {
  const { clock } = runtime;
  const line = new StatusLine(runtime);
  let next = clock.monotonic() + FIRST_MS;
  return {
    progress(label, done, total) {
      const now = clock.monotonic();
      if (now < next) return;
      next = now + AGAIN_MS;
      const part = Math.min(1, done / Math.max(1, total));
      const full = Math.round(BAR_CHARS * part);
      const bar = "█".repeat(full) + "░".repeat(BAR_CHARS - full);
      line.show(`${bar}  ${done} of ${total} files  ${label}`);
    },
    end: () => line.clear(),
  };
}
