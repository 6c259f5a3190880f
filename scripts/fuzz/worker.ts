/**
 * Fuzzes one target in a thread of its own, so that the main one notices when
 * a case does not come back.
 *
 * @module
 */
import { type RunOptions, runTarget } from "./run_target.ts";
import { targetNamed } from "./targets.ts";

/** What the thread is asked for. */
export interface WorkerRequest extends Omit<RunOptions, "onCase"> {
  readonly target: string;
  /** Number of cases begun, and the seed of the last: two shared integers. */
  readonly state: Int32Array;
}

// The type checker takes this module for a window's.
const thread = self as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void;
  postMessage(message: unknown): void;
};

thread.onmessage = async ({ data: { target, state, ...options } }) => {
  const report = await runTarget(targetNamed(target), {
    ...options,
    onCase(seed) {
      Atomics.store(state, 1, seed);
      Atomics.add(state, 0, 1);
    },
  });
  thread.postMessage(report);
};
