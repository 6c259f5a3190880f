import type { Cancel, Runtime } from "../runtime/runtime.ts";

const CHECK_MS = 1000;

/**
 * Calls `orphaned` once when the parent process changes: after the end of input
 * nothing else tells that nobody waits for the answers any more.
 */
export function watchParent(
  { clock, parentPid }: Pick<Runtime, "clock" | "parentPid">,
  parent: number,
  orphaned: () => void,
): Cancel {
  let cancel: Cancel;
  function check(): void {
    if (parentPid() !== parent) orphaned();
    else cancel = clock.after(CHECK_MS, check);
  }
  cancel = clock.after(0, check);
  return () => cancel();
}
