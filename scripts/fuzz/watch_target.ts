import type { Report, RunOptions } from "./run_target.ts";
import type { WorkerRequest } from "./worker.ts";

// Longer than a case may take before runTarget() itself calls it a hang, so
// that only a loop without end is left to be seen from here.
const HANG_MS = 45_000;
const LOOK_MS = 500;

/** Fuzzes a target in a thread, and ends it when a case never comes back. */
export async function watchTarget(
  target: string,
  options: Omit<RunOptions, "onCase">,
): Promise<Report> {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
  });
  const { promise, resolve } = Promise.withResolvers<Report>();
  worker.onmessage = ({ data }: MessageEvent<Report>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    resolve(lost(target, state, `uncaught: ${event.message}`));
  };
  const request: WorkerRequest = { ...options, target, state };
  worker.postMessage(request);
  let count = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const now = Atomics.load(state, 0);
    if (now !== count || now === 0) {
      count = now;
      since = performance.now();
    } else if (performance.now() - since > HANG_MS) {
      const problem = `loops: a case did not come back in ${HANG_MS} ms`;
      resolve(lost(target, state, problem));
    }
  }, LOOK_MS);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    worker.terminate();
  }
}

/** The thread is gone or must go: its last case is the finding. */
function lost(target: string, state: Int32Array, problem: string): Report {
  const [cases = 0, last = 0] = state;
  const input = "(not minimised)";
  const findings = [{ seed: last >>> 0, problem, input }];
  return { target, cases, units: cases, unit: "cases", findings };
}
