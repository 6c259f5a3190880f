import type { Clock } from "../../../runtime/runtime.ts";
import { ManualError } from "../../errors.ts";

/** Who waits, and for which store. */
export interface Waiting {
  readonly clock: Pick<Clock, "after">;
  readonly uri: string;
}

/**
 * Waits for a store, but not for ever: of one that takes connections and says
 * nothing LanceDB despairs after minutes, and cannot be called off.
 */
export async function answered<T>(
  work: Promise<T>,
  ms: number,
  { clock, uri }: Waiting,
): Promise<T> {
  let cancel: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => {
      const detail = `no answer for ${ms / 1000} seconds`;
      const fault = "unreachable";
      reject(new ManualError({ kind: "store", uri, fault, detail }));
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel?.();
    // What comes too late is nobody's.
    work.catch(() => undefined);
  }
}
